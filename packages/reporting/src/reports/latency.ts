/** Percentiles of latencies that were counted in classes. */
import { demandLatencyBoundsMs } from '../break-records/demand.ts';

/**
 * The upper bound of the class in which a share of the requests lies: 0.95 = 95 of 100 took at most as long.
 * @param histogram by `demandLatencyBoundsMs`, one more place for longer latencies
 * @returns milliseconds; null: nothing was measured, or it took longer than the last bound
 */
export function percentileOf(histogram: readonly number[], share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [place, count] of histogram.entries()) {
    below += count;
    if (total > 0 && below >= share * total) {
      return demandLatencyBoundsMs[place] ?? null;
    }
  }
  return null;
}
