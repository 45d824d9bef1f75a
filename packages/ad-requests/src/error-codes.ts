/** IAB error codes of ads that are not shown, by reason. What is not here was never in error. */
import type { AdDropReason } from '@interlude/stitching';

export const creativeErrorCodes: Partial<Record<AdDropReason, number>> = {
  NEW_CREATIVE: 407,
  CREATIVE_UNREACHABLE: 401,
  CREATIVE_UNUSABLE: 405,
  NO_VARIANT_MATCH: 403,
  SEGMENT_TOO_LONG: 403,
  CONDITIONING_FAILED: 405,
};

/** Of ads that the pod had no room or no use for. */
export const podErrorCodes: Partial<Record<AdDropReason, number>> = {
  AVAIL_DURATION_EXCEEDED: 202,
  LEFTOVER_EXCEEDED: 206,
  PARTIAL_FILL_REJECTED: 206,
};
