// One content period of the source, or a part of it, as a period of its own: same media, same numbers,
// another place on the timeline (D3, D7, D9).
import {
  type AdaptationSet,
  type Addressing,
  type EventStream,
  element,
  formatDuration,
  type ListAddressing,
  type NumberAddressing,
  type Period,
  printTicks,
  type Representation,
  segmentsOf,
  type TimelineAddressing,
  withAttributes,
  withChildren,
  type XmlElement,
} from '@interlude/dash';
import { isCaptions, isListedSet, type ListedTracks } from '../dash/listed-tracks.ts';

/** A stretch of one source period; ms of the presentation. */
export interface PeriodPart {
  readonly period: Period;
  readonly fromMs: number;
  readonly toMs: number;
  readonly id: string;
  /** ms of the output. */
  readonly startMs: number;
  /** Id of the first part of the same source period, for the parts after it. */
  readonly continues: string | undefined;
}

const TEMPLATE_NAMES = ['SegmentTemplate', 'SegmentList', 'SegmentBase'] as const;
const isAddressing = ({ localName }: XmlElement) =>
  TEMPLATE_NAMES.some((name) => name === localName);

/** `S` elements of segments in a row. */
function timelineOf(
  segments: readonly { readonly t: number; readonly d: number }[],
  timeOrigin: bigint,
): XmlElement {
  const runs: { t: number; d: number; r: number; end: number }[] = [];
  for (const { t, d } of segments) {
    const last = runs.at(-1);
    if (last !== undefined && last.d === d && last.end === t) {
      last.r++;
      last.end += d;
    } else runs.push({ t, d, r: 0, end: t + d });
  }
  const rows = runs.map(({ t, d, r }, index) => {
    const goesOn = index > 0 && runs[index - 1]?.end === t;
    return element('S', {
      t: goesOn ? undefined : printTicks(t, timeOrigin),
      d,
      r: r === 0 ? undefined : r,
    });
  });
  return element('SegmentTimeline', {}, rows);
}

type Timed = TimelineAddressing | NumberAddressing | ListAddressing;

/** Media time of the part's start, ticks. */
function offsetTicks(addressing: Addressing, { period, fromMs }: PeriodPart): number {
  const { presentationTimeOffset, timescale } = addressing;
  return presentationTimeOffset + Math.round(((fromMs - period.startMs) * timescale) / 1000);
}

/**
 * SegmentTemplate or SegmentList with the segments of a part; undefined when it has none there. Other attributes of the
 * source's element (availability, indices) are left out.
 */
function timedElement(representation: Representation, addressing: Timed, part: PeriodPart) {
  const { fromMs, toMs, period } = part;
  const segments = [...segmentsOf(representation, period, { fromMs, untilMs: toMs })];
  const first = segments[0];
  if (first === undefined) return undefined;
  const { timescale, timeOrigin, startNumber, initialization } = addressing;
  const shared = {
    timescale,
    presentationTimeOffset: printTicks(offsetTicks(addressing, part), timeOrigin),
  };
  const timeline = timelineOf(segments, timeOrigin);
  if (addressing.kind === 'list') {
    const first = segments.at(0)?.number ?? startNumber;
    const from = first - startNumber;
    const listed = addressing.segments.slice(from, from + segments.length);
    const init = initializationElement(addressing);
    return element('SegmentList', shared, [
      ...init,
      timeline,
      ...listed.map(({ media, mediaRange }) => element('SegmentURL', { media, mediaRange })),
    ]);
  }
  return element(
    'SegmentTemplate',
    { ...shared, startNumber: first.number, initialization, media: addressing.media },
    [timeline],
  );
}

function initializationElement({ initialization, initializationRange }: ListAddressing) {
  if (initialization === undefined && initializationRange === undefined) return [];
  return [element('Initialization', { sourceURL: initialization, range: initializationRange })];
}

/** Addressing of a Representation in a part of its Period; undefined when it has no segment there. */
function partAddressing(representation: Representation, part: PeriodPart): XmlElement | undefined {
  const { addressing } = representation;
  if (addressing.kind !== 'base') return timedElement(representation, addressing, part);
  // One file: the player clips it to the period by its offset and duration (D8).
  const { timescale, indexRange, initialization, initializationRange } = addressing;
  const init =
    initialization === undefined && initializationRange === undefined
      ? []
      : [element('Initialization', { sourceURL: initialization, range: initializationRange })];
  const presentationTimeOffset = offsetTicks(addressing, part);
  return element('SegmentBase', { timescale, indexRange, presentationTimeOffset }, init);
}

