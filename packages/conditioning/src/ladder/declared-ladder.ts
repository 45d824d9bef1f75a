/** The ladder that a channel's profile tells, when an analysis has put it there. */
import type { ChannelSettings } from '@interlude/contract';
import { profileSchema } from '../parse-profile.ts';
import type { SourceLadder } from './source-ladder.ts';

/** Undefined when the profile tells none, or one that no encoder could make. */
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
