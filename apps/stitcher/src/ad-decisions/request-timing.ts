/** When the ads of a break are requested, and how long that may take. Milliseconds throughout. */
import type { ChannelSettings } from '@interlude/contract';
import { decisionLimits } from './decision-limits.ts';

/** Time until the live edge reaches a break, ms; 0 or less when it is there. */
export type LeadMs = number;

/**
 * How long a decision may take: 2.5 s, or one and a half target durations where that is longer, because a
 * playlist may stand still that long (RFC 8216 §6.2.2); more when the break was announced that early.
 */
export function decisionDeadlineMs(leadMs: LeadMs, targetDurationSeconds: number): number {
  const { deadlineMs, longestDeadlineMs, longestHoldMs } = decisionLimits;
  const holdMs = Math.min(targetDurationSeconds * 1500, longestHoldMs);
  return Math.max(deadlineMs, holdMs, Math.min(leadMs, longestDeadlineMs));
}

/**
 * How long to wait before the ad request, which leaves `prefetchDuration` before the break, or the longest deadline of
 * a decision where that is longer. Requests of many viewers follow each other where there is time for it.
 * @param place number of viewers of this break that come before this one
 */
export function adRequestDelayMs(
  leadMs: LeadMs,
  { prefetchDuration }: Pick<ChannelSettings, 'prefetchDuration'>,
  place: number,
): number {
  const { longestDeadlineMs, longestSpreadMs, deadlineMs, adRequestsPerSecond } = decisionLimits;
  const askLeadMs = Math.max(prefetchDuration * 1000, longestDeadlineMs);
  const spareMs = Math.min(leadMs, askLeadMs) - 2 * deadlineMs;
  const spreadMs = Math.max(0, Math.min(spareMs, longestSpreadMs));
  const turnMs = spreadMs > 0 ? ((place * 1000) / adRequestsPerSecond) % spreadMs : 0;
  return Math.max(0, leadMs - askLeadMs) + turnMs;
}

/**
 * How long to wait before the ads of an expected break are requested. Requests of all sessions are spread over the time
 * until the break, by session mark, the same in each process.
 */
export function prefetchDelayMs(leadMs: LeadMs, mark: string): number {
  const spreadMs = Math.max(0, leadMs - 3 * decisionLimits.deadlineMs);
  return Math.floor(spreadMs * shareOf(mark));
}

/** 0 to 1, evenly over random texts. @see Fowler, Noll, Vo: FNV-1a */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}
