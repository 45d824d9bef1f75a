/** Stalls and exits near splices, as one event carries them and rollups add them. */

export interface QualitySums {
  /** Splices that were reached, at which a stall would have been seen. */
  readonly stallSplices: number;
  readonly stalls: number;
  /** Splices that were reached, at which an exit would have been seen. */
  readonly exitSplices: number;
  readonly exits: number;
}

/** @returns numbers by position, for JSON */
export const encodeQuality = (sums: QualitySums): readonly number[] => [
  sums.stallSplices,
  sums.stalls,
  sums.exitSplices,
  sums.exits,
];

/** Undefined for anything else than what `encodeQuality` gives. Never throws. */
export function decodeQuality(field: unknown): QualitySums | undefined {
  if (!Array.isArray(field)) return undefined;
  const [stallSplices = 0, stalls = 0, exitSplices = 0, exits = 0] = field.map((value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : 0,
  );
  return { stallSplices, stalls, exitSplices, exits };
}
