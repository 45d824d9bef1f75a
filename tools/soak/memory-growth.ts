/** How the memory of a long run grows. */

export interface MemorySample {
  /** Since the run began, simulated or not. */
  readonly atHours: number;
  readonly megabytes: number;
}

/** Caches and pools fill in the first part of a run: samples of this share of it are left out. */
const fillingShare = 1 / 6;

/**
 * Growth by the line of least squares through the samples, percent of their mean for each hour.
 * @returns undefined with fewer than three samples behind the filling of caches
 */
export function growthPercentAnHour(samples: readonly MemorySample[]): number | undefined {
  const endHours = samples.at(-1)?.atHours ?? 0;
  const filled = samples.filter(({ atHours }) => atHours > endHours * fillingShare);
  if (filled.length < 3) return undefined;
  const meanOf = (value: (sample: MemorySample) => number) =>
    filled.reduce((sum, sample) => sum + value(sample), 0) / filled.length;
  const hours = meanOf(({ atHours }) => atHours);
  const megabytes = meanOf((sample) => sample.megabytes);
  const common = meanOf((sample) => (sample.atHours - hours) * (sample.megabytes - megabytes));
  const spread = meanOf(({ atHours }) => (atHours - hours) ** 2);
  return (100 * common) / spread / megabytes;
}
