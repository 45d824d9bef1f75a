/** One line of a bench's table. */
export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  /** The compared value: another program in the same run, or the target. */
  readonly peer: string;
  /** ours / peer; `better` names the good direction. */
  readonly ratio: number;
  readonly better: 'higher' | 'lower';
  readonly isTargetMet: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** A figure against a target, in `unit`. */
export function againstTarget(
  what: string,
  value: number,
  target: { readonly value: number; readonly unit: string; readonly better: 'higher' | 'lower' },
): BenchRow {
  const { value: wanted, unit, better } = target;
  const shown = value >= 100 ? Math.round(value).toString() : value.toFixed(1);
  return {
    what,
    ours: `${shown} ${unit}`,
    peer: `${better === 'lower' ? '<=' : '>='} ${wanted} ${unit} (target)`,
    ratio: value / wanted,
    better,
    isTargetMet: better === 'lower' ? value <= wanted : value >= wanted,
  };
}
