/** The ladder of an HLS source, of its multivariant playlist and one of its media playlists. */
import type { MediaPlaylist, MultivariantPlaylist, Rendition, Variant } from '@interlude/hls';
import type { AudioTrack, VideoRendition } from '../conditioning-profile.ts';
import { distinctTracks, isAudioCodec, trackOf } from './audio-tracks.ts';
import { type FrameRate, fastest, frameRateOf, rateOf } from './frame-rate.ts';
import { type SourceLadder, segmentMsOf } from './source-ladder.ts';
import { inOrder, isVideoCodec, roundBitrate, videoOf } from './video-renditions.ts';

export interface HlsSource {
  /** Undefined: the source is one media playlist. */
  readonly multivariant: MultivariantPlaylist | undefined;
  /** Of the first variant. */
  readonly reference: Pick<MediaPlaylist, 'targetDuration' | 'segments'>;
}

/** bit/s of a source that is one media playlist and therefore names none. */
const usualBandwidth = 3_000_000;
/** Largest share of a variant's bit rate that is attributed to its audio. */
const audioShare = 0.4;

/** For the worst networks: it names codecs, none of them of video. */
function isAudioOnly({ codecs, resolution }: Variant): boolean {
  return resolution === undefined && codecs.some(isAudioCodec) && !codecs.some(isVideoCodec);
}

/** Variants with distinct addresses: variants of one address are one rendition. */
function listedOnce(variants: readonly Variant[]): Variant[] {
  const byUri = new Map<string, Variant>();
  for (const variant of variants) {
    if (variant.uriLineIndex >= 0 && !byUri.has(variant.uri)) byUri.set(variant.uri, variant);
  }
  return [...byUri.values()];
}

/** The channel count of CHANNELS; in `6/JOC` the number comes first (RFC 8216 4.3.4.1). */
function channelsOf({ channels }: Rendition): number | undefined {
  const count = Number.parseInt(channels ?? '', 10);
  return Number.isNaN(count) ? undefined : count;
}

function trackOfRendition(rendition: Rendition, variants: readonly Variant[]): AudioTrack {
  const player = variants.find(({ audio }) => audio === rendition.groupId);
  return trackOf({
    codecs: player?.codecs ?? [],
    channels: channelsOf(rendition),
    sampleRate: Number(rendition.attributes.get('SAMPLE-RATE') ?? 0),
    language: rendition.language,
  });
}

/** Audio renditions that are playlists of their own, of groups that a variant plays. */
function hasSeparateAudio(
  { renditions }: MultivariantPlaylist,
  variants: readonly Variant[],
): Rendition[] {
  const groups = new Set(variants.map(({ audio }) => audio));
  return renditions.filter(
    ({ type, uri, groupId }) => type === 'AUDIO' && uri !== undefined && groups.has(groupId),
  );
}

/** The video rendition of a variant: its bit rate is BANDWIDTH, which includes the audio, without that of the audio. */
function videoOfVariant(variant: Variant, audioBitrate: number): VideoRendition {
  const { bandwidth, averageBandwidth = 0, resolution, codecs } = variant;
  const whole = averageBandwidth > 0 ? Math.min(averageBandwidth, bandwidth) : bandwidth;
  const bitrate = whole - Math.min(audioBitrate, whole * audioShare);
  return videoOf({ ...resolution, bitrate, codecs });
}

function audioOfVariant({ bandwidth, codecs }: Variant): AudioTrack {
  return trackOf({ codecs, bitrate: roundBitrate(bandwidth) });
}

/** Of audio only: every variant is one rendition, by its rate. */
function radioTracks(variants: readonly Variant[]): readonly AudioTrack[] {
  return variants.map(audioOfVariant);
}

function audioOf(
  playlist: MultivariantPlaylist,
  variants: readonly Variant[],
  shown: readonly Variant[],
): { readonly audio: readonly AudioTrack[]; readonly separateAudio: boolean } {
  // A rendition may be listed once for each group, with the same address.
  const separate = hasSeparateAudio(playlist, playlist.variants);
  if (separate.length > 0) {
    const tracks = separate.map((rendition) => trackOfRendition(rendition, playlist.variants));
    return { audio: distinctTracks(tracks), separateAudio: true };
  }
  if (shown.length === 0) {
    return { audio: distinctTracks(radioTracks(variants)), separateAudio: false };
  }
  const muxed = shown.find(({ codecs }) => codecs.some(isAudioCodec)) ?? shown[0];
  return { audio: [trackOf({ codecs: muxed?.codecs ?? [] })], separateAudio: false };
}

/**
 * The most frequent segment length, in whole frames: the interval at which the source publishes; an ad with longer
 * segments is published a segment late. The target duration, which is rounded up, bounds it (rule H12). Counted in
 * frames, lengths that jitter by milliseconds are equal.
 */
function usualSegmentMs({ targetDuration, segments }: HlsSource['reference'], rate: FrameRate) {
  const counts = new Map<number, number>();
  for (const { durationSeconds } of segments) {
    const frames = Math.round(durationSeconds * rateOf(rate));
    counts.set(frames, (counts.get(frames) ?? 0) + 1);
  }
  const [commonest] = [...counts].toSorted(([a, m], [b, n]) => (m === n ? b - a : n - m));
  const targetMs = targetDuration * 1000;
  const [frames] = commonest ?? [0];
  return frames === 0 ? targetMs : Math.min(targetMs, (frames * 1000) / rateOf(rate));
}

/**
 * The ladder of an HLS source. It depends on the declarations of the manifests and on the usual segment length, not on
 * the segments that are listed now: a process that reads them an hour later gets the same ladder.
 * @returns video renditions largest first, audio tracks, segment length in ms
 * @see RFC 8216 §4.3.4.2, §4.3.4.1
 */
export function ladderOfHls({ multivariant, reference }: HlsSource): SourceLadder {
  const variants = listedOnce(multivariant?.variants ?? []);
  const shown = variants.filter((variant) => !isAudioOnly(variant));
  const { audio, separateAudio } =
    multivariant === undefined || variants.length === 0
      ? { audio: [trackOf({ codecs: [] })], separateAudio: false }
      : audioOf(multivariant, variants, shown);
  const audioBitrate = Math.max(0, ...audio.map(({ bitrate }) => bitrate));
  const pictures =
    variants.length === 0
      ? [videoOf({ bitrate: usualBandwidth - audioBitrate, codecs: [] })]
      : shown.map((variant) => videoOfVariant(variant, audioBitrate));
  // The newest: a source may change its container on air.
  const segment = reference.segments.at(-1);
  const frameRate = fastest(shown.map(({ frameRate: declared = 0 }) => frameRateOf(declared)));
  const segmentMs = segmentMsOf(usualSegmentMs(reference, frameRate));
  return {
    manifest: 'hls',
    muxing: segment?.map === undefined ? 'ts' : 'cmaf',
    pictures: inOrder(pictures),
    frameRate,
    audio,
    separateAudio,
    segmentMs,
    longestSegmentMs: Math.max(segmentMs, reference.targetDuration * 1000),
    hasIFrames: (multivariant?.iFrameVariants.length ?? 0) > 0,
  };
}
