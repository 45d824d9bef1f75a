/** The ladder of a DASH source, of its MPD. */
import type { AdaptationSet, Addressing, Mpd, Period, Representation } from '@interlude/dash';
import type { AudioTrack, VideoRendition } from '../conditioning-profile.ts';
import { channelsOfSet } from './audio-channels.ts';
import { distinctTracks, isAudioCodec, trackOf } from './audio-tracks.ts';
import { fastest, parseFrameRate } from './frame-rate.ts';
import { type SourceLadder, segmentMsOf } from './source-ladder.ts';
import { inOrder, isVideoCodec, roundBitrate, videoOf } from './video-renditions.ts';

function setsOf({ adaptationSets }: Period, contentType: 'video' | 'audio'): AdaptationSet[] {
  return adaptationSets.filter(
    (set) =>
      set.contentType === contentType &&
      !set.isTrickMode &&
      !set.isThumbnail &&
      set.representations.length > 0,
  );
}

/** The first video Representation, else the first audio one: its segments are those of the Period. */
function referenceOf(period: Period): Representation | undefined {
  const [set] = [...setsOf(period, 'video'), ...setsOf(period, 'audio')];
  return set?.representations[0];
}

/** Milliseconds; Infinity for a Period without an end. */
function lengthMs(period: Period): number {
  if (period.durationMs !== undefined) return period.durationMs;
  const addressing = referenceOf(period)?.addressing;
  if (addressing === undefined || addressing.kind === 'base') return 0;
  if (addressing.kind === 'number') return Number.POSITIVE_INFINITY;
  const ticks = addressing.runs.reduce((sum, { d, count }) => sum + d * count, 0);
  return (ticks * 1000) / addressing.timescale;
}

/** The programme: the source's own breaks are periods, too, and shorter. */
export function programmeOf({ periods }: Mpd): Period | undefined {
  const shown = periods.filter((period) => referenceOf(period) !== undefined);
  return shown.toSorted((a, b) => {
    const [lengthA, lengthB] = [lengthMs(a), lengthMs(b)];
    return lengthA === lengthB ? b.startMs - a.startMs : lengthB - lengthA;
  })[0];
}

/** The commonest length: segments are shortened at breaks. NaN without a declared duration. */
function commonestMs(addressing: Addressing | undefined): number {
  if (addressing === undefined || addressing.kind === 'base') return Number.NaN;
  const { timescale } = addressing;
  if (addressing.kind === 'number') return (addressing.duration * 1000) / timescale;
  const counts = new Map<number, number>();
  for (const { d, count } of addressing.runs) counts.set(d, (counts.get(d) ?? 0) + count);
  const [commonest] = [...counts].toSorted(([a, m], [b, n]) => (m === n ? b - a : n - m));
  return commonest === undefined ? Number.NaN : (commonest[0] * 1000) / timescale;
}

function codecsOf({ codecs = '' }: Representation): string[] {
  return codecs.split(',').map((codec) => codec.trim());
}

function videoOfRepresentation(representation: Representation): VideoRendition {
  const { width, height, bandwidth } = representation;
  return videoOf({ width, height, bitrate: bandwidth, codecs: codecsOf(representation) });
}

/** `44100 48000` is a range. */
function sampleRateOf({ audioSamplingRate = '' }: Representation): number {
  return Number(audioSamplingRate.trim().split(/\s+/).at(-1));
}

/** The best of a set: its others differ in their rate alone. */
function trackOfSet(set: AdaptationSet): AudioTrack[] {
  const [best] = set.representations.toSorted((a, b) => b.bandwidth - a.bandwidth);
  if (best === undefined) return [];
  return [
    trackOf({
      codecs: codecsOf(best),
      channels: channelsOfSet(set, best),
      sampleRate: sampleRateOf(best),
      bitrate: roundBitrate(best.bandwidth),
      language: set.lang,
    }),
  ];
}

/**
 * The ladder of a DASH source: that of its longest Period, so that a Period with a break in it changes nothing.
 * @returns video renditions largest first, audio tracks, segment length in ms
 * @see ISO/IEC 23009-1 §5.3.7
 */
export function ladderOfDash(mpd: Mpd): SourceLadder {
  const period = programmeOf(mpd);
  const videoSets = period === undefined ? [] : setsOf(period, 'video');
  const shown = videoSets.flatMap(({ representations }) => representations);
  const codecs = shown.flatMap(codecsOf);
  const tracks = period === undefined ? [] : setsOf(period, 'audio').flatMap(trackOfSet);
  const isMuxed = codecs.some(isAudioCodec) && codecs.some(isVideoCodec);
  const reference = period && referenceOf(period);
  const isTs = reference?.mimeType?.toLowerCase().includes('mp2t') === true;
  const commonest = commonestMs(reference?.addressing);
  const longestMs = mpd.maxSegmentDurationMs ?? 0;
  const segmentMs = segmentMsOf(Number.isNaN(commonest) ? longestMs : commonest);
  return {
    manifest: 'dash',
    muxing: isTs ? 'ts' : 'cmaf',
    pictures: inOrder(shown.map(videoOfRepresentation)),
    frameRate: fastest(shown.map(({ frameRate }) => parseFrameRate(frameRate))),
    audio: tracks.length > 0 ? distinctTracks(tracks) : [trackOf({ codecs })],
    separateAudio: tracks.length > 0 || !isMuxed,
    segmentMs,
    longestSegmentMs: Math.max(segmentMs, longestMs),
    hasIFrames: false,
  };
}
