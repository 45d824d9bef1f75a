/**
 * The properties of a source that its creatives must share. Every process that reads the source derives the ladder and
 * all must get the same one: values that differ between readings (measured bit rates, segments cut short at a break)
 * are rounded or left out.
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

/** Segment length in ms, within the limits; the usual length when the value is no length. */
export function segmentMsOf(milliseconds: number): number {
  const { shortest, longest, usual } = ladderLimits.segmentMs;
  if (!Number.isFinite(milliseconds) || milliseconds <= 0) return usual;
  // The fraction of a rounded division is no millisecond more.
  return Math.min(longest, Math.max(shortest, Math.ceil(milliseconds - 1e-6)));
}
