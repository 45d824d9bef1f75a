/** The default ladder: for a channel whose source cannot be read yet, e.g. a slate for a channel that is not saved. */
import type { ChannelSettings } from '@interlude/contract';
import { trackOf } from './audio-tracks.ts';
import { declaredLadder } from './declared-ladder.ts';
import { defaultFrameRate } from './frame-rate.ts';
import { ladderLimits, type SourceLadder } from './source-ladder.ts';
import { videoOf } from './video-renditions.ts';

/** Pixels and bit/s. */
const defaultVideos = [
  { width: 1920, height: 1080, bitrate: 5_000_000 },
  { width: 1280, height: 720, bitrate: 3_000_000 },
  { width: 960, height: 540, bitrate: 1_500_000 },
  { width: 640, height: 360, bitrate: 700_000 },
];

/**
 * The ladder by the channel's settings alone, including those that an analysis of the source has filled.
 * @returns the declared ladder, else four sizes of H.264 with AAC; bit/s
 * @see ADR 0020
 */
export function defaultLadder(
  manifest: 'hls' | 'dash',
  { profile }: Pick<ChannelSettings, 'profile'>,
): SourceLadder {
  const declared = declaredLadder(manifest, profile);
  if (declared !== undefined) return declared;
  const isDash = manifest === 'dash';
  return {
    manifest,
    muxing: isDash ? 'cmaf' : (profile.muxingType ?? 'cmaf'),
    pictures: defaultVideos.map((video) => videoOf({ ...video, codecs: [] })),
    frameRate: defaultFrameRate,
    audio: [trackOf({ codecs: [] })],
    separateAudio: isDash || (profile.hasSeparateAudio ?? profile.muxingType !== 'ts'),
    segmentMs: ladderLimits.segmentMs.usual,
    longestSegmentMs: ladderLimits.segmentMs.usual,
    hasIFrames: false,
  };
}
