/** How renditions are muxed: CMAF (fMP4) or MPEG transport streams. */
export const channelMuxings = ['cmaf', 'ts'] as const;
