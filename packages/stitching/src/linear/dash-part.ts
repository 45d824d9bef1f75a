// A piece of an item as Periods of the channel: the same segments at another time (D3, D7).
import {
  type AdaptationSet,
  element,
  formatDuration,
  printTicks,
  type Representation,
  type Segment,
  segmentsOf,
  withChildren,
  type XmlElement,
} from '@interlude/dash';
import type { DashItem, DashItemPeriod } from './dash-item.ts';
import { US_PER_MS } from './linear-limits.ts';

/** The listed part of a piece. Times of the item, microseconds. */
export interface DashPiece {
  readonly item: DashItem;
  readonly fromUs: number;
  readonly untilUs: number;
  /** Segments that end before this have left the window. */
  readonly headUs: number;
  /** Segments that begin from here on are not available yet. */
  readonly edgeUs: number;
  /** Start of the piece on the channel's timeline, epoch microseconds. */
  readonly startUs: number;
  readonly id: string;
  /** EventStream for the first Period that is written. */
  readonly events: XmlElement | undefined;
}

/** One Period of the output within one of the item. */
interface Stretch {
  readonly of: DashItemPeriod;
  readonly fromMs: number;
  readonly headMs: number;
  readonly edgeMs: number;
}

/** Less of a segment than this is not worth its download, ms: one audio frame. */
const OVERLAP_MS = 25;
/** A segment that begins so shortly before an end, ms, begins at it but for the rounding of ticks (D7). */
const ROUNDING_MS = 3;

const ADDRESSING: ReadonlySet<string> = new Set(['SegmentTemplate', 'SegmentList', 'SegmentBase']);
const LEFT_OUT: ReadonlySet<string> = new Set([...ADDRESSING, 'BaseURL', 'EventStream']);
const CONTINUITY = /^urn:mpeg:dash:period-(?:continuity|connectivity):2015$/;

function timelineOf(segments: readonly Segment[], timeOrigin: bigint): XmlElement {
  const runs: { t: number; d: number; count: number }[] = [];
  for (const { t, d } of segments) {
    const run = runs.at(-1);
    if (run !== undefined && run.d === d && run.t + run.count * d === t) run.count++;
    else runs.push({ t, d, count: 1 });
  }
  return element(
    'SegmentTimeline',
    {},
    runs.map(({ t, d, count }) =>
      element('S', { t: printTicks(t, timeOrigin), d, r: count > 1 ? count - 1 : undefined }),
    ),
  );
}

function listed(
  representation: Representation,
  { of, fromMs, headMs, edgeMs }: Stretch,
): Segment[] {
  const { period } = of;
  const all = [
    ...segmentsOf(representation, period, {
      fromMs: fromMs + OVERLAP_MS,
      untilMs: edgeMs - ROUNDING_MS,
    }),
  ];
  const kept = all.filter(({ startMs, durationMs }) => startMs + durationMs > headMs);
  // All segments are older than the window: the last one stays as long as its Period does (D5).
  return kept.length > 0 ? kept : all.slice(-1);
}

/** Addressing of the listed segments; undefined when there is none. */
function addressingOf(representation: Representation, stretch: Stretch): XmlElement | undefined {
  const { addressing } = representation;
  if (addressing.kind === 'base') return undefined;
  const segments = listed(representation, stretch);
  const [first] = segments;
  if (first === undefined) return undefined;
  const { timescale, timeOrigin, presentationTimeOffset, initialization } = addressing;
  const { initializationRange: range } = addressing;
  const offset = Math.round(
    presentationTimeOffset + ((stretch.fromMs - stretch.of.period.startMs) * timescale) / 1000,
  );
  const shared = { timescale, presentationTimeOffset: printTicks(offset, timeOrigin) };
  const timeline = timelineOf(segments, timeOrigin);
  const init =
    range === undefined && (addressing.kind !== 'list' || initialization === undefined)
      ? []
      : [element('Initialization', { sourceURL: initialization, range })];
  if (addressing.kind === 'list') {
    const urls = segments.map(({ media, mediaRange }) =>
      element('SegmentURL', { media, mediaRange }),
    );
    return element('SegmentList', shared, [...init, timeline, ...urls]);
  }
  const { media } = addressing;
  const isNumbered = media.includes('$Number');
  const attributes = {
    ...shared,
    startNumber: isNumbered ? first.number : undefined,
    initialization: range === undefined ? initialization : undefined,
    media,
  };
  return element('SegmentTemplate', attributes, [...init, timeline]);
}

