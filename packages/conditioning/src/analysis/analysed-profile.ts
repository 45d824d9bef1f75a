/** The ladder of a source in the words of a channel's profile: an operator reads it, the platform can take it back. */
import type { ChannelSettings } from '@interlude/contract';
import type { SourceLadder } from '../ladder/source-ladder.ts';

type EncodingProfile = ChannelSettings['profile'];

/**
 * What of a profile is the channel's own wish (loudness, I-frames of creatives) stays as it was: the profile that
 * comes out asks for the same creatives as the one that went in.
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
