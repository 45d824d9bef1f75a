/** The start of the day of the figures above the channel list. */
import { domainError } from '@interlude/contract/errors';

function offsetMs(epochMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochMs);
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(
    get('year'),
    get('month') - 1,
    get('day'),
    get('hour'),
    get('minute'),
    get('second'),
  );
  return wall - Math.floor(epochMs / 1000) * 1000;
}

/**
 * Epoch ms of 00:00 of the day that `nowMs` falls on in `timeZone`; right also on days with a change
 * of the clock.
 * @throws {DomainError} REQUEST_INVALID for a zone that does not exist
 */
export function startOfDay(nowMs: number, timeZone: string): number {
  try {
    const dayMs = 86_400_000;
    const wallNow = nowMs + offsetMs(nowMs, timeZone);
    const wallMidnight = Math.floor(wallNow / dayMs) * dayMs;
    const guess = wallMidnight - offsetMs(nowMs, timeZone);
    return wallMidnight - offsetMs(guess, timeZone);
  } catch (cause) {
    throw domainError('REQUEST_INVALID', { reason: `timeZone: ${timeZone} is unknown` }, cause);
  }
}
