// Order in which the tracker enters the cues of one manifest: by time, whatever the order of its tags or events.
import type { Cue } from '../cues/cue.ts';
import { compareNesting } from '../cues/nested-starts.ts';
import type { AdBreak } from './ad-break.ts';

/** Starts of one break, from several dialects or rounded elapsed times, differ by at most this, ms. */
export const SAME_START_MS = 2_500;

const ORDER: Readonly<Record<Cue['kind'], number>> = { cancel: 0, in: 1, out: 2, cont: 3 };

/** By time; at one time cancels and returns before starts, and the outermost start first. */
function compareCues(a: Cue, b: Cue): number {
  const order = a.atMs - b.atMs || ORDER[a.kind] - ORDER[b.kind];
  return order !== 0 || a.kind !== 'out' ? order : compareNesting(a, b);
}

type Start = Pick<AdBreak, 'startMs' | 'eventId' | 'rangeId'>;

function areOther(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** @param starts ascending by time */
function startsAround(starts: readonly Start[], atMs: number): readonly Start[] {
  let [first, end] = [0, starts.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((starts[middle]?.startMs ?? 0) < atMs - SAME_START_MS) first = middle + 1;
    else end = middle;
  }
  while ((starts[end]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs + SAME_START_MS) end += 1;
  return starts.slice(first, end);
}

/**
 * Places a return (SCTE35-IN) of an EXT-X-DATERANGE: at the end of the range when that is the break's own range, which
 * begins with the break and may have lost its SCTE35-OUT; else at its START-DATE.
 * @param starts ascending by time
 * @see RFC 8216 §4.3.2.7.1
 */
export function placedReturn(cue: Cue, starts: readonly Start[]): Cue {
  const { rangeEndMs, atMs } = cue;
  if (cue.kind !== 'in' || rangeEndMs === undefined) return cue;
  const isOwnRange = startsAround(starts, atMs).some(
    ({ eventId, rangeId }) => !areOther(eventId, cue.eventId) && !areOther(rangeId, cue.rangeId),
  );
  return isOwnRange ? { ...cue, atMs: rangeEndMs } : cue;
}

/** @param breaks known before these cues */
export function cuesInOrder(cues: readonly Cue[], breaks: readonly AdBreak[]): Cue[] {
  const outs = cues.filter(({ kind }) => kind === 'out');
  const starts = [...breaks, ...outs.map((out) => ({ ...out, startMs: out.atMs }))].sort(
    (a, b) => a.startMs - b.startMs,
  );
  return cues.map((cue) => placedReturn(cue, starts)).sort(compareCues);
}
