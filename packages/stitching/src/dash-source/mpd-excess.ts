// Cost of an MPD, counted before any code reads its segments one by one: one line announces any number of segments
// (`@r` of one S, or a template whose segments last one tick), Periods and Representations are compared with each
// other, and Representations that share one SegmentTimeline may each have runs of their own.
import type { Addressing, Mpd, Period } from '@interlude/dash';

export const MPD_LIMITS = {
  /** A day of segments of 2 s has 43,200. */
  announcedSegments: 50_000,
  periods: 1_000,
  /** Representations of one Period. */
  representations: 500,
  /** Runs (S elements) of all SegmentTimelines, counted once for each Representation with an address of its own. */
  runs: 100_000,
} as const;

export interface MpdExcess {
  readonly what: 'announced' | 'periods' | 'representations' | 'runs';
  readonly allowed: number;
}

/** Time shift that is counted for live outputs at least, ms: twice the longest timeShiftWindow or dvrWindow. */
const LIVE_WINDOW_MS = 2 * 3_600_000;

/** Times of one Period, ms; Infinity where its end is not known. */
interface Span {
  readonly declaredMs: number;
  /** From its start to its end, or to now. */
  readonly lengthMs: number;
  /** Length of the part that is listed of segments addressed by @duration. */
  readonly listedMs: number;
}

type NumberAddressing = Extract<Addressing, { kind: 'number' }>;

function segmentsWithin(spanMs: number, ticks: number, timescale: number): number {
  return ticks > 0 ? Math.max(0, Math.ceil((spanMs * timescale) / (ticks * 1000))) : 0;
}

/** With @availabilityTimeOffset="INF" all segments of a Period are available from its start on. */
function countNumbers(addressing: NumberAddressing, { declaredMs, listedMs }: Span): number {
  const { duration, timescale, startNumber, endNumber = Number.POSITIVE_INFINITY } = addressing;
  const numbered = Math.max(0, endNumber - startNumber + 1);
  const all = Math.min(segmentsWithin(declaredMs, duration, timescale), numbered);
  const isWhole = addressing.availabilityTimeOffset === Number.POSITIVE_INFINITY;
  return isWhole && Number.isFinite(all)
    ? all
    : Math.min(all, segmentsWithin(listedMs, duration, timescale));
}

function countOf(addressing: Addressing, span: Span): number {
  if (addressing.kind === 'base') return 1;
  if (addressing.kind === 'number') return countNumbers(addressing, span);
  const { timescale, presentationTimeOffset } = addressing;
  return addressing.runs.reduce((sum, { t, d, count }) => {
    if (count < Number.POSITIVE_INFINITY) return sum + count;
    const beforeMs = ((t - presentationTimeOffset) * 1000) / timescale;
    return sum + segmentsWithin(span.lengthMs - beforeMs, d, timescale);
  }, 0);
}

function declaredLengthMs(mpd: Mpd, period: Period, index: number): number {
  const next = mpd.periods[index + 1]?.startMs;
  const endMs = next ?? mpd.mediaPresentationDurationMs ?? Number.POSITIVE_INFINITY;
  return period.durationMs ?? endMs - period.startMs;
}

function spanOf(mpd: Mpd, declaredMs: number, sinceStartMs: number): Span {
  if (mpd.type === 'static') return { declaredMs, lengthMs: declaredMs, listedMs: declaredMs };
  const lengthMs = Math.min(declaredMs, Math.max(0, sinceStartMs));
  const windowMs = Math.max(mpd.timeShiftBufferDepthMs ?? 0, LIVE_WINDOW_MS);
  return { declaredMs, lengthMs, listedMs: Math.min(lengthMs, windowMs) };
}

/** Segment addressing of a Period, each once: most Representations of an AdaptationSet share one. */
function addressingsOf({ adaptationSets }: Period): readonly Addressing[] {
  return adaptationSets.flatMap(({ representations }) => {
    const found = new Map<unknown, Map<unknown, Addressing>>();
    for (const { addressing } of representations) {
      const timeline = addressing.kind === 'timeline' ? addressing.timelineElement : undefined;
      const same = found.get(addressing.element) ?? new Map<unknown, Addressing>();
      found.set(addressing.element, same.set(timeline, addressing));
    }
    return [...found.values()].flatMap((same) => [...same.values()]);
  });
}

/**
 * Segments that an MPD announces: in each Period those of the Representation with the most, summed over all Periods.
 * @param nowMs epoch ms; undefined = an asset: its Periods without an end are not counted
 */
function announcedSegments(mpd: Mpd, nowMs: number | undefined): number {
  const originMs = mpd.availabilityStartTimeMs ?? 0;
  return mpd.periods.reduce((sum, period, index) => {
    const declaredMs = declaredLengthMs(mpd, period, index);
    if (nowMs === undefined && declaredMs === Number.POSITIVE_INFINITY) return sum;
    const span = spanOf(mpd, declaredMs, (nowMs ?? 0) - originMs - period.startMs);
    return sum + Math.max(0, ...addressingsOf(period).map((one) => countOf(one, span)));
  }, 0);
}

const runsOf = (addressing: Addressing) => ('runs' in addressing ? addressing.runs.length : 0);

/**
 * Finds the first of `MPD_LIMITS` that an MPD exceeds, before any code reads its segments.
 * @param nowMs epoch ms, of a live source; undefined = an asset
 * @returns undefined when the MPD is within all limits
 * @see ISO/IEC 23009-1 §5.3.9; rule SEC-S55
 */
export function mpdExcess(mpd: Mpd, nowMs: number | undefined): MpdExcess | undefined {
  const { periods } = mpd;
  const excess = (what: MpdExcess['what'], allowed: number) => ({ what, allowed });
  if (periods.length > MPD_LIMITS.periods) return excess('periods', MPD_LIMITS.periods);
  const representations = periods.map(({ adaptationSets }) =>
    adaptationSets.reduce((sum, set) => sum + Math.max(1, set.representations.length), 0),
  );
  if (Math.max(0, ...representations) > MPD_LIMITS.representations)
    return excess('representations', MPD_LIMITS.representations);
  const runs = periods.reduce(
    (sum, period) => sum + addressingsOf(period).reduce((of, one) => of + runsOf(one), 0),
    0,
  );
  if (runs > MPD_LIMITS.runs) return excess('runs', MPD_LIMITS.runs);
  return announcedSegments(mpd, nowMs) > MPD_LIMITS.announcedSegments
    ? excess('announced', MPD_LIMITS.announcedSegments)
    : undefined;
}
