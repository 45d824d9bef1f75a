/** Limits of playback sessions, with units. */
export const sessionLimits = {
  sessions: 60_000,
  /** A session is forgotten after ten times its window, at least after this. */
  minIdleMs: 60_000,
  idleWindows: 10,
  sweepEveryMs: 5_000,
  /** Time watched is added up this often; a session that asked for nothing in the time below does not watch. */
  viewTickMs: 10_000,
  minWatchingMs: 30_000,
  watchingTargetDurations: 3,
  /** Pods whose ad segments can still be asked for. */
  pods: 16,
} as const;
