// The source clock: epoch ms that all renditions of a channel share. It is the source's own date where it has one. A
// source without dates gets a clock that starts at the wall clock of the first fetch and runs by EXTINF; its renditions
// are aligned by discontinuity, by media sequence number, or by their edges.
import type { MediaPlaylist } from '@interlude/hls';
import { currentEpoch } from './place-playlist.ts';
import {
  indexOfNumber,
  middleMs,
  type SourceSegment,
  type SourceWindow,
  windowEdgeMs,
} from './source-window.ts';

interface SameDiscontinuity {
  readonly first: SourceSegment;
  readonly last: SourceSegment;
}

/** Discontinuities of each reference window, computed once: every other rendition looks its own up in them. */
const discontinuities = new WeakMap<SourceWindow, ReadonlyMap<number, SameDiscontinuity>>();

/** Segments of a window after an EXT-X-DISCONTINUITY, first and last, by discontinuity number. */
function discontinuitiesOf(window: SourceWindow): ReadonlyMap<number, SameDiscontinuity> {
  const known = discontinuities.get(window);
  if (known !== undefined) return known;
  const found = new Map<number, SameDiscontinuity>();
  for (const segment of window.segments) {
    if (!segment.discontinuity) continue;
    const { discontinuityNumber: number } = segment;
    found.set(number, { first: found.get(number)?.first ?? segment, last: segment });
  }
  discontinuities.set(window, found);
  return found;
}

function durationMs(playlist: MediaPlaylist, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++)
    sum += (playlist.segments[index]?.durationSeconds ?? 0) * 1000;
  return sum;
}

function byDiscontinuity(playlist: MediaPlaylist, reference: SourceWindow): number | undefined {
  if (!playlist.hasDiscontinuitySequence) return undefined;
  const offset = currentEpoch(reference)?.discontinuityOffset ?? 0;
  let number = playlist.discontinuitySequence + offset;
  for (const [index, segment] of playlist.segments.entries()) {
    if (!segment.discontinuity) continue;
    number++;
    const same = discontinuitiesOf(reference).get(number)?.first;
    if (same !== undefined) return same.startMs - durationMs(playlist, 0, index);
  }
  return undefined;
}

/** Share by which durations may differ while equal media sequence numbers still mean equal times. */
const SAME_DURATION = 0.1;

function byNumber(playlist: MediaPlaylist, reference: SourceWindow): number | undefined {
  const { numberOffset: offset = 0, firstNumber = 0 } = currentEpoch(reference) ?? {};
  for (const [index, segment] of playlist.segments.entries()) {
    const number = segment.msn + offset;
    const same = reference.segments[indexOfNumber(reference, number)];
    if (same?.number !== number || number < firstNumber) continue;
    const difference = Math.abs(same.durationMs - segment.durationSeconds * 1000);
    if (difference > same.durationMs * SAME_DURATION) return undefined;
    return same.startMs - durationMs(playlist, 0, index);
  }
  return undefined;
}

/** Start of a segment of the playlist on the clock of the reference rendition, ms. */
export function alignToReference(
  playlist: MediaPlaylist,
  index: number,
  reference: SourceWindow,
): number {
  const startMs =
    byDiscontinuity(playlist, reference) ??
    byNumber(playlist, reference) ??
    windowEdgeMs(reference) - durationMs(playlist, 0, playlist.segments.length);
  return startMs + durationMs(playlist, 0, index);
}

/**
 * Start of a discontinuity in the reference, ms, to which a rendition without dates is aligned; `wait` while the
 * reference has not reached it, undefined when it is not near `startMs`.
 */
export function meetingPoint(
  reference: SourceWindow,
  discontinuityNumber: number,
  startMs: number,
): number | 'wait' | undefined {
  const nearMs = reference.targetDuration * 2_000;
  const same = discontinuitiesOf(reference).get(discontinuityNumber)?.last;
  if (same !== undefined)
    return Math.abs(same.startMs - startMs) <= nearMs ? same.startMs : undefined;
  return windowEdgeMs(reference) < startMs + nearMs ? 'wait' : undefined;
}

/** Start of the first segment of a source without dates and without a reference. */
export function syntheticStart(playlist: MediaPlaylist, nowMs: number): number {
  return Math.round(nowMs - durationMs(playlist, 0, playlist.segments.length));
}

/** Discontinuity number that the reference rendition has at this time; undefined outside its window. */
export function discontinuityNumberAt(reference: SourceWindow, atMs: number): number | undefined {
  let nearest: number | undefined;
  let distance = reference.targetDuration * 1000;
  for (const segment of reference.segments) {
    const away = Math.abs(middleMs(segment) - atMs);
    if (away > distance) continue;
    distance = away;
    nearest = segment.discontinuityNumber;
  }
  return nearest;
}
