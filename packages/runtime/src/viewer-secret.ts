/** The secret of a channel's viewer tokens, for those who check tokens and those who make them. */
import { openSecret, type SecretKey } from './secrets.ts';

const context = 'viewer tokens';
const ivBytes = 12;
const tagBytes = 16;
const hex = /^(?:[0-9a-f]{2})+$/i;

/**
 * The secret's text. An encrypted one is hex of iv (12 bytes), tag (16) and data: AES-256-GCM under the
 * platform's key with `viewer tokens` as additional data; see the manual for making one. Empty when it
 * cannot be opened.
 */
export function openViewerSecret(
  hmac: { readonly secret: string; readonly isSecretEncrypted: boolean },
  key: SecretKey,
): string {
  if (!hmac.isSecretEncrypted) return hmac.secret;
  if (!hex.test(hmac.secret)) return '';
  const bytes = Buffer.from(hmac.secret, 'hex');
  const cuts = [0, ivBytes, ivBytes + tagBytes, bytes.length];
  const parts = [0, 1, 2].map((n) => bytes.subarray(cuts[n], cuts[n + 1]).toString('base64url'));
  return openSecret(key, ['v1', ...parts].join('.'), context) ?? '';
}
