/**
 * The profile of slates: a slate ends at a boundary of its own segments, so short ones fill a break to half a second.
 */
import type { ConditioningProfile } from '../conditioning-profile.ts';

/** Milliseconds. */
const slateSegmentMs = 1_000;

/**
 * @returns the channel's conditioning profile with the segment duration of slates, 1 s at most
 * @see rule H12
 */
export function slateProfile(profile: ConditioningProfile): ConditioningProfile {
  return { ...profile, segmentMs: Math.min(profile.segmentMs, slateSegmentMs) };
}
