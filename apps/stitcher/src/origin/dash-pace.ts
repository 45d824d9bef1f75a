/**
 * Pause until an MPD is requested again (ISO/IEC 23009-1 5.3.1.2 @minimumUpdatePeriod; channel fields
 * `setScanningFrequency` and `minimumSourceUpdatePeriod`).
 */
import type { ChannelSettings } from '@interlude/contract';
import { originLimits } from './origin-limits.ts';
import type { PollResult } from './source-report.ts';

export interface MpdPoll {
  /** Milliseconds; undefined when the MPD has none. */
  readonly minimumUpdatePeriodMs: number | undefined;
  /** Milliseconds: the longest segment. */
  readonly segmentMs: number;
  readonly outcome: PollResult;
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

export type MpdPace = (
  settings: Pick<ChannelSettings, 'setScanningFrequency' | 'minimumSourceUpdatePeriod'>,
  poll: MpdPoll,
) => number;

const leastNaturalMs = 1_000;
const failedMs = 2_000;

/**
 * `setScanningFrequency` off: every @minimumUpdatePeriod, or every longest segment where the MPD has none; at least a
 * second. On: every `minimumSourceUpdatePeriod` seconds, at least 1. Counted from the start of the poll before.
 */
export const nextMpdDelayMs: MpdPace = (settings, poll) => {
  const { minPollMs, maxPollMs } = originLimits;
  const { minimumUpdatePeriodMs, segmentMs, outcome, tookMs } = poll;
  const ownMs = minimumUpdatePeriodMs ?? segmentMs;
  const naturalMs = Math.min(maxPollMs, Math.max(leastNaturalMs, ownMs));
  const wantedMs = settings.setScanningFrequency
    ? Math.max(1, settings.minimumSourceUpdatePeriod ?? 0) * 1000
    : naturalMs;
  const soonMs = outcome === 'failed' ? Math.min(wantedMs, failedMs) : wantedMs;
  return Math.max(minPollMs, soonMs - tookMs);
};
