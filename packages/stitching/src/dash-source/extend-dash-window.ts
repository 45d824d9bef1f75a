import type { Mpd, Period } from '@interlude/dash';
import { STITCHING_LIMITS } from '../limits.ts';
import { adSetsOf } from './ad-sets.ts';
import { periodBaseUrls } from './base-urls.ts';
import { boundariesOf, cadenceOf } from './boundaries.ts';
import type { DashSourcePeriod, DashTrack, DashWindow } from './dash-window.ts';
import { continues, grownTrack, trimmedTrack } from './grow-track.ts';
import { type ListedPeriod, listPeriod } from './list-tracks.ts';
import { firstMediaMs, laterPeriod, movedPeriod } from './move-period.ts';
import { endOfRuns } from './track-runs.ts';

export interface DashWindowOptions {
  /** Address of the MPD after redirects: relative addresses are resolved against it. */
  readonly baseUrl: string;
  /** Epoch ms, on the clock of the MPD's UTCTiming: segments addressed by @duration are available when they end. */
  readonly nowMs: number;
  /** Time for which segments are kept at least, ms (time shift); never shorter than the source's own buffer. */
  readonly keepMs: number;
}

interface DeclaredPeriod {
  readonly period: Period;
  readonly listed: ListedPeriod;
  /** Period@start after the window's origin by the source's clock, ms. */
  readonly declaredMs: number;
  /** Start in outputs, ms after the window's origin: later than declared once the source was set back. */
  readonly startMs: number;
}

/** Period starts that differ by less, ms, belong to one Period. */
const SAME_START_MS = 1_000;
/** Offsets between media and presentation time that differ by less, ms, are equal. */
const SAME_CLOCK_MS = 100;

class WindowBuilder {
  readonly periods: DashSourcePeriod[];
  epoch: number;
  shiftMs: number;
  readonly #mpd: Mpd;
  readonly #options: DashWindowOptions;
  #clockMs: number;
  readonly #before: DashWindow | undefined;

  constructor(
    before: DashWindow | undefined,
    mpd: Mpd,
    options: DashWindowOptions,
    originMs: number,
  ) {
    this.periods = [...(before?.periods ?? [])];
    this.epoch = before?.epoch ?? 0;
    this.shiftMs = before?.shiftMs ?? 0;
    this.#before = before;
    this.#mpd = mpd;
    this.#options = options;
    this.#clockMs = (mpd.availabilityStartTimeMs ?? originMs) - originMs;
  }

  addAll(): void {
    if (this.#isEnd) this.#clockMs += this.#rebasedMs();
    const declared = this.#mpd.periods.map((period) => this.#declared(period));
    const isKnown = declared.some((each) => this.#indexOf(each) >= 0);
    const usable = declared.filter(({ listed }) => listed.reference >= 0);
    for (const each of usable)
      this.#add({ ...each, startMs: each.declaredMs + this.shiftMs }, isKnown);
  }

  /** A static MPD after dynamic ones ends the presentation: it lists the last segments and is never a restart. */
  get #isEnd(): boolean {
    return this.#mpd.type === 'static' && this.#before !== undefined;
  }

  /**
   * Correction for the Period starts of an ended presentation, ms: packagers count them from 0 (static MPDs need no
   * availabilityStartTime, §5.3.1.2) and leave media times as they were.
   */
  #rebasedMs(): number {
    for (const period of this.#mpd.periods) {
      const declared = this.#declared(period);
      for (const known of this.periods) {
        const byMs = clockDistanceMs(known, declared);
        if (byMs !== undefined && isSameMedia(known, declared))
          return Math.abs(byMs) < SAME_CLOCK_MS ? 0 : -byMs;
      }
    }
    return 0;
  }

