// Where the pieces of a cycle begin and end in one rendition. Audio is cut elsewhere than the video: each of its
// segments keeps its distance to the video of its item, in the lists as in the media (RFC 8216 6.2.4), and the
// piece before it goes on, or ends, up to there.
import { nearestBoundary } from './cue-places.ts';
import type { LinearTrack } from './hls-item.ts';
import type { Cycle, CyclePart } from './lay-out-cycle.ts';

interface BegunPiece {
  readonly part: CyclePart;
  readonly track: LinearTrack;
  /** Index of its first segment in the track. */
  readonly first: number;
  /** When that begins, after the cycle's start, microseconds. */
  readonly beginUs: number;
}

export interface TrackPiece extends BegunPiece {
  readonly count: number;
  /** When the first segment behind it begins. */
  readonly nextUs: number;
}

/** Audio ends with the frame that is nearest to the end of the video. */
const SAME_CUT_US = 100_000;
/** How much of its first segment a piece may be late, so that it need not be early by nearly all of one (H22). */
const LATE_SHARE = 0.2;

/** Own discontinuities of the track that stand at a time or before it. */
function jointsUntil({ segments, boundariesUs, discontinuities }: LinearTrack, untilUs: number) {
  if ((discontinuities.at(-1) ?? 0) === 0) return 0;
  return segments.filter(
    ({ discontinuity }, index) => discontinuity && (boundariesUs[index] ?? 0) <= untilUs,
  ).length;
}

/** The boundary nearest to an index that has as many own discontinuities as the video before it (H3). */
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

/** The last boundary at or before a time, or one that is hardly behind it. */
function boundaryFor({ boundariesUs }: LinearTrack, atUs: number): number {
  const at = (index: number) => boundariesUs[index] ?? 0;
  const nearest = nearestBoundary(boundariesUs, atUs);
  const lateUs = at(nearest) - atUs;
  const most = Math.max(SAME_CUT_US, (at(nearest) - at(nearest - 1)) * LATE_SHARE);
  return lateUs > most ? nearest - 1 : nearest;
}

/** Rather early than late: what it covers of the piece before it is heard, while a hole would stop players. */
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

/** What it must play, whenever the next one begins: one segment, and one behind each of its discontinuities. */
function leastOf({ part, track, first }: BegunPiece): number {
  const joints = jointsUntil(track, part.untilUs - SAME_CUT_US);
  let until = first + 1;
  while (until < track.segments.length && (track.discontinuities[until] ?? 0) < joints) until++;
  return until;
}

/** From the middle of that on the next may begin. */
function middleUs(piece: BegunPiece): number {
  const { track, first, beginUs } = piece;
  const at = (index: number) => track.boundariesUs[index] ?? 0;
  const least = leastOf(piece);
  return beginUs + (at(least - 1) + at(least)) / 2 - at(first);
}

/** Ends at the boundary nearest to the begin of what comes next; the middle of none lies behind the video's end. */
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
