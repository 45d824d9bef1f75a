/** Ads that were requested before the marker of their break was there, by session. */
import { type ExpectedBreak, isExpected } from '@interlude/ad-requests';
import type { Avail } from '@interlude/stitching';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { AdDecision } from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';

/** Ads of a break; `ads` is undefined when they were not requested in time. */
export interface RequestedAds {
  readonly ads: AdDecision | undefined;
  /** False: the answer to a request of another session is shared, or there is no answer. */
  readonly isOwn: boolean;
}

/**
 * Which stitcher prefetches the ads of a break: `nobody` (not yet, or the session is gone), this one, or another one
 * that serves the session.
 */
export type PrefetchedBy = 'nobody' | 'this' | 'another';

export interface PrefetchedAds {
  readonly expected: ExpectedBreak;
  readonly requested: Promise<RequestedAds>;
  /** Sends the request now, if it still waits for its time. */
  readonly begin: () => void;
  /** Which stitcher requests the ads, as known at the moment of the call. */
  readonly by: () => PrefetchedBy;
}

/** Expected breaks of each session that are still to come, with their prefetched ads; at most `prefetchedOfSession`. */
export class PrefetchedBySession {
  readonly #bySession = new WeakMap<PlaybackSession, PrefetchedAds[]>();
  /** Ids of expected breaks whose break has come, or was too near to prefetch. */
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

  /** Marks an expected break as past: its break has come, or was too near to prefetch. */
  pass(session: PlaybackSession, { id }: ExpectedBreak): void {
    const past = this.#past.get(session) ?? new Set<string>();
    this.#past.set(session, past.add(id));
    for (const oldest of past) {
      if (past.size <= decisionLimits.pastExpectedOfSession) break;
      past.delete(oldest);
    }
  }

  /**
   * Drops expected breaks whose ads can no longer be used at `edgeMs`, on the source clock.
   * @returns how many of them had ads that this stitcher requested and no break used
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

  /** Prefetched ads of this break; undefined when it was not expected. */
  find(session: PlaybackSession, { startMs, position }: Avail): PrefetchedAds | undefined {
    const held = position === 'pre' ? undefined : this.#bySession.get(session);
    return held?.find(({ expected }) => isExpected(expected, startMs));
  }

  /** As `find`, and removes the ads, so that no second break gets them. */
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
