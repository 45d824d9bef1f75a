/** Keys that step through the points of a chart. */

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** The point that a key leads to; undefined for other keys. */
export function pointByKey(key: string, index: number, points: number): number | undefined {
  if (points === 0) return;
  if (key === 'Home') return 0;
  if (key === 'End') return points - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(points - 1, index + step));
}
