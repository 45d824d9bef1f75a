/** The ladder of a source ⇄ the words of a channel's profile, in which an analysis stores it. */
import type { ChannelSettings } from '@interlude/contract';
import { profileSchema } from '../parse-profile.ts';
import type { SourceLadder } from './source-ladder.ts';

/** Undefined when the profile declares none, or one that no encoder could produce. */
export function declaredLadder(
  manifest: 'hls' | 'dash',
  profile: ChannelSettings['profile'],
): SourceLadder | undefined {
  const { manifestType, muxingType, hasSeparateAudio, frameRate, segmentMs, pictures, audio } =
    profile;
  if (manifestType !== manifest) return undefined;
  const declared = profileSchema.safeParse({
    ...{ manifest, pictures, audio, frameRate, segmentMs },
    muxing: muxingType,
    separateAudio: hasSeparateAudio,
    iFrames: false,
  });
  if (!declared.success) return undefined;
  const { iFrames: hasIFrames, loudness: _none, ...ladder } = declared.data;
  return { ...ladder, hasIFrames };
}

type EncodingProfile = ChannelSettings['profile'];

/**
 * The ladder as a profile that an operator reads. What the channel sets itself (loudness, I-frames of creatives) stays
 * as it was: both profiles lead to the same creatives.
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