  #declared(period: Period): DeclaredPeriod {
    const { nowMs, keepMs } = this.#options;
    const nowOfMpd = nowMs - (this.#mpd.availabilityStartTimeMs ?? 0);
    const depthMs = this.#mpd.timeShiftBufferDepthMs ?? 0;
    const isLive = this.#mpd.type === 'dynamic';
    const limits = {
      untilMs: isLive ? nowOfMpd : Number.POSITIVE_INFINITY,
      fromMs: isLive ? nowOfMpd - Math.max(depthMs, keepMs) : Number.NEGATIVE_INFINITY,
    };
    const declaredMs = this.#clockMs + period.startMs;
    const listed = listPeriod(period, limits);
    return { period, listed, declaredMs, startMs: declaredMs + this.shiftMs };
  }

  #indexOf({ period, startMs }: DeclaredPeriod): number {
    return this.periods.findLastIndex((known) =>
      period.id === undefined
        ? known.sourceId === undefined && Math.abs(known.startMs - startMs) < SAME_START_MS
        : known.sourceId === period.id,
    );
  }

  /** Index of the known Period with the same media times, else -1: for a source that has assigned new Period@ids. */
  #renamedIndexOf(declared: DeclaredPeriod): number {
    const edgeMs = this.#before?.boundariesMs.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (declared.startMs > edgeMs - SAME_START_MS) return -1;
    return this.periods.findLastIndex(
      (known) => known.startMs <= declared.startMs + SAME_START_MS && isSameClock(known, declared),
    );
  }

  #add(declared: DeclaredPeriod, hasKnown: boolean): void {
    const found = this.#indexOf(declared);
    const index = found < 0 && !hasKnown ? this.#renamedIndexOf(declared) : found;
    const known = this.periods[index];
    if (known === undefined) this.#addNew(declared, hasKnown);
    else if (continuesPeriod(known, declared)) this.periods[index] = this.#grown(known, declared);
    else if (!this.#isEnd) this.#restart(declared);
  }

  #addNew(declared: DeclaredPeriod, hasKnown: boolean): void {
    const last = this.periods.at(-1);
    if (last === undefined || declared.startMs > last.startMs) {
      this.periods.push(this.#afterEdge(this.#make(declared)));
      return;
    }
    // It starts before the newest known Period: it has left the window already, or the source has restarted.
    if (!hasKnown && !this.#isEnd) this.#restart(declared);
  }

  /** A Period that is announced too late starts at the published end of the previous one (D2). */
  #afterEdge(period: DashSourcePeriod): DashSourcePeriod {
    const edgeMs = this.#before?.boundariesMs.at(-1) ?? Number.NEGATIVE_INFINITY;
    const lateMs = edgeMs - period.startMs;
    return lateMs > (this.#before?.segmentMs ?? 0) / 2 ? laterPeriod(period, lateMs) : period;
  }

  #make(declared: DeclaredPeriod): DashSourcePeriod {
    const { period, listed, startMs } = declared;
    const key = period.id ?? `p${Math.round(startMs)}`;
    const isTaken = this.periods.some((known) => known.key === key);
    return {
      ...this.#facts(declared),
      key: isTaken ? `${key}-e${this.epoch}` : key,
      epoch: this.epoch,
      startMs,
      tracks: listed.tracks,
      adSets: adSetsOf(listed.sets),
    };
  }

  #facts({ period, listed, startMs }: DeclaredPeriod) {
    return {
      sourceId: period.id,
      endMs:
        period.durationMs === undefined ? Number.POSITIVE_INFINITY : startMs + period.durationMs,
      element: period.element,
      sets: listed.sets,
      reference: listed.reference,
      eventStreams: period.eventStreams,
      baseUrls: periodBaseUrls(this.#options.baseUrl, this.#mpd.baseUrls, period.baseUrls),
    };
  }

  /** The source has restarted, media times went back: the new Period begins at the published edge (H6 in DASH). */
  #restart(declared: DeclaredPeriod): void {
    const edgeMs = this.#before?.boundariesMs.at(-1);
    if (this.epoch === (this.#before?.epoch ?? 0)) this.epoch++;
    const made = this.#make({ ...declared, startMs: declared.declaredMs });
    const shown = edgeMs === undefined ? made : movedPeriod(made, edgeMs);
    this.shiftMs = Math.max(0, shown.startMs - firstMediaMs(made));
    this.periods.push(shown);
  }

  /** End of a known Period, ms after the origin: published segments stay, however early the next begins (D2, D4). */
  #endOf(known: DashSourcePeriod, declaredMs: number): number {
    if (declaredMs === Number.POSITIVE_INFINITY) return known.endMs;
    const publishedMs =
      this.periods.at(-1) === known
        ? (this.#before?.boundariesMs.at(-1) ?? declaredMs)
        : known.endMs;
    return Math.max(declaredMs, publishedMs);
  }

  #grown(known: DashSourcePeriod, declared: DeclaredPeriod): DashSourcePeriod {
    const { listed, period } = declared;
    const tracks = listed.tracks.map((track) => {
      const before = known.tracks.find(({ key }) => key === track.key);
      return before === undefined
        ? onStartOf(known, track, declared.startMs)
        : grownTrack(before, track);
    });
    const isSame =
      tracks.length === known.tracks.length &&
      tracks.every((track, index) => track === known.tracks[index]);
    const facts = this.#facts(declared);
    const endMs = this.#endOf(known, facts.endMs);
    if (isSame && endMs === known.endMs && textOf(known) === textOf({ element: period.element }))
      return known;
    return { ...known, ...facts, endMs, tracks, adSets: sameOr(known.adSets, listed) };
  }
}

