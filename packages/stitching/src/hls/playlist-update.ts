/**
 * Playlist Delta Updates: a player with an earlier list gets the number of segments that it keeps, and those after
 * them. For two hours of segments of 2 s that is 0.9 kB instead of 390.
 * @see RFC 8216bis §4.4.5.2, §6.2.5.1
 */
import type { Listing } from '../plan/splice-plan.ts';
import { itemDurationMs, type Layout } from './lay-out.ts';

/** EXT-X-VERSION of a list with EXT-X-SKIP (RFC 8216bis §8). */
export const WITH_SKIP = 9;

/** Items that an update leaves out: those before the skip boundary. */
export function skippedCount({ items }: Layout, { skipUntilSeconds }: Listing): number {
  if (skipUntilSeconds === undefined) return 0;
  let count = items.length;
  let leftMs = skipUntilSeconds * 1_000;
  while (count > 0 && leftMs > 0) {
    count--;
    const item = items[count];
    leftMs -= item === undefined ? 0 : itemDurationMs(item);
  }
  return count;
}

const DATE_RANGE_LINES = /^#EXT-X-DATERANGE:.*\n/gm;

/**
 * EXT-X-SKIP in place of the skipped segments, and their date ranges: leaving out those, too,
 * is not offered (CAN-SKIP-DATERANGES).
 * @param skipped lines of the skipped segments
 */
export function skipText(skipped: string, count: number): string {
  const ranges = skipped.match(DATE_RANGE_LINES) ?? [];
  return `#EXT-X-SKIP:SKIPPED-SEGMENTS=${count}\n${ranges.join('')}`;
}
