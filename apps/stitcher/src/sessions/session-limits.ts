/** Limits of playback sessions, with units. */
import { type ChannelSettings, channelMode } from '@interlude/contract';

export const sessionLimits = {
  sessions: 60_000,
  /** A session is forgotten after ten times its window, at least after this; see also `idleTimeoutMs`. */
  minIdleMs: 60_000,
  idleWindows: 10,
  /** An asset that is paused continues with its plan. */
  vodIdleMs: 4 * 3_600_000,
  /** Above this share of the sessions, nobody who pauses is waited for. */
  crowded: 0.9,
  sweepEveryMs: 5_000,
  /** Stitchers report what they hold of each company this often. */
  reportEveryMs: 5_000,
  /** Time watched is added up this often; a session without a request in the time below does not watch. */
  viewTickMs: 10_000,
  minWatchingMs: 30_000,
  watchingTargetDurations: 3,
  /** Pods kept per session: their ad segments count. All of an asset (`vodLimits.breaks`); live those that the source lists. */
  pods: 64,
  /** Creatives of which a session counts how often it was given them: those of a day with four ads each quarter of an hour. */
  countedCreatives: 400,
  /** Creatives that a session remembers as shown, 8 bytes each. */
  seenCreatives: 64,
  /** Pods are kept this long after they ended before the oldest segment of the source, for players that lag behind. */
  podGraceMs: 120_000,
  /** A session id stands in every address: addresses above 2,048 characters are cut by old players. */
  tokenBytes: 1_050,
  /** A session that was opened here and plays sooner than this plays here first. */
  playsSoonMs: 3_000,
  /** A session that is resumed later than this after it was opened has played before. */
  startsWithinMs: 600_000,
  /**
   * So long a stitcher refuses a session of which it cannot read what another one has shown: that one may serve it. Longer
   * than a crowded database takes to answer: where one begins anew and the others go on, a player gets both in turns.
   */
  doubtMs: 20_000,
  /** A session that no process knows is not resumed after this. */
  tokenAgeMs: 7 * 86_400_000,
} as const;

/** How long a viewer may pause and come back to the same session, ms: as far as what it saw reaches back. */
export function idleTimeoutMs(settings: ChannelSettings): number {
  const { type, timeShiftWindow, dvrWindow } = settings;
  return channelMode(type) === 'vod'
    ? sessionLimits.vodIdleMs
    : Math.max(sessionLimits.minIdleMs, 1000 * timeShiftWindow, 1000 * dvrWindow);
}
