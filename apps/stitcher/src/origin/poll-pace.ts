/** How long until a source is read again (rule: RFC 8216 6.3.4; channel fields of notes on scanning frequency). */
import type { ChannelSettings } from '@interlude/contract';
import { originLimits } from './origin-limits.ts';

export interface PollOutcome {
  /** Seconds. */
  readonly targetDuration: number;
  /** Seconds: the newest segment's, when the next one is due. */
  readonly lastSegment: number;
  readonly outcome: 'changed' | 'unchanged' | 'failed';
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

export type PollPace = (
  settings: Pick<ChannelSettings, 'setScanningFrequency' | 'minimumSourceUpdatePeriod'>,
  poll: PollOutcome,
) => number;

/**
 * Off: the newest segment's duration, at most the target duration; half of that when nothing had changed. On: every `minimumSourceUpdatePeriod`
 * seconds, at least 1. Counted from the start of the poll before.
 */
export const nextPollDelayMs: PollPace = (
  settings,
  { targetDuration, lastSegment, outcome, tookMs },
) => {
  const { minPollMs, maxPollMs } = originLimits;
  const segmentMs = Math.min(targetDuration, lastSegment || targetDuration) * 1000;
  const naturalMs = segmentMs * (outcome === 'changed' ? 1 : 0.5);
  const wantedMs = settings.setScanningFrequency
    ? Math.max(1, settings.minimumSourceUpdatePeriod ?? 0) * 1000
    : Math.min(maxPollMs, naturalMs);
  return Math.max(minPollMs, wantedMs - tookMs);
};

/** How long the last good output stays when the source is silent, milliseconds. */
export function staleAfterMs(targetDuration: number): number {
  const { staleTargetDurations, minStaleMs } = originLimits;
  return Math.max(minStaleMs, staleTargetDurations * targetDuration * 1000);
}
