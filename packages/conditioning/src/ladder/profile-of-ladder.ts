import type { ChannelSettings } from '@interlude/contract';
import type { ConditioningProfile } from '../conditioning-profile.ts';
import { declaredLadder } from './declared-ladder.ts';
import type { SourceLadder } from './source-ladder.ts';
import { stitchableLadder } from './stitchable-ladder.ts';

type Settings = Pick<ChannelSettings, 'profile' | 'includeMediaTracks'>;

/**
 * The conditioning profile of a channel: the ladder that the channel's profile declares, where it is complete, as far
 * as it can be stitched into the source; else the ladder of the source. I-frame playlists follow the source, because
 * outputs list them only where ads have them too; the profile may add them.
 * @see rules H8, H12; ADR 0020, 0032
 */
export function profileOfLadder(
  source: SourceLadder,
  { profile, includeMediaTracks }: Settings,
): ConditioningProfile {
  const declared = declaredLadder(source.manifest, profile);
  const {
    hasIFrames,
    longestSegmentMs: _longest,
    ...ladder
  } = declared === undefined ? source : stitchableLadder(declared, source);
  const { integratedLoudness, loudnessRange, maximumTruePeakLevel } = profile.audioNormalization;
  const areListed = includeMediaTracks.iFrames && hasIFrames;
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