const DESCRIPTORS: ReadonlySet<string> = new Set([
  'FramePacking',
  'AudioChannelConfiguration',
  'ContentProtection',
  'OutputProtection',
  'EssentialProperty',
  'SupplementalProperty',
]);

/** Connects a set with that of the first part (D9); no continuity, as its times do not go on over the break. */
function withConnectivity(children: readonly XmlElement[], firstId: string): XmlElement[] {
  const place = children.findIndex(({ localName }) => !DESCRIPTORS.has(localName));
  const property = element('SupplementalProperty', {
    schemeIdUri: 'urn:mpeg:dash:period-connectivity:2015',
    value: firstId,
  });
  return children.toSpliced(place < 0 ? children.length : place, 0, property);
}

function partRepresentation(representation: Representation, addressing: XmlElement): XmlElement {
  const own = representation.element;
  const kept = own.children.filter((child) => !isAddressing(child));
  const place = kept.findIndex(({ localName }) => localName === 'SubRepresentation');
  return withChildren(own, kept.toSpliced(place < 0 ? kept.length : place, 0, addressing));
}

function partSet(
  set: AdaptationSet,
  part: PeriodPart,
  tracks: ListedTracks,
): XmlElement | undefined {
  if (!isListedSet(set, tracks)) return undefined;
  const byElement = new Map<XmlElement, Representation>();
  for (const one of set.representations) byElement.set(one.element, one);
  let shown = 0;
  const children = set.element.children.flatMap((child): XmlElement[] => {
    if (isAddressing(child)) return [];
    if (!tracks.closedCaptions && isCaptions(child)) return [];
    const representation = byElement.get(child);
    if (representation === undefined) return [child];
    const addressing = partAddressing(representation, part);
    if (addressing === undefined) return [];
    shown++;
    return [partRepresentation(representation, addressing)];
  });
  if (shown === 0) return undefined;
  const { continues } = part;
  const connected = continues !== undefined && set.id !== undefined;
  return withChildren(set.element, connected ? withConnectivity(children, continues) : children);
}

/** The events of a part, at their own times. */
function partEvents(stream: EventStream, { period, fromMs, toMs }: PeriodPart) {
  const { timescale, presentationTimeOffset } = stream;
  const shift = Math.round(((fromMs - period.startMs) * timescale) / 1000);
  const events = stream.events.filter(({ presentationTime }) => {
    const atMs = period.startMs + ((presentationTime - presentationTimeOffset) * 1000) / timescale;
    return atMs >= fromMs && atMs < toMs;
  });
  if (events.length === 0) return [];
  const moved = withAttributes(stream.element, {
    presentationTimeOffset: presentationTimeOffset + shift,
  });
  return [
    withChildren(
      moved,
      events.map((event) => event.element),
    ),
  ];
}

export interface PartOptions {
  /** Source EventStreams are in the output (`includeDashEvents`). */
  readonly includeDashEvents: boolean;
  readonly tracks: ListedTracks;
  /** BaseURLs in place of those of the Period; undefined: its own. */
  readonly bases?: readonly XmlElement[] | undefined;
}

/** A part as a Period element; undefined when it has no media. */
export function partPeriod(part: PeriodPart, options: PartOptions): XmlElement | undefined {
  const { period, fromMs, toMs, startMs, id } = part;
  const { bases } = options;
  const sets = new Map(period.adaptationSets.map((set) => [set.element, set]));
  const streams = new Map(period.eventStreams.map((stream) => [stream.element, stream]));
  let shown = 0;
  const children = period.element.children.flatMap((child): XmlElement[] => {
    const stream = streams.get(child);
    if (stream !== undefined) return options.includeDashEvents ? partEvents(stream, part) : [];
    if (isAddressing(child)) return [];
    if (bases !== undefined && child.localName === 'BaseURL') return [];
    const set = sets.get(child);
    if (set === undefined) return [child];
    const written = partSet(set, part, options.tracks);
    if (written === undefined) return [];
    shown++;
    return [written];
  });
  if (shown === 0) return undefined;
  const attributes = {
    id,
    start: formatDuration(startMs),
    duration: formatDuration(toMs - fromMs),
  };
  return withChildren(withAttributes(period.element, attributes), [...(bases ?? []), ...children]);
}
