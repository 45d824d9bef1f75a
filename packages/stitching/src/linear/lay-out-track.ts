// Begin and end of a cycle's pieces in one rendition. Audio segments end at other times than video segments: each
// keeps its distance to the video of its item, in the lists as in the media (RFC 8216 6.2.4), and the piece
// before it goes on, or ends, up to there.
import { nearestBoundary } from './cue-places.ts';
import type { LinearTrack } from './hls-item.ts';
import type { Cycle, CyclePart } from './lay-out-cycle.ts';

interface BegunPiece {
  readonly part: CyclePart;
  readonly track: LinearTrack;
  /** Index of its first segment in the track. */
  readonly first: number;
  /** Start of that segment after the cycle's start, microseconds. */
  readonly beginUs: number;
}

export interface TrackPiece extends BegunPiece {
  readonly count: number;
  /** Start of the first segment behind it. */
  readonly nextUs: number;
}

/** Audio ends with the frame that is nearest to the end of the video. */
const SAME_CUT_US = 100_000;
/** Share of a segment by which a piece may begin late, so that it need not be early by nearly a whole one (H22). */
const LATE_SHARE = 0.2;

/** Number of the track's own discontinuities at or before a time. */
function jointsUntil({ segments, boundariesUs, discontinuities }: LinearTrack, untilUs: number) {
  if ((discontinuities.at(-1) ?? 0) === 0) return 0;
  return segments.filter(
    ({ discontinuity }, index) => discontinuity && (boundariesUs[index] ?? 0) <= untilUs,
  ).length;
}

/** Index of the boundary nearest to `from` with as many own discontinuities before it as the video has (H3). */
function withJoints(
  { segments }: LinearTrack,
  from: number,
  { joints, counted }: { readonly joints: number; readonly counted: (index: number) => number },
): number {
  let index = from;
  while (index > 0 && counted(index) > joints) index--;
  while (index < segments.length && counted(index) < joints) index++;
  return index;
}

/** Index of the last boundary at or before a time, or of one hardly behind it. */
function boundaryFor({ boundariesUs }: LinearTrack, atUs: number): number {
  const at = (index: number) => boundariesUs[index] ?? 0;
  const nearest = nearestBoundary(boundariesUs, atUs);
  const lateUs = at(nearest) - atUs;
  const most = Math.max(SAME_CUT_US, (at(nearest) - at(nearest - 1)) * LATE_SHARE);
  return lateUs > most ? nearest - 1 : nearest;
}

/** Begins a piece, rather early than late: players bear an overlap with the piece before it, but stop at a hole. */
function begin(part: CyclePart, track: LinearTrack, before: BegunPiece | undefined): BegunPiece {
  const { boundariesUs, discontinuities } = track;
  const { startUs, fromUs, untilUs } = part;
  const last = track.segments.length - 1;
  const joints = jointsUntil(track, fromUs + SAME_CUT_US);
  const counted = (index: number) => discontinuities[index + 1] ?? joints;
  const dateOf = (index: number) => startUs + (boundariesUs[index] ?? 0) - fromUs;
  const wanted = boundaryFor(track, fromUs);
  const nearest = Math.min(withJoints(track, wanted, { joints, counted }), last);
  const earliestUs = Math.min(startUs, before === undefined ? startUs : middleUs(before));
  const isEarly = (index: number) => dateOf(index) < earliestUs;
  const isLate = (index: number) => (boundariesUs[index] ?? 0) >= untilUs;
  const isSame = (index: number) => index >= 0 && index <= last && counted(index) === joints;
  let first = nearest;
  while (isEarly(first) && isSame(first + 1)) first++;
  while (isLate(first) && isSame(first - 1)) first--;
  // No segment begins in its time: it plays the nearest one.
  if (isEarly(first) || isLate(first)) return { part, track, first: nearest, beginUs: startUs };
  return { part, track, first, beginUs: dateOf(first) };
}

/** Index behind the segments that a piece plays at least: one, and one behind each of its discontinuities. */
function leastOf({ part, track, first }: BegunPiece): number {
  const joints = jointsUntil(track, part.untilUs - SAME_CUT_US);
  let until = first + 1;
  while (until < track.segments.length && (track.discontinuities[until] ?? 0) < joints) until++;
  return until;
}

/** Earliest begin of the next piece: the middle of the last segment that this one plays at least. */
function middleUs(piece: BegunPiece): number {
  const { track, first, beginUs } = piece;
  const at = (index: number) => track.boundariesUs[index] ?? 0;
  const least = leastOf(piece);
  return beginUs + (at(least - 1) + at(least)) / 2 - at(first);
}

/** Ends a piece at the boundary nearest to the begin of the next; no segment's middle is behind the video's end. */
function end(piece: BegunPiece, nextUs: number): TrackPiece {
  const { part, track, first, beginUs } = piece;
  const { boundariesUs, discontinuities } = track;
  const untilUs = Math.min(nextUs, part.startUs + part.untilUs - part.fromUs);
  const nearest = nearestBoundary(boundariesUs, (boundariesUs[first] ?? 0) + untilUs - beginUs);
  const joints = jointsUntil(track, part.untilUs - SAME_CUT_US);
  const counted = (index: number) => discontinuities[index] ?? joints;
  const until = withJoints(track, nearest, { joints, counted });
  return { ...piece, nextUs, count: Math.max(until, first + 1) - first };
}

/** The pieces of a cycle in a rendition. */
export function layOutTrack(
  { parts, lengthUs }: Cycle,
  trackOf: (part: CyclePart) => LinearTrack | undefined,
): readonly TrackPiece[] {
  const begun: BegunPiece[] = [];
  for (const part of parts) {
    const track = trackOf(part);
    if (track !== undefined) begun.push(begin(part, track, begun.at(-1)));
  }
  return begun.map((piece, index) => end(piece, begun[index + 1]?.beginUs ?? lengthUs));
}
