/** Why a break has no ad, as one reason of the closed list. */
import type { LossReason } from '@interlude/contract';
import type { Pod } from '@interlude/stitching';

/**
 * The reason of the pod; instead of `NO_USABLE_AD`, which says too little, the reason for which most ads were dropped,
 * of equal ones the first.
 * @returns undefined when the pod has ads
 */
export function lossReasonOf({ placements, reason, dropped }: Pod): LossReason | undefined {
  if (placements.some(({ kind }) => kind === 'ad')) {
    return undefined;
  }
  if (reason !== undefined && reason !== 'NO_USABLE_AD') {
    return reason;
  }
  const counts = new Map<LossReason, number>();
  for (const one of dropped) {
    counts.set(one.reason, (counts.get(one.reason) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? reason;
}
