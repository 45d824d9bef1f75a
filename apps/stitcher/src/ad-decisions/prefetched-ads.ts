/** Ads that were requested before the marker of their break was there, by session. */
import { type ExpectedBreak, isExpected } from '@interlude/ad-requests';
import type { Avail } from '@interlude/stitching';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { AdDecision } from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';

/** Undefined when they were not requested in time. */
export interface RequestedAds {
  readonly ads: AdDecision | undefined;
  /** False: by another session of the cohort. */
  readonly isOwn: boolean;
}

/** Who requests ads before their break: nobody yet, or nobody any more; this stitcher; another one of the session. */
export type PrefetchedBy = 'nobody' | 'this' | 'another';

export interface PrefetchedAds {
  readonly expected: ExpectedBreak;
  readonly requested: Promise<RequestedAds>;
  /** Requests them now, if they are not requested yet. */
  readonly begin: () => void;
  /** As it is at the moment. */
  readonly by: () => PrefetchedBy;
}

/** What was expected and is still to come, a few of a session. */
export class PrefetchedBySession {
  readonly #bySession = new WeakMap<PlaybackSession, PrefetchedAds[]>();
  /** Expected breaks that were there, or were too near when the session saw them. */
  readonly #past = new WeakMap<PlaybackSession, Set<string>>();

  /** Whether the ads of an expected break are still to be requested for this session. */
  isOpen(session: PlaybackSession, { id }: ExpectedBreak): boolean {
    const held = this.#bySession.get(session) ?? [];
    const isHeld = held.some(({ expected }) => expected.id === id);
    return (
      !isHeld &&
      held.length < decisionLimits.prefetchedOfSession &&
      !this.#past.get(session)?.has(id)
    );
  }

  add(session: PlaybackSession, prefetched: PrefetchedAds): void {
    const held = this.#bySession.get(session) ?? [];
    this.#bySession.set(session, [...held, prefetched]);
  }

  /** Its break was there, or comes too soon. */
  pass(session: PlaybackSession, { id }: ExpectedBreak): void {
    const past = this.#past.get(session) ?? new Set<string>();
    this.#past.set(session, past.add(id));
    for (const oldest of past) {
      if (past.size <= decisionLimits.pastExpectedOfSession) break;
      past.delete(oldest);
    }
  }

  /**
   * Lets go of what was expected before this time, ms on the clock of the programme.
   * @returns how many of these had ads that no break came for
   */
  forgetBefore(session: PlaybackSession, edgeMs: number): number {
    const held = this.#bySession.get(session) ?? [];
    const past = held.filter(({ expected }) => expected.usedUntilMs < edgeMs);
    if (past.length > 0) {
      this.#bySession.set(
        session,
        held.filter((one) => !past.includes(one)),
      );
    }
    return past.filter(({ by }) => by() === 'this').length;
  }

  /** What is requested for this break; undefined when it was not expected. */
  find(session: PlaybackSession, { startMs, position }: Avail): PrefetchedAds | undefined {
    const held = position === 'pre' ? undefined : this.#bySession.get(session);
    return held?.find(({ expected }) => isExpected(expected, startMs));
  }

  /** The same, for this break alone. */
  take(session: PlaybackSession, avail: Avail): PrefetchedAds | undefined {
    const held = this.#bySession.get(session);
    const found = this.find(session, avail);
    if (held && found) {
      this.#bySession.set(
        session,
        held.filter((one) => one !== found),
      );
      this.pass(session, found.expected);
    }
    return found;
  }
}
