/**
 * Checks the API key of a channel, required when a session begins; the session id is the proof afterwards. An API key
 * of the company with the scope `sessions` does as well, and so does the preview key of the console's player.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiKeyPattern } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type Clock, isPreviewKey, type SecretKey } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';

/** Whether `given` is an unexpired API key of the company with the scope `sessions`. @see rule SEC-S115 */
function isSessionKey({ sessionKeys = [] }: ChannelEntry, given: string, nowMs: number): boolean {
  if (!apiKeyPattern.test(given)) return false;
  const hash = digest(given.toLowerCase());
  return sessionKeys.some(
    ({ hash: known, expiresAtMs }) =>
      (expiresAtMs === null || nowMs < expiresAtMs) &&
      timingSafeEqual(hash, Buffer.from(known, 'hex')),
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares keys in constant time. @throws {DomainError} API_KEY_INVALID */
export function checkApiKey(
  { secretKey, clock }: { readonly secretKey: SecretKey; readonly clock: Clock },
  channel: ChannelEntry,
  request: IncomingMessage,
  query: URLSearchParams,
): void {
  const { apiKey } = channel.settings;
  const header = request.headers['api-key'] ?? request.headers['x-api-key'];
  const given = query.get('api-key') ?? (typeof header === 'string' ? header : '');
  if (apiKey === '' || timingSafeEqual(digest(apiKey), digest(given))) {
    return;
  }
  if (isSessionKey(channel, given, clock.now())) return;
  if (!isPreviewKey(secretKey, channel.id, given, clock.now() / 1000)) {
    throw domainError('API_KEY_INVALID');
  }
}