/** A track that a later MPD added: its offset is moved to the start with which the Period was published. */
function onStartOf(known: DashSourcePeriod, track: DashTrack, startMs: number): DashTrack {
  const byTicks = Math.round(((known.startMs - startMs) * track.timescale) / 1000);
  return byTicks === 0
    ? track
    : { ...track, presentationTimeOffset: track.presentationTimeOffset + byTicks };
}

function sameOr(before: DashSourcePeriod['adSets'], listed: ListedPeriod) {
  const now = adSetsOf(listed.sets);
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

function textOf({ element: { range } }: Pick<DashSourcePeriod, 'element'>): string {
  return range === undefined ? '' : range.source.slice(range.start, range.end);
}

/** Presentation time of media time 0, ms after the window's origin. */
function zeroMs(startMs: number, track: DashTrack, timeOrigin: bigint): number {
  const offset = track.presentationTimeOffset + Number(track.timeOrigin - timeOrigin);
  return startMs - (offset * 1000) / track.timescale;
}

/**
 * Whether the same media times are now presented later and end before the known ones: a young source that has restarted
 * with another availabilityStartTime.
 */
function isSetBack(
  known: DashSourcePeriod,
  before: DashTrack,
  declared: DeclaredPeriod,
  now: DashTrack,
): boolean {
  if (before.kind !== 'template' || now.kind !== 'template') return false;
  const { timeOrigin } = before;
  const byMs =
    zeroMs(declared.startMs, now, timeOrigin) - zeroMs(known.startMs, before, timeOrigin);
  const end = (endOfRuns(now.runs) ?? 0) + Number(now.timeOrigin - timeOrigin);
  return byMs >= SAME_START_MS && end < (endOfRuns(before.runs) ?? 0);
}

const referenceOf = ({ tracks, reference }: Pick<ListedPeriod, 'tracks' | 'reference'>) =>
  tracks[reference];

/** Presentation time of a media time, now minus before, ms; undefined when the known track is not continued. */
function clockDistanceMs(known: DashSourcePeriod, declared: DeclaredPeriod): number | undefined {
  const before = referenceOf(known);
  const now = referenceOf(declared.listed);
  if (before?.kind !== 'template' || now?.kind !== 'template') return undefined;
  if (!continues(before, now)) return undefined;
  const zero = before.timeOrigin;
  return zeroMs(declared.startMs, now, zero) - zeroMs(known.startMs, before, zero);
}

/** Whether the listing continues the known track, with the same presentation time for each media time. */
function isSameClock(known: DashSourcePeriod, declared: DeclaredPeriod): boolean {
  return Math.abs(clockDistanceMs(known, declared) ?? SAME_CLOCK_MS) < SAME_CLOCK_MS;
}

/** Whether segment addresses are made of the same @media template. */
function isSameMedia(known: DashSourcePeriod, declared: DeclaredPeriod): boolean {
  const before = referenceOf(known);
  const now = referenceOf(declared.listed);
  return before?.kind === 'template' && now?.kind === 'template' && before.media === now.media;
}

function continuesPeriod(known: DashSourcePeriod, declared: DeclaredPeriod): boolean {
  const before = known.tracks[known.reference];
  const now = declared.listed.tracks[declared.listed.reference];
  if (before === undefined || now === undefined) return true;
  return continues(before, now) && !isSetBack(known, before, declared, now);
}

/** Periods and segments that are older than `oldestMs` after the origin leave the window. */
function trimmed(periods: readonly DashSourcePeriod[], oldestMs: number): DashSourcePeriod[] {
  return periods.flatMap((period, index) => {
    const endMs = Math.min(period.endMs, periods[index + 1]?.startMs ?? Number.POSITIVE_INFINITY);
    if (endMs < oldestMs) return [];
    const tracks = period.tracks.map((track) => trimmedTrack(track, oldestMs - period.startMs));
    const isSame = tracks.every((track, each) => track === period.tracks[each]);
    return [isSame ? period : { ...period, tracks }];
  });
}

function isPartial(mpd: Mpd): boolean {
  const sets = mpd.periods.at(-1)?.adaptationSets ?? [];
  return sets.some(({ representations: [first] }) => {
    const { addressing } = first ?? {};
    if (addressing === undefined || addressing.kind === 'base') return false;
    const offset = addressing.availabilityTimeOffset ?? 0;
    return offset > 0 && offset < Number.POSITIVE_INFINITY;
  });
}

/**
 * The window extended by the newest MPD of the source. Append-only: Periods keep their ids, starts and offsets,
 * segments their times and numbers, even when the source changes them later (D1, D2); a Period that is missing
 * from one update stays (D4).
 * @see ISO/IEC 23009-1 §5.4; rules D1, D2, D4
 */
export function extendDashWindow(
  previous: DashWindow | undefined,
  mpd: Mpd,
  options: DashWindowOptions,
): DashWindow {
  const originMs = previous?.originMs ?? mpd.availabilityStartTimeMs ?? 0;
  const builder = new WindowBuilder(previous, mpd, options, originMs);
  builder.addAll();
  const isEnd = mpd.type === 'static' && previous !== undefined;
  // Segments that left the time shift buffer must not come back when the presentation ends (D2).
  const depthMs = isEnd
    ? previous.depthMs
    : (mpd.timeShiftBufferDepthMs ?? Number.POSITIVE_INFINITY);
  const ownMs = mpd.type === 'static' ? Number.POSITIVE_INFINITY : depthMs;
  const cadence = cadenceOf(builder.periods);
  const keptMs = Math.max(
    options.keepMs,
    ownMs < Number.POSITIVE_INFINITY ? ownMs + STITCHING_LIMITS.keptAfterRemovalMs : 0,
    mpd.type === 'static' ? Number.POSITIVE_INFINITY : 0,
  );
  const mostMs = cadence.segmentMs * STITCHING_LIMITS.maxWindowSegments;
  const edgeMs = boundariesOf(builder.periods.slice(-2)).at(-1) ?? 0;
  const periods = trimmed(builder.periods, edgeMs - Math.min(keptMs, mostMs));
  return {
    originMs,
    mpd,
    baseUrl: options.baseUrl,
    periods,
    boundariesMs: boundariesOf(periods),
    epoch: builder.epoch,
    shiftMs: builder.shiftMs,
    ...cadence,
    depthMs,
    isLowLatency: isPartial(mpd),
    ended: mpd.type === 'static',
  };
}
