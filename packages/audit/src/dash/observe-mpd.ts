// Observation of one MPD for the judge: plain values, compared by value. Times are ms on the presentation's
// clock (dynamic: after availabilityStartTime).
import {
  type AdaptationSet,
  type Addressing,
  type Mpd,
  type Period,
  parseDuration,
  parseMpd,
  type Representation,
  segmentsOf,
  type XmlElement,
} from '@interlude/dash';
import type { OutputReference } from '../rules.ts';

export interface ObservedDashSegment {
  readonly startMs: number;
  readonly endMs: number;
  /** Resolved, templates filled in. */
  readonly address: string;
  /** Ticks. */
  readonly t: number;
}

export interface ObservedTrack {
  readonly id: string;
  readonly timescale: number;
  readonly presentationTimeOffset: number;
  /** Resolved; tracks that share it are one and the same content. */
  readonly initialization: string;
  /** Listed ones; none of a number template, whose segments follow from the clock. */
  readonly segments: readonly ObservedDashSegment[];
  /** True when the segments are listed. */
  readonly isListed: boolean;
  readonly line: number;
}

export interface ObservedSet {
  readonly id: string;
  readonly contentType: AdaptationSet['contentType'];
  readonly isSpecial: boolean;
  readonly hasEvents: boolean;
  readonly continuity: readonly { readonly scheme: string; readonly value: string }[];
  readonly tracks: readonly ObservedTrack[];
  readonly line: number;
}

export interface ObservedPeriod {
  readonly id: string;
  readonly startMs: number;
  readonly hasStart: boolean;
  /** The next Period's start, else by its own duration; Infinity for an open last one. */
  readonly endMs: number;
  readonly durationMs: number | undefined;
  readonly ad: string | undefined;
  readonly hasEvents: boolean;
  readonly sets: readonly ObservedSet[];
  readonly line: number;
}

export interface MpdObservation {
  readonly output: OutputReference;
  readonly mpd: Mpd;
  readonly periods: readonly ObservedPeriod[];
  /** End of the last listed segment of a video track (audio when there is none), ms; -Infinity without. */
  readonly edgeMs: number;
  /** The text without publishTime and PatchLocation, whose address contains publishTime. */
  readonly undated: string;
  /** `undated` without comments and times of UTCTiming `direct`: differs only where the MPD has changed. */
  readonly essence: string;
  readonly utcTimings: string;
}

/** Segments read of one track, and of one MPD; more than any window has. A track beyond is not judged. */
const MAX_SEGMENTS = 50_000;
const MAX_SEGMENTS_OF_MPD = 1_000_000;
const continuitySchemes = /^urn:mpeg:dash:period-(continuity|connectivity):2015$/;

/** The ad that an address belongs to; undefined = content. */
export type AdOf = (address: string) => string | undefined;

interface Reading {
  readonly lineOf: (element: XmlElement) => number;
  readonly baseUrl: string;
  readonly adOf: AdOf | undefined;
  /** Segments that may still be read. */
  readonly budget: { segments: number };
}

