/** Warnings of a DASH source: properties that degrade ads or make players stumble. */
import type { Addressing, Mpd, MpdWarning, Period, Representation } from '@interlude/dash';
import { parseFrameRate, rateOf } from '../ladder/frame-rate.ts';
import { isVideoCodec } from '../ladder/video-renditions.ts';
import { inBandMarkers } from './dash-markers.ts';
import { roundedSeconds, type SourceWarning } from './source-facts.ts';
import { type ListedVideo, videoWarnings, warningOf } from './video-warnings.ts';

/** Lengths that differ by more are different, seconds. */
const sameLengthSeconds = 0.1;
const mostOddities = 5;

function videosIn({ adaptationSets }: Period): Representation[] {
  return adaptationSets
    .filter((set) => set.contentType === 'video' && !set.isTrickMode && !set.isThumbnail)
    .flatMap(({ representations }) => representations);
}

function listed({ width, height, bandwidth, codecs = '', frameRate }: Representation) {
  const rate = parseFrameRate(frameRate);
  return {
    ...{ width, height, bandwidth },
    hasCodec: codecs.split(',').some((codec) => isVideoCodec(codec.trim())),
    frameRate: rate && roundedSeconds(rateOf(rate)),
  } satisfies ListedVideo;
}

/** Seconds. */
function lengths(addressing: Addressing): { readonly usual: number; readonly longest: number } {
  if (addressing.kind === 'base') return { usual: Number.NaN, longest: 0 };
  const { timescale } = addressing;
  if (addressing.kind === 'number') {
    const seconds = addressing.duration / timescale;
    return { usual: seconds, longest: seconds };
  }
  const counts = new Map<number, number>();
  for (const { d, count } of addressing.runs) counts.set(d, (counts.get(d) ?? 0) + count);
  const [commonest] = [...counts].toSorted(([a, m], [b, n]) => (m === n ? b - a : n - m));
  const longest = [...counts.keys()].reduce((most, d) => Math.max(most, d), 0);
  return { usual: (commonest?.[0] ?? Number.NaN) / timescale, longest: longest / timescale };
}

function ofLengths(videoTracks: readonly Representation[]): SourceWarning[] {
  const [first, ...others] = videoTracks;
  if (first === undefined) return [];
  const { usual } = lengths(first.addressing);
  return others.flatMap((one) => {
    const own = lengths(one.addressing).usual;
    if (!(Math.abs(own - usual) > sameLengthSeconds)) return [];
    const text = `Its segments last ${roundedSeconds(own)} s, those of the first rendition ${roundedSeconds(usual)} s. Splice points are less exact.`;
    return [warningOf('SEGMENTS_DIFFER', text, one)];
  });
}

function ofLongest(mpd: Mpd, videoTracks: readonly Representation[]): SourceWarning[] {
  const declared = mpd.maxSegmentDurationMs;
  if (declared === undefined) return [];
  return videoTracks.flatMap((one) => {
    const { longest } = lengths(one.addressing);
    if (longest <= declared / 1000 + sameLengthSeconds) return [];
    const text = `A segment lasts ${roundedSeconds(longest)} s, longer than maxSegmentDuration of ${declared / 1000} s.`;
    return [warningOf('MAX_SEGMENT_DURATION_TOO_SHORT', text, one)];
  });
}

function ofLive(mpd: Mpd): SourceWarning[] {
  if (mpd.type !== 'dynamic') return [];
  const found: SourceWarning[] = [];
  if (mpd.availabilityStartTimeMs === undefined) {
    const text = 'It is dynamic and has no availabilityStartTime: a live channel cannot play it.';
    found.push(warningOf('AVAILABILITY_START_MISSING', text));
  }
  if (mpd.minimumUpdatePeriodMs === undefined) {
    const text = 'It names no minimumUpdatePeriod. It is read once for each segment.';
    found.push(warningOf('UPDATE_PERIOD_MISSING', text));
  }
  if (mpd.utcTimings.length === 0) {
    const text = 'It names no UTCTiming. Players whose clock is wrong cannot find the live edge.';
    found.push(warningOf('UTC_TIMING_MISSING', text));
  }
  return found;
}

function ofMarkers(mpd: Mpd): SourceWarning[] {
  return inBandMarkers(mpd).map((scheme) =>
    warningOf(
      'MARKERS_IN_BAND',
      `Markers of ${scheme} are in the media: a live channel reads them with "Read in-band events", an on-demand one does not.`,
    ),
  );
}

function ofPeriods({ periods }: Mpd): SourceWarning[] {
  const sizes = (period: Period) =>
    [...new Set(videosIn(period).map(({ width, height }) => `${width}x${height}`))]
      .toSorted()
      .join(' ');
  const shown = periods.filter((period) => videosIn(period).length > 0);
  if (new Set(shown.map(sizes)).size < 2) return [];
  const text = 'Its Periods have different resolutions. Ads are encoded for the longest Period.';
  return [warningOf('PERIODS_DIFFER', text)];
}

export function dashWarnings(
  mpd: Mpd,
  programme: Period | undefined,
  oddities: readonly MpdWarning[],
): SourceWarning[] {
  const videoTracks = programme === undefined ? [] : videosIn(programme);
  return [
    ...videoWarnings(videoTracks.map(listed)),
    ...ofLengths(videoTracks),
    ...ofLongest(mpd, videoTracks),
    ...ofPeriods(mpd),
    ...ofLive(mpd),
    ...ofMarkers(mpd),
    ...oddities
      .slice(0, mostOddities)
      .map(({ code, detail }) =>
        warningOf(code, `It is not as the standard requires it: ${detail}`),
      ),
  ];
}
