// A save of a running playlist: the new programme takes over where the list of the running one ends by then.
import {
  type Counted,
  endUsOf,
  firstTakeover,
  type Generation,
  playingPart,
  type Takeover,
} from './generation.ts';
import type { Cycle } from './lay-out-cycle.ts';
import { LINEAR_LIMITS, US_PER_MS, US_PER_SECOND } from './linear-limits.ts';

/** Boundaries at which a content can be cut (-1 = filler), microseconds. */
export type BoundariesOf = (content: number) => readonly number[];

export interface NextProgramme {
  readonly cycle: Cycle;
  readonly loops: boolean;
  /** Start date of the playlist, epoch microseconds. */
  readonly startUs: number;
  /** Seconds. */
  readonly targetDuration: number;
  readonly boundariesOf: BoundariesOf;
}

/** Place at which the running programme is left. */
interface Exit {
  readonly atUs: number;
  readonly endsBreak: boolean;
}

type Running = Generation<{ readonly boundariesOf: BoundariesOf }>;

/**
 * Least part of an item that a save leaves on either side, seconds to microseconds: two segments of
 * every rendition. With less, audio of another cadence would reach far into the next item, and
 * sessions could not distinguish two breaks.
 */
const leastPieceUs = (targetDuration: number) => 2 * targetDuration * US_PER_SECOND;

/** First boundary at or after a moment that is in no break. */
function exitOf(running: Running, earliestUs: number): Exit {
  const { cycle, takeover, content } = running;
  const endUs = endUsOf({ ...running, untilUs: Number.POSITIVE_INFINITY });
  if (endUs <= earliestUs) {
    const last = cycle.parts.at(-1);
    return { atUs: earliestUs, endsBreak: last?.adBreak !== undefined };
  }
  const { cycles, part: index, startUs } = playingPart(running, earliestUs);
  const part = cycle.parts[index];
  if (part === undefined || (startUs === earliestUs && part.adBreak === undefined))
    return { atUs: earliestUs, endsBreak: followsBreak(cycle, cycles, index) };
  if (part.adBreak !== undefined) {
    const cycleUs = takeover.anchorUs + cycles * cycle.lengthUs;
    return { atUs: cycleUs + part.adBreak.untilUs, endsBreak: true };
  }
  const leastUs = leastPieceUs(takeover.targetDuration);
  const mediaUs = Math.max(part.fromUs + leastUs, part.fromUs + earliestUs - startUs);
  const boundaries = content.boundariesOf(part.content);
  const nextUs = boundaries.find((boundaryUs) => boundaryUs >= mediaUs) ?? part.untilUs;
  return { atUs: startUs + Math.min(nextUs, part.untilUs) - part.fromUs, endsBreak: false };
}

const followsBreak = ({ parts }: Cycle, cycles: number, index: number) =>
  (index > 0 || cycles > 0) && parts.at(index - 1)?.adBreak !== undefined;

/** The epoch time in the new programme's own schedule at which it can be joined near a moment. */
function entryUs(next: NextProgramme, atUs: number): number {
  const { cycle, startUs, loops } = next;
  if (!loops && atUs >= startUs + cycle.lengthUs) return atUs;
  const own = {
    takeover: firstTakeover(startUs, next.targetDuration),
    ...{ cycle, loops, untilUs: Number.POSITIVE_INFINITY, content: undefined },
  };
  const place = playingPart(own, atUs);
  const part = cycle.parts[place.part];
  if (part === undefined) return atUs;
  const cycleUs = startUs + place.cycles * cycle.lengthUs;
  // A break is never joined in its middle.
  if (part.adBreak !== undefined)
    return atUs === cycleUs + part.adBreak.startUs ? atUs : cycleUs + part.adBreak.untilUs;
  const mediaUs = part.fromUs + atUs - place.startUs;
  const boundaries = next.boundariesOf(part.content);
  const beforeUs = boundaries.findLast((boundaryUs) => boundaryUs <= mediaUs) ?? part.fromUs;
  const fromUs = Math.max(beforeUs, part.fromUs);
  const isLast = !loops && place.part === cycle.parts.length - 1;
  // With so little left of an item, the next one begins.
  const isOver = part.untilUs - fromUs < leastPieceUs(next.targetDuration) && !isLast;
  return place.startUs + (isOver ? part.untilUs : fromUs) - part.fromUs;
}

/** The generation that plays last before a moment. */
const runningAt = <T>(generations: readonly Generation<T>[], atUs: number) =>
  generations.findLast(({ takeover }) => takeover.fromUs <= atUs);

/**
 * Takeover of a saved programme from the running one.
 * @param generations those that are stored, oldest first
 * @param nowMs epoch ms
 * @param counted numbers of the running generation at its exit
 * @returns its start and its first numbers; to be stored, never computed again
 * @see RFC 8216 §6.2.2; rules H1, H2, H12
 */
export function takeOver<T extends { readonly boundariesOf: BoundariesOf }>(
  generations: readonly Generation<T>[],
  next: NextProgramme,
  nowMs: number,
  counted: (running: Generation<T>, atUs: number) => Counted,
): Takeover {
  const { startUs } = next;
  const earliestUs = Math.max((nowMs + LINEAR_LIMITS.takeoverMs) * US_PER_MS, startUs);
  const running = runningAt(generations, earliestUs);
  // Nothing was listed yet: no number has to go on.
  if (running === undefined) return firstTakeover(startUs, next.targetDuration);
  const exit = exitOf(running, earliestUs);
  return {
    fromUs: exit.atUs,
    anchorUs: startUs + exit.atUs - entryUs(next, exit.atUs),
    ...counted(running, exit.atUs),
    targetDuration: Math.max(running.takeover.targetDuration, next.targetDuration),
    endsBreak: exit.endsBreak,
  };
}
