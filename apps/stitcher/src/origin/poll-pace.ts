/**
 * Pause until a source is polled again (rule: RFC 8216 6.3.4; channel fields `setScanningFrequency` and
 * `minimumSourceUpdatePeriod`).
 */
import type { ChannelSettings } from '@interlude/contract';
import type { DomainError } from '@interlude/contract/errors';
import { originLimits } from './origin-limits.ts';
import type { PollResult } from './source-report.ts';

export interface PollOutcome {
  /** Seconds. */
  readonly targetDuration: number;
  /** Seconds: the shortest among the newest segments of all renditions, after which the next one is due. */
  readonly lastSegment: number;
  readonly outcome: PollResult;
  /** Polls in a row that brought nothing new. */
  readonly missed: number;
  /** A poll with new segments followed one without: the moment of publication is known. */
  readonly isLocked: boolean;
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

export type PollPace = (
  settings: Pick<ChannelSettings, 'setScanningFrequency' | 'minimumSourceUpdatePeriod'>,
  poll: PollOutcome,
) => number;

/**
 * Shares of a segment until the next poll. A little early, so that polls move towards the moment of publication; the
 * first poll without news is repeated soon.
 */
const early = 0.95;
const soon = 0.125;
const late = 0.5;
/** While the moment of publication is not known. */
const seeking = 0.25;

function naturalShare({ outcome, missed, isLocked }: PollOutcome): number {
  if (!isLocked && outcome !== 'failed' && missed < 1 / seeking) {
    return seeking;
  }
  if (outcome === 'changed') {
    return early;
  }
  return outcome === 'unchanged' && missed <= 1 ? soon : late;
}

/**
 * `setScanningFrequency` off: about once a segment, locked to its publication; half a segment when the source stands
 * still or fails. On: every `minimumSourceUpdatePeriod` seconds, at least 1. Counted from the start of the poll before.
 */
export const nextPollDelayMs: PollPace = (settings, poll) => {
  const { minPollMs, maxPollMs } = originLimits;
  const { targetDuration, lastSegment, tookMs } = poll;
  const segmentMs = Math.min(targetDuration, lastSegment || targetDuration) * 1000;
  const wantedMs = settings.setScanningFrequency
    ? Math.max(1, settings.minimumSourceUpdatePeriod ?? 0) * 1000
    : Math.min(maxPollMs, segmentMs * naturalShare(poll));
  return Math.max(minPollMs, wantedMs - tookMs);
};

/**
 * Error of an output that can no longer be served (rule H33): the last good one stays for three target durations, at
 * least 6 s.
 * @param error of the last poll
 * @param silentMs milliseconds since the last good answer
 * @param targetDuration seconds
 * @returns undefined while it can be served
 */
export function stalenessOf(
  error: DomainError | undefined,
  silentMs: number,
  targetDuration: number,
): DomainError | undefined {
  const { staleTargetDurations, minStaleMs } = originLimits;
  const staleAfterMs = Math.max(minStaleMs, staleTargetDurations * targetDuration * 1000);
  return silentMs > staleAfterMs ? error : undefined;
}
