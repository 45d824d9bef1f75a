/**
 * Each event of an ad happens at one stitcher, whichever of them see requests for its segments: it is claimed in the
 * database that all share. Where nobody can say in time an event happens once at each.
 * @see ADR 0067
 */
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { claimLimits } from './claim-limits.ts';

/** Of one ad in a session. */
export interface StoredClaim {
  readonly tenantId: string;
  readonly session: string;
  readonly breakId: string;
  readonly slot: number;
  /** A bit each; bit 0 is the impression. */
  readonly events: number;
}

/** Of an ad: events are a bit each, as `bitOf` gives it. */
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
  /** Stitchers that there are, this one included. */
  readonly stitchers: () => number;
}

interface Waiting {
  readonly claim: StoredClaim;
  readonly claimed: (answer: Claimed | undefined) => void;
}

const placeOf = ({ tenantId, session, breakId, slot }: StoredClaim) =>
  `${tenantId} ${session} ${slot} ${breakId}`;

export class EventClaims {
  readonly #options: EventClaimsOptions;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  /** Nobody waits for the database until then, epoch ms. */
  #awayUntilMs = 0;
  #isAway = false;

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
   * @returns undefined while the database is away, or slower than 400 ms
   */
  async claim(
    { subject: { tenantId, sessionId: session } }: PlaybackSession,
    { breakId, slot, events, known }: AdEventsClaim,
  ): Promise<Claimed | undefined> {
    const { clock, metrics } = this.#options;
    const isWaiting = clock.now() >= this.#awayUntilMs;
    const answer = isWaiting
      ? await this.#claimInTime({ tenantId, session, breakId, slot, events: events | known })
      : undefined;
    metrics.eventClaims.add({ outcome: outcomeOf(answer, events) });
    return answer;
  }

  #claimInTime(claim: StoredClaim): Promise<Claimed | undefined> {
    const claimed = new Promise<Claimed | undefined>((resolve) => {
      this.#waiting.push({ claim, claimed: resolve });
      this.#working ??= this.#work();
    });
    return withTimeout(claimed, claimLimits.withinMs, () => {
      this.#awayUntilMs = this.#options.clock.now() + claimLimits.retryAfterMs;
      return undefined;
    });
  }

  /** Claims of different ads: of one ad one after the other. */
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
    // Claims of one moment go together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      const answers = await this.#ask(batch.map(({ claim }) => claim));
      for (const [index, { claimed }] of batch.entries()) {
        claimed(answers?.[index]);
      }
    }
    this.#working = undefined;
  }

  async #ask(claims: readonly StoredClaim[]): Promise<readonly Claimed[] | undefined> {
    const { store, logger, clock } = this.#options;
    try {
      const answers = await store?.claim(claims);
      if (this.#isAway) {
        logger.info('events of ads are claimed again');
      }
      this.#isAway = false;
      return answers;
    } catch (error) {
      if (!this.#isAway) {
        logger.error(
          { error },
          'events of ads cannot be claimed: they may happen at two stitchers',
        );
      }
      this.#isAway = true;
      this.#awayUntilMs = clock.now() + claimLimits.retryAfterMs;
      return undefined;
    }
  }
}

function outcomeOf(answer: Claimed | undefined, events: number): string {
  if (!answer) {
    return 'unknown';
  }
  return (answer.after & ~answer.before & events) === 0 ? 'denied' : 'granted';
}
