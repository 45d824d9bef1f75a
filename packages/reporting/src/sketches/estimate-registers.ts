/**
 * The improved raw estimator of Ertl: no constants from measurements, no switch between estimators, and the same
 * formula from one value to more than the hash can distinguish.
 * @see Ertl, New cardinality estimation algorithms for HyperLogLog sketches (2017), algorithms 5 and 6
 */

/** Registers without a value: x + sum of x^(2^k) 2^(k-1). */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let power = share;
  let weight = 1;
  let sum = share;
  for (let before = -1; before !== sum; ) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight += weight;
  }
  return sum;
}

/** Registers at the largest rank: (1 - x - sum of (1 - x^(2^-k))^2 2^-k) / 3. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let root = share;
  let weight = 1;
  let sum = 1 - share;
  for (let before = -1; before !== sum; ) {
    before = sum;
    root = Math.sqrt(root);
    weight *= 0.5;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}

/**
 * @param counts how many registers have each rank, from 0 to the largest possible one
 * @returns not rounded
 */
export function estimateRegisters(counts: Float64Array): number {
  const registers = counts.reduce((sum, count) => sum + count, 0);
  const last = counts.length - 1;
  let sum = registers * tau(1 - (counts[last] ?? 0) / registers);
  for (let rank = last - 1; rank >= 1; rank -= 1) {
    sum = 0.5 * (sum + (counts[rank] ?? 0));
  }
  sum += registers * sigma((counts[0] ?? 0) / registers);
  return registers ** 2 / (2 * Math.LN2 * sum);
}
