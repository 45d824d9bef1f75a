/** A slate is cut where a break ends, at a boundary of its segments: short ones fill what ads leave to half a second. */
import type { ConditioningProfile } from '../conditioning-profile.ts';

/** Milliseconds. */
const slateSegmentMs = 1_000;

/**
 * The form of a channel with the segments of a slate; no segment is longer than the form's own.
 * @see rule H12
 */
export function slateForm(profile: ConditioningProfile): ConditioningProfile {
  return { ...profile, segmentMs: Math.min(profile.segmentMs, slateSegmentMs) };
}
