/**
 * The secret of a channel's tokens as keys. An encrypted one is hex of iv (12 bytes), tag (16) and data:
 * AES-256-GCM under the platform's key with `viewer tokens` as additional data; see the manual for making one.
 */
import type { ChannelSettings } from '@interlude/contract';
import { openSecret, type SecretKey } from '@interlude/runtime';

type Hmac = NonNullable<ChannelSettings['authentication']['hmac']>;

const context = 'viewer tokens';
const ivBytes = 12;
const tagBytes = 16;
const hex = /^(?:[0-9a-f]{2})+$/i;

function opened(hmac: Hmac, key: SecretKey): string {
  if (!hmac.isSecretEncrypted) {
    return hmac.secret;
  }
  if (!hex.test(hmac.secret)) {
    return '';
  }
  const bytes = Buffer.from(hmac.secret, 'hex');
  const cuts = [0, ivBytes, ivBytes + tagBytes, bytes.length];
  const parts = [0, 1, 2].map((n) => bytes.subarray(cuts[n], cuts[n + 1]).toString('base64url'));
  return openSecret(key, ['v1', ...parts].join('.'), context) ?? '';
}

/** None when the secret is empty or cannot be opened: then nobody is let in. */
export function secretKeys(hmac: Hmac, key: SecretKey): readonly Buffer[] {
  const secret = opened(hmac, key);
  if (secret === '') {
    return [];
  }
  const text = Buffer.from(secret, 'utf8');
  return hex.test(secret) ? [text, Buffer.from(secret, 'hex')] : [text];
}