function representationOf(one: Representation, stretch: Stretch): XmlElement | undefined {
  const addressing = addressingOf(one, stretch);
  if (addressing === undefined) return undefined;
  const kept = one.element.children.filter(({ localName }) => !ADDRESSING.has(localName));
  const place = kept.findIndex(({ localName }) => localName === 'SubRepresentation');
  return withChildren(one.element, kept.toSpliced(place < 0 ? kept.length : place, 0, addressing));
}

function setOf(set: AdaptationSet, stretch: Stretch): XmlElement | undefined {
  if (set.isTrickMode || set.isThumbnail) return undefined;
  const byElement = new Map(set.representations.map((one) => [one.element, one]));
  let count = 0;
  const children = set.element.children.flatMap((child): XmlElement[] => {
    const one = byElement.get(child);
    if (one !== undefined) {
      const written = representationOf(one, stretch);
      if (written !== undefined) count++;
      return written ? [written] : [];
    }
    const isClaim = CONTINUITY.test(child.attribute('schemeIdUri')?.trim() ?? '');
    return ADDRESSING.has(child.localName) || isClaim ? [] : [child];
  });
  // A Representation that has no segment yet would be missing from the Period for good.
  const isWhole = count === set.representations.length;
  return isWhole && count > 0 ? withChildren(set.element, children) : undefined;
}

/** Namespaces that the item's MPD declares: the Period is in another document now. */
function namespaces({ mpd }: DashItem): Record<string, string> {
  const declared = [...mpd.element.attributes].filter(([name]) => /^xmlns:(?!xsi$)/.test(name));
  return Object.fromEntries(declared);
}

function periodOf(
  piece: DashPiece,
  stretch: Stretch,
  { id, startUs, events }: Pick<DashPiece, 'id' | 'startUs' | 'events'>,
): XmlElement | undefined {
  const { period, baseUrls } = stretch.of;
  const isMedia = (set: AdaptationSet) =>
    (set.contentType === 'video' || set.contentType === 'audio') &&
    !set.isTrickMode &&
    !set.isThumbnail;
  const sets = period.adaptationSets.map((set) => ({ set, written: setOf(set, stretch) }));
  // A Period is published once all video and audio sets have a segment (D5).
  if (sets.some(({ set, written }) => isMedia(set) && written === undefined)) return undefined;
  const shown = sets.flatMap(({ written }) => (written ? [written] : []));
  if (shown.length === 0) return undefined;
  const others = period.element.children.filter(
    ({ localName }) => !LEFT_OUT.has(localName) && localName !== 'AdaptationSet',
  );
  const isIdentifier = ({ localName }: XmlElement) => localName === 'AssetIdentifier';
  const bases = baseUrls.map(({ url, serviceLocation }) =>
    element('BaseURL', { serviceLocation }, [url]),
  );
  return element(
    period.element.name,
    { ...namespaces(piece.item), id, start: formatDuration(startUs / US_PER_MS) },
    [
      ...bases,
      ...others.filter(isIdentifier),
      ...(events ? [events] : []),
      ...shown,
      ...others.filter((other) => !isIdentifier(other)),
    ],
  );
}

/** The Periods of a piece that are listed: one for each Period of the item that it touches. */
export function dashPeriods(piece: DashPiece): XmlElement[] {
  const { item, fromUs, untilUs, headUs, edgeUs, startUs } = piece;
  const written: XmlElement[] = [];
  for (const [index, of] of item.periods.entries()) {
    const beginUs = Math.max(fromUs, of.startUs);
    const endUs = Math.min(untilUs, of.untilUs);
    if (endUs <= beginUs || endUs <= headUs || beginUs >= edgeUs) continue;
    const stretch = {
      of,
      fromMs: beginUs / US_PER_MS,
      headMs: headUs / US_PER_MS,
      edgeMs: Math.min(edgeUs, endUs) / US_PER_MS,
    };
    const period = periodOf(piece, stretch, {
      id: index === 0 ? piece.id : `${piece.id}.${index}`,
      startUs: startUs + beginUs - fromUs,
      events: written.length === 0 ? piece.events : undefined,
    });
    // Later Periods wait for those before them (D8).
    if (period === undefined) break;
    written.push(period);
  }
  return written;
}