/** Offsets of line breaks, for a search. */
function lineReader(text: string): (element: XmlElement) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return (element) => {
    const start = element.range?.start ?? 0;
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((breaks[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function resolve(address: string, base: string): string {
  return URL.parse(address, base)?.href ?? address;
}

/** Relative, without anything that resolving would change: no scheme, root, dots, query or escapes. */
const plainPath = /^(?:[\w$~-][\w$~.-]*\/)*[\w$~-][\w$~.-]*$/;

/** `resolve` for many addresses under one base: plain ones are set behind the base's folder. */
function resolverOf(base: string): (address: string) => string {
  const folder = resolve('.', base);
  const isWhole = URL.canParse(base) && folder.endsWith('/');
  return (address) =>
    isWhole && plainPath.test(address) ? folder + address : resolve(address, base);
}

function baseOf(levels: readonly { readonly baseUrls: Mpd['baseUrls'] }[], start: string): string {
  return levels.reduce((base, { baseUrls }) => resolve(baseUrls[0]?.url ?? '', base), start);
}

function initializationOf(addressing: Addressing, representation: Representation): string {
  const template = addressing.initialization ?? '';
  return template
    .replaceAll('$RepresentationID$', representation.id)
    .replaceAll('$Bandwidth$', String(representation.bandwidth));
}

/** Undefined beyond the budget: part of a list would show holes that the MPD does not have. */
function listSegments(
  representation: Representation,
  period: Period,
  resolved: (address: string) => string,
  budget: Reading['budget'],
): ObservedDashSegment[] | undefined {
  const segments: ObservedDashSegment[] = [];
  for (const segment of segmentsOf(representation, period)) {
    if (segments.length >= Math.min(MAX_SEGMENTS, budget.segments)) return undefined;
    const { startMs, durationMs, media = '', mediaRange = '', t } = segment;
    const address = `${resolved(media)}${mediaRange && ` ${mediaRange}`}`;
    segments.push({ startMs, endMs: startMs + durationMs, address, t });
  }
  budget.segments -= segments.length;
  return segments;
}

function observeTrack(
  representation: Representation,
  set: AdaptationSet,
  period: Period,
  { baseUrl, lineOf, budget }: Reading,
): ObservedTrack {
  const { addressing } = representation;
  const resolved = resolverOf(baseOf([period, set, representation], baseUrl));
  const isNumbered = addressing.kind !== 'timeline' && addressing.kind !== 'list';
  const listed = isNumbered ? undefined : listSegments(representation, period, resolved, budget);
  const isListed = listed !== undefined;
  const segments = listed ?? [];
  return {
    id: representation.id,
    timescale: addressing.timescale,
    presentationTimeOffset: addressing.presentationTimeOffset,
    initialization: resolved(initializationOf(addressing, representation)),
    segments,
    isListed,
    line: lineOf(representation.element),
  };
}

function observeSet(set: AdaptationSet, period: Period, reading: Reading): ObservedSet {
  return {
    id: set.id ?? '',
    contentType: set.contentType,
    isSpecial: set.isTrickMode || set.isThumbnail,
    hasEvents: [set, ...set.representations].some((level) => level.inbandEventStreams.length > 0),
    continuity: set.supplementalProperties
      .filter(({ schemeIdUri }) => continuitySchemes.test(schemeIdUri))
      .map(({ schemeIdUri, value = '' }) => ({ scheme: schemeIdUri, value })),
    tracks: set.representations.map((one) => observeTrack(one, set, period, reading)),
    line: reading.lineOf(set.element),
  };
}

/** `@duration` as declared, ms: the parser's `durationMs` may be cut at the next Period's start. */
function declaredDuration(period: Period): number | undefined {
  const text = period.element.attribute('duration');
  return text === undefined ? undefined : parseDuration(text);
}

function observePeriod(period: Period, next: Period | undefined, reading: Reading): ObservedPeriod {
  const sets = period.adaptationSets.map((set) => observeSet(set, period, reading));
  const addresses = sets.flatMap(({ tracks }) =>
    tracks.flatMap(({ initialization, segments }) => [initialization, segments[0]?.address ?? '']),
  );
  const ads = addresses.map((address) => reading.adOf?.(address));
  return {
    id: period.id ?? '',
    startMs: period.startMs,
    hasStart: period.element.attribute('start') !== undefined,
    endMs: next?.startMs ?? period.startMs + (period.durationMs ?? Number.POSITIVE_INFINITY),
    durationMs: declaredDuration(period),
    ad: ads.find((ad) => ad !== undefined),
    hasEvents: period.eventStreams.length > 0,
    sets,
    line: reading.lineOf(period.element),
  };
}

/** The first video set, else the first audio set: its segments set the edge and show holes between Periods. */
export function leadingSet(period: ObservedPeriod): ObservedSet | undefined {
  const usable = period.sets.filter(({ isSpecial }) => !isSpecial);
  return (
    usable.find(({ contentType }) => contentType === 'video') ??
    usable.find(({ contentType }) => contentType === 'audio')
  );
}

/** Listed segments of the leading set's first track. */
export function leadingSegments(period: ObservedPeriod): readonly ObservedDashSegment[] {
  return leadingSet(period)?.tracks[0]?.segments ?? [];
}

function edgeOf(periods: readonly ObservedPeriod[]): number {
  return periods.reduce((edgeMs, period) => {
    const endMs = leadingSegments(period).at(-1)?.endMs ?? Number.NEGATIVE_INFINITY;
    return Math.max(edgeMs, Math.min(endMs, period.endMs));
  }, Number.NEGATIVE_INFINITY);
}

/** A `direct` timing carries the time itself, which differs in every MPD (ISO/IEC 23009-1 5.8.5.7). */
const isTimeItself = ({ schemeIdUri }: Mpd['utcTimings'][number]) =>
  schemeIdUri.includes(':utc:direct:');

function timingOf(timing: Mpd['utcTimings'][number]): string {
  return isTimeItself(timing) ? timing.schemeIdUri : `${timing.schemeIdUri} ${timing.value ?? ''}`;
}

function withoutComments(text: string): string {
  let rest = '';
  let at = 0;
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', from);
    if (end < 0) break;
    rest += text.slice(at, from);
    at = end + '-->'.length;
  }
  return rest + text.slice(at);
}

const undatedOf = (text: string) =>
  text
    .replace(/\spublishTime\s*=\s*(?:"[^"]*"|'[^']*')/, '')
    .replaceAll(/<PatchLocation\b[^>]*>[^<]*<\/PatchLocation>/g, '');

function essenceOf(undated: string, { utcTimings }: Mpd): string {
  return utcTimings
    .filter(isTimeItself)
    .reduce((rest, { value = '' }) => rest.replace(value, ''), withoutComments(undated));
}

/** Undefined when the text is no MPD. */
export function observeMpd(
  text: string,
  output: OutputReference,
  options: { readonly url: string; readonly adOf?: AdOf | undefined },
): MpdObservation | undefined {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) return undefined;
  const reading: Reading = {
    lineOf: lineReader(text),
    baseUrl: baseOf([mpd], options.url),
    adOf: options.adOf,
    budget: { segments: MAX_SEGMENTS_OF_MPD },
  };
  const undated = undatedOf(text);
  const periods = mpd.periods.map((period, index) =>
    observePeriod(period, mpd.periods[index + 1], reading),
  );
  return {
    output,
    mpd,
    periods,
    edgeMs: edgeOf(periods),
    undated,
    essence: essenceOf(undated, mpd),
    utcTimings: mpd.utcTimings.map(timingOf).join(),
  };
}
