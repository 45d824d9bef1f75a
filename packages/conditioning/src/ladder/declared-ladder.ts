/** Converts the ladder of a source to and from a channel's profile, in which an analysis stores it. */
import { type ChannelSettings, encodingLadder } from '@interlude/contract';
import type { SourceLadder } from './source-ladder.ts';

/** Undefined when the profile declares none, or one that no encoder could produce. */
export function declaredLadder(
  manifest: 'hls' | 'dash',
  profile: ChannelSettings['profile'],
): SourceLadder | undefined {
  const declared = encodingLadder.safeParse(profile);
  if (!declared.success || declared.data.manifestType !== manifest) return undefined;
  const { manifestType: _own, muxingType, hasSeparateAudio, ...ladder } = declared.data;
  return {
    ...ladder,
    manifest,
    muxing: muxingType,
    separateAudio: hasSeparateAudio,
    longestSegmentMs: ladder.segmentMs,
    hasIFrames: false,
  };
}

type EncodingProfile = ChannelSettings['profile'];

/**
 * The ladder in the form of a channel's profile. Settings that the channel makes itself (loudness, I-frames of
 * creatives) stay as they were: both profiles lead to the same creatives.
 */
export function analysedProfile(ladder: SourceLadder, own: EncodingProfile): EncodingProfile {
  const { manifest, muxing, separateAudio, frameRate, segmentMs, pictures, audio } = ladder;
  return {
    ...own,
    manifestType: manifest,
    muxingType: muxing,
    hasSeparateAudio: separateAudio,
    frameRate,
    segmentMs,
    pictures,
    audio,
  };
}
