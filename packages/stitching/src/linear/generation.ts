// A linear channel is a row of generations: each save of its playlist begins one where the list of the one before
// ends. The content of a generation at a moment follows from its cycle and its anchor alone, so that every process
// lists the same, whenever it was started.
import { type Cycle, partAt } from './lay-out-cycle.ts';

/** Published values of a generation's takeover: stored, never computed again. */
export interface Takeover {
  /** Epoch microseconds from which on it plays. */
  readonly fromUs: number;
  /** Epoch microseconds at which its first cycle begins, or would have begun. */
  readonly anchorUs: number;
  /** Media sequence number of its first segment by rendition; 0 for those that are not named. */
  readonly numbers: Readonly<Record<string, number>>;
  /** By rendition, epoch microseconds before which none of its segments begins: dates never go back. */
  readonly earliestUs?: Readonly<Record<string, number>>;
  /** Discontinuities before its first segment. */
  readonly discontinuities: number;
  /** EXT-X-TARGETDURATION, seconds; only a save may raise it. */
  readonly targetDuration: number;
  /** It follows a break, which its first segment ends. */
  readonly endsBreak: boolean;
}

/** Counts of a generation when the next one takes over. */
export type Counted = Pick<Takeover, 'numbers' | 'earliestUs' | 'discontinuities'>;

/** The takeover of a generation without one before it. */
export function firstTakeover(startUs: number, targetDuration: number): Takeover {
  return {
    fromUs: startUs,
    anchorUs: startUs,
    numbers: {},
    discontinuities: 0,
    targetDuration,
    endsBreak: false,
  };
}

/** A generation among the others. */
export interface Generation<T> {
  readonly takeover: Takeover;
  readonly cycle: Cycle;
  readonly loops: boolean;
  /** Takeover of the next one, epoch microseconds; Infinity for the newest. */
  readonly untilUs: number;
  readonly content: T;
}

/**
 * Generations that play at some time, oldest first: a later save may overtake one that had not begun.
 * @returns generations with the epoch microseconds at which each ends
 * @see ADR 0023
 */
export function effectiveGenerations<T>(
  saves: readonly Omit<Generation<T>, 'untilUs'>[],
): readonly Generation<T>[] {
  const generations: Generation<T>[] = [];
  let untilUs = Number.POSITIVE_INFINITY;
  for (const save of saves.toReversed()) {
    if (save.takeover.fromUs >= untilUs) continue;
    generations.unshift({ ...save, untilUs });
    untilUs = save.takeover.fromUs;
  }
  return generations;
}

/** End of a generation, epoch microseconds: that of its only cycle, or the takeover of the next one. */
export function endUsOf({ takeover, cycle, loops, untilUs }: Generation<unknown>): number {
  const ownUs = loops ? Number.POSITIVE_INFINITY : takeover.anchorUs + cycle.lengthUs;
  return Math.max(takeover.fromUs, Math.min(untilUs, ownUs));
}

/** The piece that plays at a moment. */
export interface PlayingPart {
  /** Cycles played before. */
  readonly cycles: number;
  readonly part: number;
  /** Start of the piece, epoch microseconds. */
  readonly startUs: number;
}

/** The piece that plays at an epoch time in microseconds. */
export function playingPart({ takeover, cycle }: Generation<unknown>, atUs: number): PlayingPart {
  const sinceUs = Math.max(0, atUs - takeover.anchorUs);
  const cycles = Math.floor(sinceUs / cycle.lengthUs);
  const part = partAt(cycle, sinceUs - cycles * cycle.lengthUs);
  const startUs = takeover.anchorUs + cycles * cycle.lengthUs + (cycle.parts[part]?.startUs ?? 0);
  return { cycles, part, startUs };
}
