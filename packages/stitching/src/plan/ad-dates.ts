// Dates of ads. They go on as if the replaced content were playing (H11); but ads end at other times
// than content segments begin, and an ad that reaches past the return would be dated after it:
//
//   source   |==break==|==break==|--c--|         c is dated 12:00:04, whatever comes before it
//   output   |--- ad 1 ---|- ad 2 --|--c--|      ad 2's last segment began at 12:00:04.2
//
// Then the dates of the break run a little slower than its ads, so that they never go back.
import type { Placement } from './splice-plan.ts';

/** Start of the last ad segment after the break's start in the rendition where it is latest, ms. */
function lastStartMs(placements: readonly Placement[]): number {
  const last = placements.at(-1);
  if (last === undefined) return 0;
  const starts = Object.values(last.creative.renditions).map((rendition) => {
    const within = rendition.startsMs.filter((startMs) => startMs < last.durationMs);
    return within.at(-1) ?? 0;
  });
  return last.offsetMs + Math.max(0, ...starts);
}

/**
 * @param earliestBackMs where a rendition may come back to the source at the earliest, ms after the break's start
 * @returns seconds of date per second of ads
 */
export function dateScaleOf(placements: readonly Placement[], earliestBackMs: number): number {
  const lastMs = lastStartMs(placements);
  return lastMs <= earliestBackMs || lastMs === 0 ? 1 : Math.max(0, earliestBackMs) / lastMs;
}
