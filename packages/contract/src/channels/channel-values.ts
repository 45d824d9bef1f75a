/** The closed lists of values that a channel names. */

export const channelTypes = ['hls-live', 'dash-live', 'hls-vod', 'dash-vod'] as const;
export type ChannelType = (typeof channelTypes)[number];
export const channelStates = ['enabled', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Tags that hlsSuppressTags may name, without `EXT-X-` (CONST-001). */
export const suppressibleHlsTags = [
  'PROGRAM-DATE-TIME',
  'ALLOW-CACHE',
  'DATERANGE',
  'I-FRAMES-ONLY',
  'I-FRAME-STREAM-INF',
  'SESSION-DATA',
  'INDEPENDENT-SEGMENTS',
  'DISCONTINUITY-SEQUENCE',
  'START',
  'GAP',
] as const;

export const beaconEventNames = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
] as const;

export const beaconTimings = ['onRequest', 'onElapsed'] as const;

export const adServerSystems = ['gva', 'gam', 'freewheel', 'spotx', 'proxy'] as const;
