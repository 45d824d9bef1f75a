/**
 * A signed, expiring key with which the monitor opens a playback session: issued by the monitor, verified by the
 * stitcher, both with the platform's key. Such a session counts in no figure and sends no beacon (ADR 0036).
 */
import { type SecretKey, signText, verifyText } from '../secrets.ts';

/** The query parameter that carries it. */
export const monitorParameter = 'interlude-monitor';

const purpose = 'monitor keys';
const form = /^(\d{1,12})\.([\w-]{43})$/;

const signed = (channelId: string, expiresSeconds: number | string) =>
  `${channelId} ${expiresSeconds}`;

/**
 * Issues the key with which the monitor opens sessions of a channel.
 * @param expiresSeconds epoch seconds
 * @returns `<expiry>.<signature>`
 * @see RFC 2104 (HMAC); rule SEC-S92
 */
export function monitorKey(key: SecretKey, channelId: string, expiresSeconds: number): string {
  return `${expiresSeconds}.${signText(key, purpose, signed(channelId, expiresSeconds))}`;
}

/**
 * Whether `given` is a valid monitor key of this channel that has not expired.
 * @param nowSeconds epoch seconds
 * @see RFC 2104 (HMAC); rule SEC-S92
 */
export function isMonitorKey(
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
