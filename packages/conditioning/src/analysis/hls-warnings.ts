/** Warnings of an HLS source: properties that degrade ads or make players stumble. */
import type { MediaPlaylist, MultivariantPlaylist, Variant } from '@interlude/hls';
import { isAudioCodec } from '../ladder/audio-tracks.ts';
import { isVideoCodec } from '../ladder/video-renditions.ts';
import type { HlsReading, ReadRendition } from './hls-reading.ts';
import { roundedSeconds, type SourceWarning } from './source-facts.ts';
import { type ListedVideo, videoWarnings, warningOf } from './video-warnings.ts';

/** Lengths that differ by more are different, seconds: a frame of audio or video is less. */
const sameLengthSeconds = 0.1;
/** Target durations; a shorter live playlist leaves players no room to start behind the edge (RFC 8216 6.3.3). */
const leastTargetDurations = 3;
/** Parser warnings that are reported; the first few suffice. */
const mostOddities = 5;

function videosOf({ variants }: MultivariantPlaylist): ListedVideo[] {
  const isAudio = ({ codecs, resolution }: Variant) =>
    resolution === undefined && codecs.some(isAudioCodec) && !codecs.some(isVideoCodec);
  const byUri = new Map<string, Variant>();
  for (const variant of variants) {
    if (variant.uriLineIndex >= 0 && !isAudio(variant) && !byUri.has(variant.uri)) {
      byUri.set(variant.uri, variant);
    }
  }
  return [...byUri.values()].map(({ resolution, bandwidth, codecs, frameRate }) => ({
    ...resolution,
    bandwidth,
    hasCodec: codecs.some(isVideoCodec),
    frameRate,
  }));
}

/** Seconds; the commonest, the longer one of two. */
function usualLength({ segments }: MediaPlaylist): number {
  const counts = new Map<number, number>();
  for (const { durationSeconds } of segments) {
    const rounded = Math.round(durationSeconds * 100) / 100;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  const [commonest] = [...counts].toSorted(([a, m], [b, n]) => (m === n ? b - a : n - m));
  return commonest?.[0] ?? 0;
}

function ofLengths({ reference, renditions }: HlsReading): SourceWarning[] {
  const usual = usualLength(reference.playlist);
  return renditions
    .filter(({ kind }) => kind === 'variant' || kind === 'audio')
    .filter(({ playlist }) => Math.abs(usualLength(playlist) - usual) > sameLengthSeconds)
    .map((rendition) => {
      const own = usualLength(rendition.playlist);
      const what = rendition.kind === 'audio' ? 'audio segments' : 'segments';
      return warningOf(
        'SEGMENTS_DIFFER',
        `Its ${what} last ${own} s, those of the first rendition ${usual} s. Splice points are less exact.`,
        rendition.resolution,
      );
    });
}

function ofContainers({ reference, renditions }: HlsReading): SourceWarning[] {
  const hasMap = ({ playlist }: ReadRendition) => playlist.segments[0]?.map !== undefined;
  const other = renditions.find(
    (one) => one.kind === 'variant' && hasMap(one) !== hasMap(reference),
  );
  if (other === undefined) return [];
  const text = 'It is packaged in another container than the first rendition.';
  return [warningOf('CONTAINERS_DIFFER', text, other.resolution)];
}

function ofTarget({ playlist, resolution }: ReadRendition): SourceWarning[] {
  const { targetDuration, segments } = playlist;
  const longest = segments.reduce((most, one) => Math.max(most, one.durationSeconds), 0);
  if (targetDuration === 0) {
    return [warningOf('TARGET_DURATION_MISSING', 'It names no target duration.', resolution)];
  }
  if (Math.round(longest) <= targetDuration) return [];
  const text = `A segment lasts ${roundedSeconds(longest)} s, longer than the target duration of ${targetDuration} s. Players may stall.`;
  return [warningOf('TARGET_DURATION_TOO_SHORT', text, resolution)];
}

function ofLive({ reference: { playlist } }: HlsReading): SourceWarning[] {
  const { segments, endList, targetDuration, playlistType } = playlist;
  if (endList || playlistType === 'VOD') return [];
  const found: SourceWarning[] = [];
  if (!segments.some(({ programDateTimeMs }) => programDateTimeMs !== undefined)) {
    const text =
      'It has no EXT-X-PROGRAM-DATE-TIME. Renditions are aligned by their numbers and lengths alone.';
    found.push(warningOf('DATES_MISSING', text));
  }
  const listed = segments.reduce((sum, one) => sum + one.durationSeconds, 0);
  if (listed < leastTargetDurations * targetDuration - sameLengthSeconds) {
    const text = `It lists ${roundedSeconds(listed)} s only, less than ${leastTargetDurations} target durations.`;
    found.push(warningOf('WINDOW_SHORT', text));
  }
  return found;
}

function ofGroups({ multivariant }: HlsReading): SourceWarning[] {
  const groups = new Set(
    multivariant.renditions.filter(({ type }) => type === 'AUDIO').map(({ groupId }) => groupId),
  );
  const lost = multivariant.variants.find(({ audio }) => audio !== undefined && !groups.has(audio));
  if (lost === undefined) return [];
  const text = `It plays with the audio group "${lost.audio}", which is not listed.`;
  return [warningOf('AUDIO_GROUP_MISSING', text, lost.resolution)];
}

function ofOddities({ warnings, renditions }: HlsReading): SourceWarning[] {
  const all = [
    ...warnings.map((warning) => ({ ...warning, resolution: undefined })),
    ...renditions.flatMap((one) =>
      one.warnings.map((warning) => ({ ...warning, resolution: one.resolution })),
    ),
  ];
  return all
    .slice(0, mostOddities)
    .map(({ code, line, detail, resolution }) =>
      warningOf(code, `Line ${line} is not as the standard requires it: ${detail}`, resolution),
    );
}

export function hlsWarnings(reading: HlsReading): SourceWarning[] {
  return [
    ...videoWarnings(videosOf(reading.multivariant)),
    ...ofLengths(reading),
    ...ofContainers(reading),
    ...reading.renditions.flatMap(ofTarget),
    ...ofGroups(reading),
    ...ofLive(reading),
    ...ofOddities(reading),
  ];
}
