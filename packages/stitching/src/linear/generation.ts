// A linear channel is a row of generations: each save of its playlist begins one where the list of the one before
// ends. What a generation plays at a moment follows from its turn and its anchor alone, so that every process says
// the same, whenever it was started.
import { partAt, type Turn } from './lay-out-turn.ts';

/** What was made public when a generation took over; stored, never computed again. */
export interface Takeover {
  /** Epoch microseconds from which on it plays. */
  readonly fromUs: number;
  /** Epoch microseconds at which its first turn begins, or would have begun. */
  readonly anchorUs: number;
  /** Media sequence number of its first segment by rendition; 0 for those that are not named. */
  readonly numbers: Readonly<Record<string, number>>;
  /** By rendition, epoch microseconds before which none of its segments begins: dates never go back. */
  readonly earliestUs?: Readonly<Record<string, number>>;
  /** Discontinuities before its first segment. */
  readonly discontinuities: number;
  /** Seconds that EXT-X-TARGETDURATION says; only a save may raise it. */
  readonly targetDuration: number;
  /** What it follows is a break: its first segment ends it. */
  readonly endsBreak: boolean;
}

/** What a generation has counted when the next one takes over. */
export type Counted = Pick<Takeover, 'numbers' | 'earliestUs' | 'discontinuities'>;

/** The start of a playlist that nobody has asked for before. */
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
export interface Spell<T> {
  readonly takeover: Takeover;
  readonly turn: Turn;
  readonly loops: boolean;
  /** Where the next one takes over, epoch microseconds; Infinity for the newest. */
  readonly untilUs: number;
  readonly content: T;
}

/** Those that play at some time: a later save may overtake one that had not begun. Oldest first. */
export function spellsOf<T>(
  generations: readonly Omit<Spell<T>, 'untilUs'>[],
): readonly Spell<T>[] {
  const spells: Spell<T>[] = [];
  let untilUs = Number.POSITIVE_INFINITY;
  for (const generation of generations.toReversed()) {
    if (generation.takeover.fromUs >= untilUs) continue;
    spells.unshift({ ...generation, untilUs });
    untilUs = generation.takeover.fromUs;
  }
  return spells;
}

/** Where a spell ends, epoch microseconds: with the only turn, or where the next one takes over. */
export function endUsOf({ takeover, turn, loops, untilUs }: Spell<unknown>): number {
  const ownUs = loops ? Number.POSITIVE_INFINITY : takeover.anchorUs + turn.lengthUs;
  return Math.max(takeover.fromUs, Math.min(untilUs, ownUs));
}

/** The piece that plays at a moment. */
export interface PlayingPart {
  /** How many turns were played before. */
  readonly turns: number;
  readonly part: number;
  /** Start of the piece, epoch microseconds. */
  readonly startUs: number;
}

/** The piece that plays at an epoch time in microseconds. */
export function playingPart({ takeover, turn }: Spell<unknown>, atUs: number): PlayingPart {
  const sinceUs = Math.max(0, atUs - takeover.anchorUs);
  const turns = Math.floor(sinceUs / turn.lengthUs);
  const part = partAt(turn, sinceUs - turns * turn.lengthUs);
  const startUs = takeover.anchorUs + turns * turn.lengthUs + (turn.parts[part]?.startUs ?? 0);
  return { turns, part, startUs };
}
