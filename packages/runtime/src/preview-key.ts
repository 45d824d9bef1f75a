/**
 * What the console's player shows in place of a channel's API key: made by the control plane, checked by the
 * stitcher, both with the platform's key. So nobody learns the API key from an address.
 */
import { type SecretKey, signText, verifyText } from './secrets.ts';

const purpose = 'preview keys';
const form = /^preview\.(\d{1,12})\.([\w-]{43})$/;

const signed = (channelId: string, expiresSeconds: number | string) =>
  `${channelId} ${expiresSeconds}`;

/** @param expiresSeconds epoch */
export function previewKey(key: SecretKey, channelId: string, expiresSeconds: number): string {
  return `preview.${expiresSeconds}.${signText(key, purpose, signed(channelId, expiresSeconds))}`;
}

/** Whether `given` is one for this channel that has not ended. */
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
