/** Request to a webhook: Standard Webhooks 1.0, signed with HMAC-SHA-256 when the subscription has a secret. Pure. */
import { createHmac } from 'node:crypto';
import type { ClaimedDelivery } from '@interlude/persistence';

/** A request as it is sent, and the address as it may be shown. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The signature of a message.
 * @param secret `whsec_` and the key in base64
 * @returns `v1,<base64>`
 * @see Standard Webhooks 1.0, "Signature scheme"
 */
export function signWebhook(
  secret: string,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const { id, timestamp, body } = message;
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8');
  return `v1,${signature.digest('base64')}`;
}

/** The link to the console; empty when there is none. */
export function linkOf(publicUrl: string, path: string): string {
  return path === '' ? '' : `${publicUrl}${path}`;
}

/** A GET has no body (RFC 9110 §9.3.1): its payload, which is signed, is the query parameter `payload`. */
function withPayload(url: string, payload: string): string {
  const address = new URL(url);
  address.searchParams.set('payload', payload);
  return address.href;
}

/**
 * @param context `publicUrl` of the console; `nowMs` of the attempt
 * @returns the same `webhook-id` and body at each attempt, the timestamp of this one
 */
export function webhookRequest(
  delivery: Pick<
    ClaimedDelivery,
    'id' | 'tenantId' | 'topic' | 'content' | 'path' | 'createdAtMs' | 'subscription'
  >,
  context: { readonly publicUrl: string; readonly nowMs: number },
): PreparedRequest {
  const { id, tenantId, topic, content, path, subscription } = delivery;
  const { webhookUrl, webhookMethod: method, webhookSecret } = subscription;
  const payload = JSON.stringify({
    type: topic,
    timestamp: new Date(delivery.createdAtMs).toISOString(),
    data: { id, company: tenantId, content, link: linkOf(context.publicUrl, path) },
  });
  const timestamp = Math.floor(context.nowMs / 1_000);
  const hasBody = method !== 'GET';
  return {
    method,
    url: hasBody ? webhookUrl : withPayload(webhookUrl, payload),
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...(webhookSecret !== '' && {
        'webhook-signature': signWebhook(webhookSecret, { id, timestamp, body: payload }),
      }),
    },
    body: hasBody ? payload : '',
  };
}
