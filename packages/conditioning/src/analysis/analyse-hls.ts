/** Analysis of an HLS source by its multivariant playlist and its media playlists. */
import type { MediaPlaylist, MultivariantPlaylist } from '@interlude/hls';
import { analysedProfile } from '../ladder/declared-ladder.ts';
import { ladderOfHls } from '../ladder/ladder-of-hls.ts';
import { hlsMarkers } from './hls-markers.ts';
import type { HlsReading } from './hls-reading.ts';
import { hlsTracks } from './hls-tracks.ts';
import { hlsWarnings } from './hls-warnings.ts';
import {
  type AnalysisOptions,
  includedTracks,
  roundedSeconds,
  type SourceFacts,
} from './source-facts.ts';

function isEncrypted({ multivariant, renditions }: HlsReading): boolean {
  return (
    multivariant.lines.some(({ text }) => text.startsWith('#EXT-X-SESSION-KEY:')) ||
    renditions.some(({ playlist }) => playlist.segments.some(({ keys }) => keys.length > 0))
  );
}

/** A playlist of type VOD is complete, also when a packager forgot EXT-X-ENDLIST. */
function isLivePlaylist({ endList, playlistType }: MediaPlaylist): boolean {
  return !endList && playlistType !== 'VOD';
}

/**
 * Some languages of an audio group have playlists of their own, others are muxed with the video (RFC 8216 4.3.4.2.1).
 */
function hasAudioInBothPlaces({ renditions }: MultivariantPlaylist): boolean {
  const audio = renditions.filter(({ type }) => type === 'AUDIO');
  return audio.some(({ uri }) => uri === undefined) && audio.some(({ uri }) => uri !== undefined);
}

/**
 * The facts of a channel that the playlists of its source give: profile, kind, tracks, markers, warnings.
 * @returns facts in the form of the API; times in seconds
 * @see RFC 8216 §4.3.4; API-050, CHE-033
 */
export function analyseHls(reading: HlsReading, { ownProfile }: AnalysisOptions): SourceFacts {
  const { multivariant, reference, renditions } = reading;
  const { playlist } = reference;
  const ladder = ladderOfHls({ multivariant, reference: playlist });
  const isLive = isLivePlaylist(playlist);
  return {
    profile: analysedProfile(ladder, ownProfile),
    manifestType: 'hls',
    type: isLive ? 'hls-live' : 'hls-vod',
    isLive,
    isMultiPeriod: false,
    compatibilityHlsMedia: hasAudioInBothPlaces(multivariant),
    minimumSourceUpdatePeriod: null,
    setScanningFrequency: false,
    dynamicConfiguration: false,
    includeMediaTracks: includedTracks(ladder.hasIFrames),
    markers: hlsMarkers(renditions),
    tracks: hlsTracks(multivariant),
    segmentSeconds: roundedSeconds(ladder.segmentMs / 1000),
    windowSeconds: roundedSeconds(
      playlist.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    ),
    isEncrypted: isEncrypted(reading),
    isLowLatency: renditions.some((one) => one.playlist.partTargetSeconds !== undefined),
    warnings: hlsWarnings(reading),
  };
}
