/** Analysis of a DASH source by its MPD. */
import type { Addressing, Mpd, MpdWarning } from '@interlude/dash';
import { analysedProfile } from '../ladder/declared-ladder.ts';
import { ladderOfDash, programmeOf } from '../ladder/ladder-of-dash.ts';
import { dashMarkers } from './dash-markers.ts';
import { dashTracks } from './dash-tracks.ts';
import { dashWarnings } from './dash-warnings.ts';
import {
  type AnalysisOptions,
  includedTracks,
  roundedSeconds,
  type SourceFacts,
} from './source-facts.ts';

/** Seconds; the largest update period that a channel accepts. */
const longestUpdatePeriod = 20;

export interface DashReading {
  readonly mpd: Mpd;
  readonly warnings: readonly MpdWarning[];
}

/** Seconds of the segments that a SegmentTimeline lists; 0 without one. */
function listedSeconds(addressing: Addressing | undefined): number {
  if (addressing === undefined || addressing.kind === 'base' || addressing.kind === 'number')
    return 0;
  const ticks = addressing.runs.reduce((sum, { d, count }) => sum + d * count, 0);
  return Number.isFinite(ticks) ? ticks / addressing.timescale : 0;
}

/** Seconds that can be played back; of an on-demand MPD the whole content. */
function windowSeconds(mpd: Mpd): number {
  const declared =
    mpd.type === 'dynamic' ? mpd.timeShiftBufferDepthMs : mpd.mediaPresentationDurationMs;
  if (declared !== undefined) return declared / 1000;
  return mpd.periods.reduce((sum, { durationMs, adaptationSets }) => {
    const addressing = adaptationSets[0]?.representations[0]?.addressing;
    return sum + (durationMs === undefined ? listedSeconds(addressing) : durationMs / 1000);
  }, 0);
}

function isLowLatency({ periods, element }: Mpd): boolean {
  const representations = periods
    .flatMap(({ adaptationSets }) => adaptationSets)
    .flatMap((set) => set.representations);
  const comesInParts = representations.some(({ addressing }) => {
    const offset = addressing.kind === 'base' ? 0 : (addressing.availabilityTimeOffset ?? 0);
    return offset > 0 && offset < Number.POSITIVE_INFINITY;
  });
  const description = element.child('ServiceDescription');
  return comesInParts || description?.child('Latency') !== undefined;
}

function isEncrypted({ periods }: Mpd): boolean {
  return periods
    .flatMap(({ adaptationSets }) => adaptationSets)
    .flatMap((set) => [set, ...set.representations])
    .some(({ contentProtections }) => contentProtections.length > 0);
}

/** A live source is read as often as its minimumUpdatePeriod declares; without one, once for each segment. */
function updatePeriod(mpd: Mpd, segmentMs: number) {
  const declared = mpd.minimumUpdatePeriodMs;
  if (mpd.type !== 'dynamic')
    return { setScanningFrequency: false, minimumSourceUpdatePeriod: null };
  if (declared !== undefined && declared > 0) {
    return {
      setScanningFrequency: false,
      minimumSourceUpdatePeriod: roundedSeconds(declared / 1000),
    };
  }
  const seconds = Math.min(longestUpdatePeriod, Math.max(1, Math.ceil(segmentMs / 1000)));
  return { setScanningFrequency: true, minimumSourceUpdatePeriod: seconds };
}

/**
 * The facts of a channel that the MPD of its source gives: profile, kind, tracks, markers, warnings.
 * @returns facts in the form of the API; times in seconds
 * @see ISO/IEC 23009-1 §5.3; API-050, CHE-033
 */
export function analyseDash(
  { mpd, warnings }: DashReading,
  { ownProfile }: AnalysisOptions,
): SourceFacts {
  const ladder = ladderOfDash(mpd);
  const isLive = mpd.type === 'dynamic';
  const tracks = dashTracks(mpd);
  return {
    profile: analysedProfile(ladder, ownProfile),
    manifestType: 'dash',
    type: isLive ? 'dash-live' : 'dash-vod',
    isLive,
    isMultiPeriod: mpd.periods.length > 1,
    compatibilityHlsMedia: false,
    ...updatePeriod(mpd, ladder.segmentMs),
    dynamicConfiguration: false,
    includeMediaTracks: includedTracks(tracks.some(({ kind }) => kind === 'i-frames')),
    markers: dashMarkers(mpd),
    tracks,
    segmentSeconds: roundedSeconds(ladder.segmentMs / 1000),
    windowSeconds: roundedSeconds(windowSeconds(mpd)),
    isEncrypted: isEncrypted(mpd),
    isLowLatency: isLowLatency(mpd),
    warnings: dashWarnings(mpd, programmeOf(mpd), warnings),
  };
}
