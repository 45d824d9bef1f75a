/** VAST error codes (VAST 4.3 §2.3.6.3) of ads that are not shown, by reason. A reason without a code is no error. */
import type { AdDropReason } from '@interlude/stitching';

export const creativeErrorCodes: Partial<Record<AdDropReason, number>> = {
  NEW_CREATIVE: 407,
  CREATIVE_UNREACHABLE: 401,
  CREATIVE_UNUSABLE: 405,
  NO_VARIANT_MATCH: 403,
  SEGMENT_TOO_LONG: 403,
  CONDITIONING_FAILED: 405,
};

/** Error codes of ads that did not fit into the pod or were not needed. */
export const podErrorCodes: Partial<Record<AdDropReason, number>> = {
  AVAIL_DURATION_EXCEEDED: 202,
  LEFTOVER_EXCEEDED: 206,
  PARTIAL_FILL_REJECTED: 206,
};
