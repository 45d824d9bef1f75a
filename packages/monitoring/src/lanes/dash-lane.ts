/** An MPD as entries of a lane: Periods, the segments of its reference track, and events. */
import { safeText, safeUrl } from '@interlude/audit';
import type { MonitoringSegment } from '@interlude/contract';
import {
  type EventStream,
  type Mpd,
  type Period,
  parseMpd,
  type Representation,
  segmentsOf,
} from '@interlude/dash';
import { type AdNames, adOf, type LaneReading, plainEntry } from './lane-reading.ts';
import { shortHash } from './short-hash.ts';

/** Entries, break events and edge that one reading of an MPD gives. */
export interface SeenMpd {
  readonly entries: readonly MonitoringSegment[];
  /** Events of ad breaks. */
  readonly breaks: readonly {
    readonly id: string;
    readonly startMs: number;
    /** Undefined = not stated. */
    readonly durationMs: number | undefined;
  }[];
  /** End of the newest listed segment of the reference track, epoch ms; NaN when nothing is listed. */
  readonly endMs: number;
}

const limits = { periods: 200, segments: 2_000, events: 500, elements: 100_000 } as const;
/** Segments of a number template follow from the clock: those of the last so many ms become entries. */
const openSpanMs = 120_000;

const splice = /scte35|scte:35/i;

interface Reading extends LaneReading {
  readonly mpd: Mpd;
  readonly names: AdNames;
  /** Start of the presentation, epoch ms. */
  readonly originMs: number;
}

function referenceOf(period: Period): Representation | undefined {
  const sets = period.adaptationSets.filter((set) => !set.isTrickMode && !set.isThumbnail);
  const set = sets.find(({ contentType }) => contentType === 'video') ?? sets[0];
  return set?.representations[0];
}

function baseOf(reading: Reading, period: Period, representation: Representation | undefined) {
  const parts = [reading.mpd.baseUrls, period.baseUrls, representation?.baseUrls ?? []];
  return parts.reduce(
    (base, [first]) => (first === undefined ? base : (URL.parse(first.url, base)?.href ?? base)),
    reading.url,
  );
}

const seconds = (ms: number) => Math.round(ms) / 1000;

function spanOf({ addressing }: Representation, nowMs: number, endMs: number) {
  return addressing.kind === 'number'
    ? { fromMs: nowMs - openSpanMs, untilMs: Math.min(endMs, nowMs) }
    : { untilMs: endMs };
}

function segmentEntries(reading: Reading, period: Period, endMs: number): MonitoringSegment[] {
  const representation = referenceOf(period);
  if (representation === undefined) return [];
  const { originMs, loadedAtMs, names, manifestKey, lane } = reading;
  const base = baseOf(reading, period, representation);
  const nowMs = loadedAtMs - originMs;
  const span = spanOf(representation, nowMs, endMs);
  const entries: MonitoringSegment[] = [];
  for (const segment of segmentsOf(representation, period, span)) {
    // A SegmentURL without @media is a byte range of the BaseURL (ISO/IEC 23009-1 §5.3.9.3).
    const address = URL.parse(segment.media ?? '', base)?.href ?? base;
    const named = adOf(names, address);
    entries.push({
      ...plainEntry,
      ...named,
      id: `s${shortHash(`${period.id ?? ''} ${Math.round(segment.startMs)} ${address}`)}`,
      start: Math.round(originMs + segment.startMs),
      duration: seconds(segment.durationMs),
      loadTime: loadedAtMs,
      uri: safeUrl(named.kind === 'content' ? (segment.media ?? base) : address),
      origUri: lane === 'output' && named.kind === 'content' ? safeUrl(address) : '',
      presentationTime: seconds(segment.startMs),
      // A first listed segment that begins later than its Period is no discontinuity.
      discontinuity: segment.startMs - period.startMs < segment.durationMs / 2,
      periodId: safeText(period.id ?? ''),
      manifestKey,
    });
    if (entries.length > limits.segments) entries.shift();
  }
  return entries;
}

