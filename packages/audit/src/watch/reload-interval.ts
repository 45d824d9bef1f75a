// When a player reads a manifest again.
import { WATCH_LIMITS } from './watch-limits.ts';

const { minReloadMs, maxReloadMs, defaultReloadMs } = WATCH_LIMITS;

function bounded(milliseconds: number): number {
  return Math.min(maxReloadMs, Math.max(minReloadMs, milliseconds));
}

/**
 * Milliseconds until a media playlist is read again: its target duration, half of that when it has not changed.
 * @see RFC 8216 §6.3.4
 */
export function playlistReloadMs(targetDuration: number, hasChanged: boolean): number {
  if (!(targetDuration > 0)) return defaultReloadMs;
  return bounded(targetDuration * (hasChanged ? 1_000 : 500));
}

/**
 * Milliseconds until an MPD is read again.
 * @see ISO/IEC 23009-1 §5.3.1.2, minimumUpdatePeriod
 */
export function mpdReloadMs(minimumUpdatePeriodMs: number | undefined): number {
  return bounded(minimumUpdatePeriodMs ?? defaultReloadMs);
}

/**
 * Milliseconds until a manifest that could not be read is requested again: as after one that has not changed.
 * @param reloadMs of the manifest while it could be read
 * @see RFC 8216 §6.3.4
 */
export function retryMs(reloadMs: number | undefined): number {
  return reloadMs === undefined ? defaultReloadMs : bounded(reloadMs / 2);
}
