// A Period of one MPD: its AdaptationSets and the segments that are available by now.
import type {
  AdaptationSet,
  Addressing,
  ListAddressing,
  ListedSegment,
  Period,
  Representation,
} from '@interlude/dash';
import type { DashSet, DashTrack } from './dash-window.ts';
import { segmentCount, sliceRuns, type TrackRun } from './track-runs.ts';

export interface ListedPeriod {
  readonly sets: readonly DashSet[];
  readonly tracks: readonly DashTrack[];
  readonly reference: number;
}

export interface ListingLimits {
  /** Presentation time of this MPD, ms: segments that end later are not available yet. */
  readonly untilMs: number;
  /** Presentation time, ms, from which segments addressed by @duration are listed. */
  readonly fromMs: number;
}

type Timed = Exclude<Addressing, { kind: 'base' }>;

function isMediaSet(set: AdaptationSet): boolean {
  const plays = set.contentType === 'video' || set.contentType === 'audio';
  return plays && !set.isTrickMode && !set.isThumbnail && set.representations.length > 0;
}

function ticksAt(addressing: Timed, period: Period, ms: number): number {
  return addressing.presentationTimeOffset + ((ms - period.startMs) * addressing.timescale) / 1000;
}

/** Segments addressed by @duration, up to the Period's end. */
function computedRun(
  addressing: Extract<Addressing, { kind: 'number' }>,
  period: Period,
): TrackRun[] {
  const {
    presentationTimeOffset: t,
    duration: d,
    startNumber: n,
    endNumber,
    timescale,
  } = addressing;
  if (d <= 0) return [];
  const ticks = ((period.durationMs ?? Number.POSITIVE_INFINITY) * timescale) / 1000;
  const numbered = endNumber === undefined ? Number.POSITIVE_INFINITY : endNumber - n + 1;
  const count = Math.min(Math.ceil(ticks / d - 1e-6), numbered);
  return count > 0 ? [{ t, d, count, n }] : [];
}

function numbered(runs: ListAddressing['runs'], startNumber: number): TrackRun[] {
  let n = startNumber;
  return runs.map((run) => {
    const first = n;
    n += run.count;
    return { ...run, n: first };
  });
}

/** Segments that are available as a whole; of a low-latency source only those that have ended. */
function availableRuns(
  addressing: Timed,
  period: Period,
  { fromMs, untilMs }: ListingLimits,
): readonly TrackRun[] {
  const isComputed = addressing.kind === 'number';
  const all = isComputed
    ? computedRun(addressing, period)
    : numbered(addressing.runs, addressing.startNumber);
  const { availabilityTimeOffset = 0 } = addressing;
  const isPartial = availabilityTimeOffset > 0 && availabilityTimeOffset < Number.POSITIVE_INFINITY;
  const isOpen = all.at(-1)?.count === Number.POSITIVE_INFINITY;
  const isPaced = (isComputed && availabilityTimeOffset !== Number.POSITIVE_INFINITY) || isPartial;
  if (!isPaced && !isOpen) return all;
  const last = all.at(-1);
  if (last === undefined) return all;
  // A millisecond for the rounding of ticks.
  const until = ticksAt(addressing, period, untilMs + 1) - last.d;
  const from = isComputed
    ? ticksAt(addressing, period, Math.max(fromMs, period.startMs))
    : Number.NEGATIVE_INFINITY;
  return sliceRuns(all, from, Math.min(until + 1, Number.MAX_SAFE_INTEGER)).runs;
}

function trackOf(representation: Representation, period: Period, limits: ListingLimits): DashTrack {
  const { addressing } = representation;
  const address = {
    key: representation.id,
    timescale: addressing.timescale,
    presentationTimeOffset: addressing.presentationTimeOffset,
    initialization: addressing.initialization,
    initializationRange: addressing.initializationRange,
  };
  if (addressing.kind === 'base') return baseTrack(address, addressing, period);
  const { timeOrigin } = addressing;
  const runs = availableRuns(addressing, period, limits);
  if (addressing.kind !== 'list')
    return { kind: 'template', ...address, timeOrigin, media: addressing.media, runs };
  const addresses = addressing.segments.slice(0, segmentCount(runs));
  return { kind: 'list', ...address, timeOrigin, runs: atMost(runs, addresses), addresses };
}

/** The whole resource counts as one segment as long as the period. */
function baseTrack(
  address: Omit<Extract<DashTrack, { kind: 'base' }>, 'kind' | 'runs' | 'timeOrigin' | 'element'>,
  addressing: Extract<Addressing, { kind: 'base' }>,
  { durationMs }: Period,
): DashTrack {
  const { timescale, presentationTimeOffset: t, element } = addressing;
  const d = Math.round(((durationMs ?? 0) * timescale) / 1000);
  const runs = d > 0 ? [{ t, d, count: 1, n: 1 }] : [];
  return { kind: 'base', ...address, timeOrigin: 0n, element, runs };
}

function atMost(runs: readonly TrackRun[], addresses: readonly ListedSegment[]): TrackRun[] {
  let left = addresses.length;
  return runs.flatMap((run) => {
    const count = Math.min(run.count, left);
    left -= count;
    return count > 0 ? [{ ...run, count }] : [];
  });
}

/** Two Representations with the same segments: the same element describes both. */
function sameAddress(a: Addressing, b: Addressing): boolean {
  if (a === b) return true;
  if (a.kind === 'base' || b.kind === 'base' || a.kind === 'list' || b.kind === 'list')
    return false;
  return (
    a.element === b.element &&
    (a.kind === 'timeline' ? a.timelineElement : undefined) ===
      (b.kind === 'timeline' ? b.timelineElement : undefined)
  );
}

function indexOfReference(sets: readonly DashSet[], tracks: readonly DashTrack[]): number {
  const media = sets.filter(({ isMedia }) => isMedia);
  const ordered = [...media.filter(isVideo), ...media.filter((set) => !isVideo(set))];
  for (const { trackOf } of ordered) {
    const [index] = trackOf;
    if (index !== undefined && tracks[index]?.kind !== undefined) return index;
  }
  return -1;
}

function isVideo({ set }: DashSet): boolean {
  return set.contentType === 'video';
}

export function listPeriod(period: Period, limits: ListingLimits): ListedPeriod {
  const tracks: DashTrack[] = [];
  const sets = period.adaptationSets
    .filter(({ representations }) => representations.length > 0)
    .map((set) => {
      const known: { addressing: Addressing; index: number }[] = [];
      const indices = set.representations.map((representation) => {
        const { addressing } = representation;
        const same = known.find((other) => sameAddress(other.addressing, addressing));
        if (same !== undefined) return same.index;
        const index = tracks.push(trackOf(representation, period, limits)) - 1;
        known.push({ addressing, index });
        return index;
      });
      return { set, trackOf: indices, isMedia: isMediaSet(set) };
    });
  return { sets, tracks, reference: indexOfReference(sets, tracks) };
}
