// Whole ads where no slate fills a break (H18). Content after them must begin with a segment: players drop what
// is before a Period's start, and with it everything up to the next key frame. But a Period may end inside a
// segment, so the start of the ads is moved:
//
//   source   |--c--|==break==|==break==|==break==|--c--|
//   output   |--c--|=|-------- ad 1 + ad 2 ------|--c--|      = is the source's own break
import { boundaryAtOrAfter, type DashBoundaries } from '../dash-source/dash-window.ts';
import type { PlannedBreak } from '../plan/splice-plan.ts';
import type { Pod } from '../pods/pod.ts';
import { SMALL_HOLE_MS, SNAP_MS } from './visible-edge.ts';

/** End of an ad that is clipped instead of moving the ads, ms: some frames, within the rounding of decoders. */
const TAIL_MS = 100;

/** Times of a break, ms after the origin. */
interface Course {
  readonly cutMs: number;
  readonly endMs: number;
  /** The source has segment boundaries at its break markers. */
  readonly isConditioned: boolean;
}

type DeclaredPeriod = Pick<PlannedBreak, 'startMs' | 'endMs' | 'endsAnywhere'>;

function courseOf(window: DashBoundaries, declared: DeclaredPeriod): Course {
  const startMs = declared.startMs - window.originMs;
  const cutMs = boundaryAtOrAfter(window, startMs - SNAP_MS) ?? startMs;
  const isConditioned = declared.endsAnywhere !== true && cutMs - startMs <= SNAP_MS;
  return { cutMs, endMs: declared.endMs - window.originMs, isConditioned };
}

/** The first boundary at or after `atMs`; beyond the edge it is extrapolated by the source's segment duration. */
function expectedBoundary(
  window: DashBoundaries,
  { cutMs, endMs, isConditioned }: Course,
  atMs: number,
) {
  const known = boundaryAtOrAfter(window, atMs);
  if (known !== undefined) return known;
  const baseMs = Math.max(window.boundariesMs.at(-1) ?? cutMs, cutMs);
  const steps = Math.max(0, Math.ceil((atMs - baseMs) / window.segmentMs));
  const steadyMs = baseMs + steps * window.segmentMs;
  return isConditioned && endMs >= atMs ? Math.min(steadyMs, endMs) : steadyMs;
}

/**
 * The pod with its ads moved later, so that content can return at a segment boundary when the last one ends.
 * @returns a pod of the same ads, times in ms; the same pod when no move is needed or possible
 * @see rules D4, D8
 */
export function endOnBoundary(pod: Pod, declared: DeclaredPeriod, window: DashBoundaries): Pod {
  const last = pod.placements.at(-1);
  if (last === undefined || last.kind === 'slate') return pod;
  const course = courseOf(window, declared);
  const lengthMs = last.offsetMs + last.durationMs;
  const overMs = course.cutMs + lengthMs;
  const backMs = expectedBoundary(window, course, overMs - TAIL_MS);
  const roomMs = course.isConditioned
    ? course.endMs
    : expectedBoundary(window, course, course.endMs);
  const laterMs = backMs - overMs;
  if (laterMs <= SMALL_HOLE_MS || backMs > roomMs + SNAP_MS) return pod;
  return {
    ...pod,
    placements: pod.placements.map((placement) => ({
      ...placement,
      offsetMs: placement.offsetMs + laterMs,
    })),
    occupiesMs: Math.max(pod.occupiesMs, backMs + window.originMs - declared.startMs),
  };
}
