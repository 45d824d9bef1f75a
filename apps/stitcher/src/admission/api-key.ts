/**
 * The key of a channel, required when a session begins; the session's address is the proof afterwards. The
 * console's player shows a preview key in place of it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { domainError } from '@interlude/contract';
import { type Clock, isPreviewKey, type SecretKey } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. @throws {DomainError} API_KEY_INVALID */
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
  if (!isPreviewKey(secretKey, channel.id, given, clock.now() / 1000)) {
    throw domainError('API_KEY_INVALID');
  }
}
