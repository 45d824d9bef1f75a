/** The tracks of an HLS source, each once. */
import type { MultivariantPlaylist, Rendition, Variant } from '@interlude/hls';
import { isAudioCodec } from '../ladder/audio-tracks.ts';
import { isVideoCodec } from '../ladder/video-renditions.ts';
import { bitrateOf, type SourceTrack } from './source-facts.ts';
import { audioLabel, videoLabel } from './track-labels.ts';

const kinds = {
  AUDIO: 'audio',
  SUBTITLES: 'subtitles',
  'CLOSED-CAPTIONS': 'closed-captions',
  VIDEO: 'video',
} as const;

function isAudioOnly({ codecs, resolution }: Variant): boolean {
  return resolution === undefined && codecs.some(isAudioCodec) && !codecs.some(isVideoCodec);
}

function ofVariant(variant: Variant): SourceTrack {
  const { codecs, bandwidth, resolution, frameRate = 0 } = variant;
  const isAudio = isAudioOnly(variant);
  const label = isAudio ? audioLabel({}) : videoLabel({ ...resolution, frameRate });
  const kind = isAudio ? 'audio' : 'video';
  return { kind, label, codecs: codecs.join(','), bitrate: bitrateOf(bandwidth) };
}

/** Audio that is muxed with the video. */
function muxedAudio({ variants, renditions }: MultivariantPlaylist): SourceTrack[] {
  const shown = variants.filter((variant) => !isAudioOnly(variant));
  const apart = new Set(
    renditions.filter(({ uri }) => uri !== undefined).map((one) => one.groupId),
  );
  const muxed = shown.find(
    ({ audio, codecs }) => !apart.has(audio ?? '') && codecs.some(isAudioCodec),
  );
  const codecs = muxed?.codecs.filter(isAudioCodec).join(',');
  return codecs === undefined ? [] : [{ kind: 'audio', label: 'multiplexed', codecs, bitrate: 0 }];
}

function codecsOf({ type, groupId }: Rendition, variants: readonly Variant[]): string {
  if (type !== 'AUDIO') return '';
  const player = variants.find(({ audio }) => audio === groupId);
  return player?.codecs.filter(isAudioCodec).join(',') ?? '';
}

function ofRendition(rendition: Rendition, variants: readonly Variant[]): SourceTrack {
  const { type, language, name, channels } = rendition;
  const count = Number.parseInt(channels ?? '', 10);
  const label = audioLabel({
    language,
    name,
    channels: type === 'AUDIO' && count > 0 ? count : undefined,
  });
  return { kind: kinds[type], label, codecs: codecsOf(rendition, variants), bitrate: 0 };
}

export function hlsTracks(playlist: MultivariantPlaylist): SourceTrack[] {
  const { variants, renditions, iFrameVariants } = playlist;
  const tracks = [
    ...variants.filter(({ uriLineIndex }) => uriLineIndex >= 0).map(ofVariant),
    ...renditions.map((rendition) => ofRendition(rendition, variants)),
    ...muxedAudio(playlist),
    ...iFrameVariants.map(({ codecs, bandwidth, resolution }): SourceTrack => {
      const label = videoLabel({ ...resolution, frameRate: 0 });
      return { kind: 'i-frames', label, codecs: codecs.join(','), bitrate: bitrateOf(bandwidth) };
    }),
  ];
  // A rendition may be listed in several groups, and a variant once for each group: each track counts once.
  return [...new Map(tracks.map((track) => [JSON.stringify(track), track])).values()];
}
