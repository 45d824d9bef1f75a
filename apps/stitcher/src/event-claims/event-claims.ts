/**
 * Each event of an ad happens at one stitcher, whichever of them see requests for its segments: it is claimed in the
 * database that all share. While the database is slow or away events wait for it, ad segments do not. When it has not
 * answered for 20 s, an event happens once at each stitcher.
 * @see ADR 0067
 */
import { randomUUID } from 'node:crypto';
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { claimLimits } from './claim-limits.ts';

/** A claim of events of one ad in a session. */
export interface StoredClaim {
  readonly tenantId: string;
  readonly session: string;
  readonly breakId: string;
  readonly slot: number;
  /** A bit each; bit 0 is the impression. */
  readonly events: number;
  /** Id of the claim: the same when the claim is repeated because its answer was lost. */
  readonly id: string;
}

/** Events of an ad to be claimed, a bit each, as `bitOf` gives it. */
export interface AdEventsClaim extends Pick<StoredClaim, 'breakId' | 'slot' | 'events'> {
  /** Events that have happened in this process. */
  readonly known: number;
}

/** Events that had happened before a claim, and those that have happened with it. */
export interface Claimed {
  readonly before: number;
  readonly after: number;
}

/** The database. */
export interface ClaimStore {
  claim(claims: readonly StoredClaim[]): Promise<readonly Claimed[]>;
}

export interface EventClaimsOptions {
  /** Left out: events happen in this process alone. */
  readonly store: ClaimStore | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<StitcherMetrics, 'eventClaims'>;
  /** Number of stitchers, this one included. */
  readonly stitchers: () => number;
}

interface Waiting {
  readonly claim: StoredClaim;
  /** Epoch ms. */
  readonly giveUpAtMs: number;
  readonly claimed: (answer: Claimed | undefined) => void;
}

/** Distinguishes claims of this process; the claims themselves are counted. */
const processMark = randomUUID().slice(0, 8);
let claimCount = 0;

const placeOf = ({ tenantId, session, breakId, slot }: StoredClaim) =>
  `${tenantId} ${session} ${slot} ${breakId}`;

export class EventClaims {
  readonly #options: EventClaimsOptions;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  /** No ad segment waits for the database until then, epoch ms. */
  #slowUntilMs = 0;
  #isAway = false;
  readonly #stopped = Promise.withResolvers<void>();
  #isStopping = false;

  constructor(options: EventClaimsOptions) {
    this.#options = options;
  }

  /** Whether another process may see requests of a session, or has seen some. */
  areNeeded(session: PlaybackSession): boolean {
    const { store, stitchers } = this.#options;
    return store !== undefined && !session.isMonitor && (session.isResumed || stitchers() > 1);
  }

  /**
   * Claims events of an ad. Never rejects.
   * @returns undefined when the database has not answered for 20 s, too many claims wait, or the process stops
   */
  async claim(
    { subject: { tenantId, sessionId: session } }: PlaybackSession,
    { breakId, slot, events, known }: AdEventsClaim,
  ): Promise<Claimed | undefined> {
    claimCount += 1;
    const id = `${processMark}-${claimCount.toString(36)}`;
    const claim = { tenantId, session, breakId, slot, events: events | known, id };
    const answer = await this.#answerTo(claim);
    this.#options.metrics.eventClaims.add({ outcome: outcomeOf(answer, events) });
    return answer;
  }

  /**
   * Waits for work that follows from a claim, on behalf of an ad segment: 400 ms at most, and not at all where claims
   * took longer within the last second, or the database is away. Never rejects if `work` does not.
   */
  async inTime(work: Promise<void>): Promise<void> {
    const { clock } = this.#options;
    if (this.#isAway || clock.now() < this.#slowUntilMs) return;
    await withTimeout(work, claimLimits.withinMs, () => {
      this.#slowUntilMs = clock.now() + claimLimits.retryAfterMs;
    });
  }

  /** Sends waiting claims as long as the database answers; the others resolve with undefined. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped.resolve();
    await this.#working;
  }

  #answerTo(claim: StoredClaim): Promise<Claimed | undefined> {
    if (this.#waiting.length >= claimLimits.waiting) {
      return Promise.resolve(undefined);
    }
    const giveUpAtMs = this.#options.clock.now() + claimLimits.answeredWithinMs;
    return new Promise((claimed) => {
      this.#waiting.push({ claim, giveUpAtMs, claimed });
      this.#working ??= this.#work();
    });
  }

  /** The next claims for one statement, of different ads: those of one ad go one after the other. */
  #nextBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const place = placeOf(waiting.claim);
      if (batch.size < claimLimits.batch && !batch.has(place)) {
        batch.set(place, waiting);
      } else {
        later.push(waiting);
      }
    }
    this.#waiting = later;
    return [...batch.values()];
  }

  async #work(): Promise<void> {
    // Claims of one turn of the event loop share a statement.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      const answers = await this.#ask(batch.map(({ claim }) => claim));
      if (!answers && !this.#isStopping) {
        // The claims may have been carried out: a repeated one gets the answer of the first time, by its id.
        this.#waiting = [...batch, ...this.#waiting];
        this.#giveUp();
        await withTimeout(this.#stopped.promise, claimLimits.retryAfterMs, () => undefined);
        continue;
      }
      if (!answers) {
        // A stop does not wait 5 s for each batch.
        batch.push(...this.#waiting.splice(0));
      }
      for (const [index, { claimed }] of batch.entries()) {
        claimed(answers?.[index]);
      }
    }
    this.#working = undefined;
  }

  #giveUp(): void {
    const nowMs = this.#options.clock.now();
    const { late = [], waiting = [] } = Object.groupBy(this.#waiting, ({ giveUpAtMs }) =>
      giveUpAtMs <= nowMs ? 'late' : 'waiting',
    );
    this.#waiting = waiting;
    for (const { claimed } of late) claimed(undefined);
  }

  /** Undefined: the database is away, or slower than 5 s. */
  async #ask(claims: readonly StoredClaim[]): Promise<readonly Claimed[] | undefined> {
    const { store, logger } = this.#options;
    try {
      const answered = store?.claim(claims) ?? Promise.resolve([]);
      const answers = await withTimeout(answered, claimLimits.statementMs, () => {
        throw new Error(`no answer for ${claimLimits.statementMs} ms`);
      });
      if (this.#isAway) {
        logger.info('events of ads are claimed again');
      }
      this.#isAway = false;
      return answers;
    } catch (error) {
      this.#noteAway(error);
      return undefined;
    }
  }

  #noteAway(error: unknown): void {
    if (!this.#isAway) {
      this.#options.logger.error(
        { error },
        'events of ads cannot be claimed: they wait up to 20 s, then they may happen at two stitchers',
      );
    }
    this.#isAway = true;
  }
}

function outcomeOf(answer: Claimed | undefined, events: number): string {
  if (!answer) {
    return 'unknown';
  }
  return (answer.after & ~answer.before & events) === 0 ? 'denied' : 'granted';
}
