/**
 * A signed, expiring key that the console's player sends in place of a channel's API key: issued by the control
 * plane, verified by the stitcher, both with the platform's key. No address reveals the API key.
 */
import { type SecretKey, signText, verifyText } from '../secrets.ts';

const purpose = 'preview keys';
const form = /^preview\.(\d{1,12})\.([\w-]{43})$/;

const signed = (channelId: string, expiresSeconds: number | string) =>
  `${channelId} ${expiresSeconds}`;

/**
 * Issues the preview key of a channel.
 * @param expiresSeconds epoch seconds
 * @returns `preview.<expiry>.<signature>`
 * @see RFC 2104 (HMAC)
 */
export function previewKey(key: SecretKey, channelId: string, expiresSeconds: number): string {
  return `preview.${expiresSeconds}.${signText(key, purpose, signed(channelId, expiresSeconds))}`;
}

/**
 * Whether `given` is a valid preview key of this channel that has not expired.
 * @param nowSeconds epoch seconds
 * @see RFC 2104 (HMAC)
 */
export function isPreviewKey(
  key: SecretKey,
  channelId: string,
  given: string,
  nowSeconds: number,
): boolean {
  const [, expires = '', signature = ''] = form.exec(given) ?? [];
  return (
    Number(expires) > nowSeconds && verifyText(key, purpose, signed(channelId, expires), signature)
  );
}
