/**
 * What a source says of itself that a creative has to be like. It is made by every process that reads the source,
 * and all have to come to the same: what differs from reading to reading (bit rates that are measured, segments
 * that are cut short at a break) is rounded or left out.
 */
import type { ConditioningProfile } from '../conditioning-profile.ts';

export interface SourceLadder extends Omit<ConditioningProfile, 'iFrames' | 'loudness'> {
  /** Milliseconds that the manifest allows a segment: EXT-X-TARGETDURATION, @maxSegmentDuration; `segmentMs` or more. */
  readonly longestSegmentMs: number;
  /** The source lists I-frames for trick play. */
  readonly hasIFrames: boolean;
}

export const ladderLimits = {
  pictures: 12,
  audio: 12,
  /** Milliseconds. */
  segmentMs: { shortest: 500, longest: 30_000, usual: 4_000 },
} as const;

/** Milliseconds; the usual length for what is no length. */
export function segmentMsOf(milliseconds: number): number {
  const { shortest, longest, usual } = ladderLimits.segmentMs;
  if (!Number.isFinite(milliseconds) || milliseconds <= 0) return usual;
  // The fraction of a rounded division is no millisecond more.
  return Math.min(longest, Math.max(shortest, Math.ceil(milliseconds - 1e-6)));
}
