/** The ladder of creatives in tests of their conditioning, which ends sooner than with the ladder of the source. */
import type { ChannelInput } from '@interlude/contract';

type Profile = NonNullable<ChannelInput['profile']>;

/** One rendition of 320x180 in segments of 3.84 s. */
export const smallLadder = (manifestType: 'hls' | 'dash'): Profile => ({
  manifestType,
  muxingType: 'cmaf',
  hasSeparateAudio: true,
  frameRate: [25, 1],
  segmentMs: 3_840,
  pictures: [{ width: 320, height: 180, bitrate: 300_000, codecs: 'avc1.64001e' }],
  audio: [{ codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 96_000, language: '' }],
});
