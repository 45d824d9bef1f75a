// Breaks of an item: each at the segment boundary nearest to its cue point.
import type { CuePoint, PlaylistItem } from '@interlude/contract';
import { US_PER_SECOND } from './linear-limits.ts';

export interface CuePlace {
  /** A boundary of the item, microseconds. */
  readonly atUs: number;
  /** Wanted duration of the break, microseconds. */
  readonly spanUs: number;
}

/** Index of the boundary nearest to a time; of two that are as near, the first. */
export function nearestBoundary(boundariesUs: readonly number[], atUs: number): number {
  let low = 0;
  let high = boundariesUs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundariesUs[middle] ?? 0) < atUs) low = middle + 1;
    else high = middle;
  }
  const after = boundariesUs[low] ?? 0;
  const before = boundariesUs[low - 1];
  return before !== undefined && atUs - before <= after - atUs ? low - 1 : low;
}

/** The boundaries at or before the limit, µs; at least one segment plays. */
export function playedBoundaries(
  boundariesUs: readonly number[],
  limitUs: number,
): readonly number[] {
  const after = boundariesUs.findIndex((boundaryUs) => boundaryUs > limitUs);
  return after < 0 ? boundariesUs : boundariesUs.slice(0, Math.max(after, 2));
}

function atUsOf(cue: CuePoint, spliceType: PlaylistItem['spliceType'], playedUs: number): number {
  const { spliceTime } = cue;
  return spliceType === 'percent'
    ? Math.round((playedUs * spliceTime) / 100)
    : Math.round(spliceTime * US_PER_SECOND);
}

/**
 * The breaks of an item in their order. Several cue points at one boundary are one break of their total duration;
 * those behind the played part are dropped.
 * @param boundariesUs boundaries of the played part
 */
export function cuePlaces(
  { cuePoints, spliceType, duration }: Pick<PlaylistItem, 'cuePoints' | 'spliceType' | 'duration'>,
  boundariesUs: readonly number[],
): readonly CuePlace[] {
  const playedUs = boundariesUs.at(-1) ?? 0;
  const lastUs = playedUs - (boundariesUs.at(-2) ?? 0);
  // A cue point at the item's `duration` belongs to the end of the played part, the boundary at or before it.
  const limitUs = Math.min(playedUs + lastUs, Math.max(playedUs, duration * US_PER_SECOND));
  const spans = new Map<number, number>();
  for (const cue of cuePoints) {
    const atUs = atUsOf(cue, spliceType, playedUs);
    if (atUs > limitUs || cue.maxDuration <= 0 || cue.maxAds <= 0) continue;
    const boundaryUs = boundariesUs[nearestBoundary(boundariesUs, atUs)] ?? 0;
    const spanUs = Math.round(cue.maxDuration * US_PER_SECOND);
    spans.set(boundaryUs, (spans.get(boundaryUs) ?? 0) + spanUs);
  }
  return [...spans].map(([atUs, spanUs]) => ({ atUs, spanUs })).toSorted((a, b) => a.atUs - b.atUs);
}
