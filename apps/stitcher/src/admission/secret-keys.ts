/** The secret of a channel's tokens as keys. */
import type { ChannelSettings } from '@interlude/contract';
import { openViewerSecret, type SecretKey } from '@interlude/runtime';

type Hmac = NonNullable<ChannelSettings['authentication']['hmac']>;

const hex = /^(?:[0-9a-f]{2})+$/i;

/** None when the secret is empty or cannot be opened: then nobody is let in. */
export function secretKeys(hmac: Hmac, key: SecretKey): readonly Buffer[] {
  const secret = openViewerSecret(hmac, key);
  if (secret === '') {
    return [];
  }
  const text = Buffer.from(secret, 'utf8');
  return hex.test(secret) ? [text, Buffer.from(secret, 'hex')] : [text];
}
