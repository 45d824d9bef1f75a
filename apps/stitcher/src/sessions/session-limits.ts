/** Limits of playback sessions, with units. */
import { type ChannelSettings, channelMode } from '@interlude/contract';

export const sessionLimits = {
  sessions: 60_000,
  /**
   * A session ends after `idleWindows` source windows without a request, at least after this; see also `idleTimeoutMs`.
   */
  minIdleMs: 60_000,
  idleWindows: 10,
  /** Idle timeout of VOD sessions: a paused asset continues with its plan. */
  vodIdleMs: 4 * 3_600_000,
  /** Above this share of `sessions` every session ends after `minIdleMs`. */
  crowded: 0.9,
  sweepEveryMs: 5_000,
  /** Stitchers report their session counts of each company this often. */
  reportEveryMs: 5_000,
  /** Watched time is added this often; a session without a request for the time below does not watch. */
  viewTickMs: 10_000,
  minWatchingMs: 30_000,
  watchingTargetDurations: 3,
  /**
   * Pods kept per session, as their ad segments count: all of an asset (`vodLimits.breaks`), live those that the source
   * lists.
   */
  pods: 64,
  /** Creatives of which a session counts how often it was given them: a day with four ads each quarter of an hour. */
  countedCreatives: 400,
  /** Creatives that a session remembers as shown, 8 bytes each. */
  seenCreatives: 64,
  /** Pods are kept this long after the source has dropped their time, for players that lag behind. */
  podGraceMs: 120_000,
  /** A session id stands in every address: addresses above 2,048 characters are cut by old players. */
  tokenBytes: 1_050,
  /** A session that plays sooner than this after a single stitcher has opened it has not played before. */
  playsSoonMs: 3_000,
  /** A session that is resumed later than this after it was opened has played before: its start is not looked up. */
  startsWithinMs: 600_000,
  /**
   * A stitcher refuses a session for this long while it cannot read what another one has shown of it: that one may
   * serve it. Longer than a busy database takes to answer: if one stitcher began anew while others go on, a player
   * would get both in turns.
   */
  doubtMs: 20_000,
  /** A session that no process holds is not resumed when its id is older than this. */
  tokenAgeMs: 7 * 86_400_000,
} as const;

/** Time for which a viewer may pause and come back to the same session, ms: live, as far as its windows reach back. */
export function idleTimeoutMs(settings: ChannelSettings): number {
  const { type, timeShiftWindow, dvrWindow } = settings;
  return channelMode(type) === 'vod'
    ? sessionLimits.vodIdleMs
    : Math.max(sessionLimits.minIdleMs, 1000 * timeShiftWindow, 1000 * dvrWindow);
}
