/** Limits of playback sessions, with units. */
import type { Tenant } from '@interlude/contract';

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
  /** A session id stands in every address: addresses above 2,048 characters are cut by old players. */
  tokenBytes: 1_050,
  /** A session that no process knows any more is not taken up again after this. */
  tokenAgeMs: 7 * 86_400_000,
} as const;

/** Sessions at a time of all channels of a tenant in one process. */
export const sessionsOfTier: Readonly<Record<Tenant['tier'], number>> = {
  trial: 1_000,
  basic: 10_000,
  professional: 50_000,
  enterprise: 100_000,
};
