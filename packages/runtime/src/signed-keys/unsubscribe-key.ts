/**
 * A signed key in the links of mails that ends a subscription without signing in: made by the worker, verified by the
 * control plane, both with the platform's key. It ends subscriptions of one member to e-mail and gives no other right.
 */
import { type SecretKey, signText, verifyText } from '../secrets.ts';

const purpose = 'unsubscribe keys';
const form = /^([\w-]{1,300})\.([\w-]{43})$/;

export interface Unsubscription {
  readonly tenantId: string;
  readonly userId: string;
  /** `*` = all subscriptions of the member to e-mail. */
  readonly subscriptionId: string;
}

/**
 * Issues the unsubscribe key of a mail. It does not expire: mails are read late, and all it can do is end a
 * subscription.
 * @returns `<subscription>.<signature>`, each base64url
 * @see RFC 2104 (HMAC), RFC 8058
 */
export function unsubscribeKey(key: SecretKey, what: Unsubscription): string {
  const { tenantId, userId, subscriptionId } = what;
  const text = JSON.stringify([tenantId, userId, subscriptionId]);
  const body = Buffer.from(text, 'utf8').toString('base64url');
  return `${body}.${signText(key, purpose, body)}`;
}

/**
 * The subscription that the unsubscribe key of a mail ends.
 * @returns undefined when this installation did not issue the key
 * @see RFC 2104 (HMAC)
 */
export function readUnsubscribeKey(key: SecretKey, given: string): Unsubscription | undefined {
  const [, body = '', signature = ''] = form.exec(given) ?? [];
  if (body === '' || !verifyText(key, purpose, body, signature)) return undefined;
  const parts: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const [tenantId, userId, subscriptionId] = Array.isArray(parts) ? parts.map(String) : [];
  if (tenantId === undefined || userId === undefined || subscriptionId === undefined) return;
  return { tenantId, userId, subscriptionId };
}
