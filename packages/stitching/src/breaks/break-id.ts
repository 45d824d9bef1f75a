import type { Cue } from '../cues/cue.ts';

const HOUR_MS = 3_600_000;
const BUCKET_MS = 10_000;

function safe(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 64);
}

/**
 * The id of a break, the same for every session that sees any part of it: its event id and the hour, because event
 * ids come again after hours; else its start to ten seconds, because a stitcher that joins in its middle knows the
 * start only from rounded elapsed times.
 */
function breakId({ eventId }: Pick<Cue, 'eventId'>, startMs: number): string {
  return eventId === undefined
    ? `t${Math.floor(startMs / BUCKET_MS).toString(36)}`
    : `e${safe(eventId)}-${Math.floor(startMs / HOUR_MS).toString(36)}`;
}

/** Ids of the breaks of one channel; a second break of one id gets `-2` behind it, and so on. */
export class BreakIds {
  readonly #taken: Set<string>;
  /** By id: the suffix to try next, so that many breaks of one id cost no more than others. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  take(cue: Pick<Cue, 'eventId'>, startMs: number): string {
    const id = breakId(cue, startMs);
    let free = id;
    for (let count = this.#next.get(id) ?? 2; this.#taken.has(free); count += 1) {
      free = `${id}-${count}`;
      this.#next.set(id, count + 1);
    }
    this.#taken.add(free);
    return free;
  }
}
