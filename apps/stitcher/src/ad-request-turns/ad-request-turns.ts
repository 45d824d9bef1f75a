/**
 * Spaces ad requests so that an ad server gets no more requests a second, from all stitchers together, than its
 * channels allow: stitchers take turns in the database. A single stitcher takes them in memory. While the database is
 * away each stitcher keeps to its share of the limit.
 * @see ADR 0069
 */
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import { LocalTurns } from './local-turns.ts';
import { turnLimits } from './turn-limits.ts';
import type { TurnStore, TurnsGiven, TurnsWanted, TurnWanted } from './turns.ts';

export interface AdRequestTurnsOptions {
  /** Left out: turns are those of this process. */
  readonly store: TurnStore | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Number of running stitchers, this one included. */
  readonly stitchers: () => number;
}

interface Waiting extends TurnWanted {
  readonly given: (inMs: number | undefined) => void;
}

/** The request with the earliest deadline first. */
const soonestFirst = (a: Waiting, b: Waiting) => a.withinMs - b.withinMs;

function wantedBy(waiting: readonly Waiting[]): TurnsWanted | undefined {
  const [first] = waiting;
  const last = waiting.at(-1);
  return first && last && { ...first, count: waiting.length, withinMs: last.withinMs };
}

/** Gives out turns in order of deadline; requests whose turn would come after their deadline get none. */
function giveOut(waiting: readonly Waiting[], { firstInMs, count }: TurnsGiven): void {
  let taken = 0;
  for (const { given, withinMs, perSecond } of waiting) {
    const inMs = firstInMs + (taken * 1000) / perSecond;
    const isGiven = taken < count && inMs <= withinMs;
    if (isGiven) taken += 1;
    given(isGiven ? inMs : undefined);
  }
}

export class AdRequestTurns {
  readonly #options: AdRequestTurnsOptions;
  readonly #local: LocalTurns;
  /** By tenant and ad server, then by rate: the channels of a tenant may have different limits for one server. */
  readonly #waiting = new Map<string, Map<number, Waiting[]>>();
  #working: Promise<void> | undefined;
  /** No statement is sent before this time, epoch ms. */
  #awayUntilMs = 0;
  #isAway = false;

  constructor(options: AdRequestTurnsOptions) {
    this.#options = options;
    this.#local = new LocalTurns(options.clock);
  }

  /**
   * Takes a turn. Never rejects.
   * @returns ms until the turn; undefined: none begins within `withinMs`
   */
  take({ perSecond, ...about }: TurnWanted): Promise<number | undefined> {
    const wanted = { ...about, perSecond: perSecond * turnLimits.share };
    const { store, stitchers } = this.#options;
    if (store === undefined || stitchers() === 1) {
      return Promise.resolve(this.#local.take(wanted, 1));
    }
    return new Promise((given) => {
      this.#queueOf(wanted).push({ ...wanted, given });
      this.#working ??= this.#work(store);
    });
  }

  #queueOf({ tenantId, server, perSecond }: TurnWanted): Waiting[] {
    const key = `${tenantId} ${server}`;
    const ofServer = this.#waiting.get(key) ?? new Map<number, Waiting[]>();
    this.#waiting.set(key, ofServer);
    const queue = ofServer.get(perSecond) ?? [];
    ofServer.set(perSecond, queue);
    return queue;
  }

  async #work(store: TurnStore): Promise<void> {
    // Requests of one event-loop turn share one statement.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const batch = this.#nextBatch();
      const given = await this.#ask(
        store,
        batch.flatMap((of) => wantedBy(of) ?? []),
      );
      for (const [index, of] of batch.entries()) {
        const turns = given?.[index];
        if (turns) giveOut(of, turns);
        else for (const one of of) one.given(this.#local.take(one, this.#options.stitchers()));
      }
    }
    this.#working = undefined;
  }

  /**
   * One group of one rate per ad server, as the turns of a server are one row; its other rates follow in later batches.
   */
  #nextBatch(): Waiting[][] {
    return Array.from(this.#waiting, ([server, rates]) => {
      const [[perSecond, queue] = [0, []]] = rates;
      const group = queue.splice(0, turnLimits.batch);
      rates.delete(perSecond);
      if (queue.length > 0) rates.set(perSecond, queue);
      if (rates.size === 0) this.#waiting.delete(server);
      return group.sort(soonestFirst);
    });
  }

  /** Turns from the database; undefined while it is away. */
  async #ask(
    store: TurnStore,
    wanted: readonly TurnsWanted[],
  ): Promise<readonly TurnsGiven[] | undefined> {
    const { clock, logger } = this.#options;
    if (clock.now() < this.#awayUntilMs) return undefined;
    try {
      const given = await withTimeout(store.take(wanted), turnLimits.withinMs, () => {
        throw new Error(`no answer for ${turnLimits.withinMs} ms`);
      });
      if (this.#isAway) logger.info('turns of ad requests are those of all stitchers again');
      this.#isAway = false;
      return given;
    } catch (error) {
      if (!this.#isAway) {
        logger.error(
          { error },
          'turns of ad requests cannot be taken: each stitcher keeps to its share of the limits',
        );
      }
      this.#isAway = true;
      this.#awayUntilMs = clock.now() + turnLimits.retryAfterMs;
      return undefined;
    }
  }
}