function eventEntries(reading: Reading, period: Period): MonitoringSegment[] {
  const timesOf = (stream: EventStream, ticks: number) =>
    period.startMs + ((ticks - stream.presentationTimeOffset) * 1000) / stream.timescale;
  return period.eventStreams.flatMap((stream) =>
    stream.events.slice(0, limits.events).map((event) => {
      const atMs = timesOf(stream, event.presentationTime);
      const id = event.id ?? String(event.presentationTime);
      const isSplice = splice.test(stream.schemeIdUri);
      return {
        ...plainEntry,
        id: `e${shortHash(`${period.id ?? ''} ${stream.schemeIdUri} ${id} ${Math.round(atMs)}`)}`,
        kind: 'event' as const,
        start: Math.round(reading.originMs + atMs),
        duration: ((event.duration ?? 0) * 1) / stream.timescale,
        loadTime: reading.loadedAtMs,
        uri: safeText(stream.schemeIdUri),
        presentationTime: seconds(atMs),
        cueOut: isSplice ? safeText(`${stream.schemeIdUri} ${id}`) : '',
        eventId: safeText(id),
        periodId: safeText(period.id ?? ''),
        manifestKey: reading.manifestKey,
      };
    }),
  );
}

function endOfPeriod(mpd: Mpd, index: number): number {
  const period = mpd.periods[index];
  const next = mpd.periods[index + 1];
  const own = period?.durationMs === undefined ? undefined : period.startMs + period.durationMs;
  return own ?? next?.startMs ?? Number.POSITIVE_INFINITY;
}

function periodEntry(reading: Reading, period: Period, endMs: number): MonitoringSegment {
  const representation = referenceOf(period);
  const { media = '' } = (representation && segmentsOf(representation, period).next().value) || {};
  const base = baseOf(reading, period, representation);
  const { ad } = adOf(reading.names, URL.parse(media, base)?.href ?? base);
  return {
    ...plainEntry,
    id: `p${shortHash(`${period.id ?? ''} ${Math.round(period.startMs)}`)}`,
    kind: 'period',
    ad,
    start: Math.round(reading.originMs + period.startMs),
    duration: Number.isFinite(endMs) ? seconds(endMs - period.startMs) : 0,
    loadTime: reading.loadedAtMs,
    uri: safeUrl(base),
    presentationTime: seconds(period.startMs),
    periodId: safeText(period.id ?? ''),
    manifestKey: reading.manifestKey,
  };
}

/**
 * Reads an MPD into entries of its lane.
 * @returns undefined when the text is no MPD
 * @see ISO/IEC 23009-1 §5.3
 */
export function readDashLane(reading: LaneReading, names: AdNames): SeenMpd | undefined {
  const { mpd } = parseMpd(reading.text, { maxElements: limits.elements });
  if (mpd === undefined) return undefined;
  const of: Reading = { ...reading, mpd, names, originMs: mpd.availabilityStartTimeMs ?? 0 };
  const first = Math.max(0, mpd.periods.length - limits.periods);
  const periods = mpd.periods.slice(first).map((period, index) => ({
    period,
    endMs: endOfPeriod(mpd, first + index),
  }));
  const segments = periods.flatMap(({ period, endMs }) => segmentEntries(of, period, endMs));
  const events = periods.flatMap(({ period }) => eventEntries(of, period));
  const last = segments.at(-1);
  return {
    entries: [
      ...periods.map(({ period, endMs }) => periodEntry(of, period, endMs)),
      ...segments.slice(-limits.segments),
      ...events.slice(-limits.events),
    ],
    breaks: events
      .filter(({ cueOut }) => cueOut !== '')
      .map(({ eventId, start, duration }) => ({
        id: eventId,
        startMs: start,
        durationMs: duration > 0 ? duration * 1000 : undefined,
      })),
    endMs: last === undefined ? Number.NaN : last.start + last.duration * 1000,
  };
}
