/** Opens a source for a request that waits a limited time; errors of a source that cannot be opened. */
import { DomainError, domainError } from '@interlude/contract/errors';
import { sourceUrl, withTimeout } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';

/** The error of an address that could not be read; anything but an entry of the catalogue becomes FETCH_FAILED. */
export function asDomainError(error: unknown, url: string): DomainError {
  if (error instanceof DomainError) {
    return error;
  }
  const host = URL.canParse(url) ? new URL(url).host : url;
  const reason = error instanceof Error ? error.message : String(error);
  return domainError('FETCH_FAILED', { host, reason }, error);
}

export function sourceUnavailable(cause: DomainError | undefined): DomainError {
  const reason = cause?.message ?? 'it has no segments yet';
  return domainError('SOURCE_UNAVAILABLE', { reason, code: cause?.code }, cause);
}

/**
 * The opened source.
 * @param timeoutMs how long the request waits, milliseconds; the source goes on being opened for the next one
 * @throws {DomainError} SOURCE_UNAVAILABLE
 */
export async function openWithin<Opened>(
  source: { open(): Promise<Opened> },
  channel: ChannelEntry,
  timeoutMs: number,
): Promise<Opened> {
  try {
    return await withTimeout(source.open(), timeoutMs, (): never => {
      const { host } = new URL(sourceUrl(channel.settings));
      throw domainError('FETCH_TIMEOUT', { host, timeoutMs });
    });
  } catch (error) {
    throw error instanceof DomainError ? sourceUnavailable(error) : error;
  }
}
