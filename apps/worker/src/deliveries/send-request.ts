/** Sends a prepared request through the company's guard, and returns its outcome without secrets. */
import {
  type ExchangedMessage,
  isStorable,
  shownWebhookUrl,
  type UserSubscription,
} from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import { createMask, type TenantEgress } from '@interlude/runtime';
import type { PreparedRequest } from './webhook-request.ts';

/** From the request to the headers of the answer, ms. */
const headersTimeoutMs = 10_000;
/** The whole exchange, ms; a slow receiver occupies a place of its company for this long. */
export const requestTimeoutMs = 15_000;
/** Bytes of the answer's body that are read and kept; only the status decides. */
const keptBytes = 2_000;
const keptHeaders = 30;
const keptHeaderLength = 300;

export interface SentRequest {
  readonly durationMs: number;
  readonly request: ExchangedMessage;
  readonly status: number | null;
  readonly answer: ExchangedMessage | null;
  /** Why it was not received; empty = it was. */
  readonly error: string;
  readonly retryAfter: string | undefined;
}

/** PostgreSQL keeps no U+0000. */
const storable = (text: string) => {
  const formed = text.toWellFormed();
  return isStorable(formed) ? formed : formed.replaceAll('\0', '\uFFFD');
};

function shownRequest(
  { method, headers, body, url }: PreparedRequest,
  { channel }: UserSubscription,
): ExchangedMessage {
  return { line: `${method} ${shownWebhookUrl(channel, url)}`, headers, body };
}

async function readBeginning(body: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      const chunk = Buffer.from(part);
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= keptBytes) break;
    }
  } catch {
    // Too slow, too long or cut off: the status has come, and it counts.
  }
  return Buffer.concat(parts).subarray(0, keptBytes).toString('utf8');
}

function refusal(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}: redirects are not followed. Enter the address to which it points.`;
  }
  return `The receiver answered ${status}.`;
}

const reasonOf = (error: unknown) =>
  error instanceof DomainError ? error.message : 'The request failed.';

/**
 * One attempt. Never throws but for the reason of an aborted signal.
 * @param clock monotonic, ms
 */
export async function sendRequest(
  prepared: PreparedRequest,
  context: {
    readonly subscription: UserSubscription;
    readonly egress: Pick<TenantEgress, 'stream'>;
    readonly signal: AbortSignal;
    readonly clock: () => number;
  },
): Promise<SentRequest> {
  const { subscription, egress, signal, clock } = context;
  const { webhookUrl, webhookSecret } = subscription;
  const secrets = [webhookSecret, ...(subscription.channel === 'slack' ? [webhookUrl] : [])];
  const mask = createMask(secrets.filter((secret) => secret !== ''));
  const begun = clock();
  const request = shownRequest(prepared, subscription);
  const shown = (text: string) => mask(storable(text));
  try {
    const { method, url, headers, body } = prepared;
    const answered = await egress.stream({
      ...{ method, url, headers, signal, headersTimeoutMs },
      ...(body !== '' && { body }),
      idleTimeoutMs: headersTimeoutMs,
      timeoutMs: requestTimeoutMs,
      maxBytes: keptBytes * 10,
      maxRedirects: 0,
    });
    const text = await readBeginning(answered.body);
    answered.body.destroy();
    const { status } = answered;
    const answer = {
      line: String(status),
      headers: Object.fromEntries(
        Object.entries(answered.headers)
          .slice(0, keptHeaders)
          .map(([name, value]) => [shown(name), shown(value.slice(0, keptHeaderLength))]),
      ),
      body: shown(text),
    };
    const retryAfter = answered.headers['retry-after'];
    return {
      ...{ durationMs: clock() - begun, request, status, answer, retryAfter },
      error: refusal(status),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      ...{ durationMs: clock() - begun, request, status: null, answer: null },
      error: shown(reasonOf(error)),
      retryAfter: undefined,
    };
  }
}
