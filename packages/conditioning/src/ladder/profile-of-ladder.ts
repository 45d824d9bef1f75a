import type { ChannelSettings } from '@interlude/contract';
import type { ConditioningProfile } from '../conditioning-profile.ts';
import { declaredLadder } from './declared-ladder.ts';
import type { SourceLadder } from './source-ladder.ts';

type Settings = Pick<ChannelSettings, 'profile' | 'includeMediaTracks'>;

/**
 * What creatives of a channel are encoded to: the ladder of its profile where that has a whole one, else the ladder
 * of its source. I-frames follow the source, because outputs list them only where ads have them too.
 * @see rules H8, H12; ADR 0020
 */
export function profileOfLadder(
  source: SourceLadder,
  { profile, includeMediaTracks }: Settings,
): ConditioningProfile {
  const { hasIFrames: _own, ...ladder } = declaredLadder(source.manifest, profile) ?? source;
  const { integratedLoudness, loudnessRange, maximumTruePeakLevel } = profile.audioNormalization;
  const areListed = includeMediaTracks.iFrames && source.hasIFrames;
  return {
    ...ladder,
    iFrames: ladder.manifest === 'hls' && (areListed || profile.hlsEnableIframeTracks === true),
    loudness: profile.useAudioNormalization
      ? {
          integrated: integratedLoudness,
          range: loudnessRange,
          truePeak: maximumTruePeakLevel,
        }
      : undefined,
  };
}
