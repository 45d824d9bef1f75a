/** The live channel's time. */

export const SEGMENT_MS = 3_840;
/** The channel's time began here; segment n starts n * 3.84 s later. */
export const EPOCH_MS = Date.parse('2026-01-01T00:00:00Z');
