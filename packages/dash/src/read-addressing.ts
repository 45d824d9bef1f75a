import type { Addressing, ListedSegment, SegmentRun } from './addressing.ts';
import { countOf, defined, numberOf, timeOffsetOf } from './read-values.ts';
import { readTimeline, type Timeline } from './timeline.ts';
import type { WarningLog } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Input of the addressing of a Representation: its levels and the values of the MPD that it depends on. */
export interface AddressingContext {
  /** Lowest level first: Representation, AdaptationSet, Period. */
  readonly levels: readonly XmlElement[];
  /** Of the period, where known: closes `r="-1"`. */
  readonly durationMs: number | undefined;
  readonly log: WarningLog;
  /** Decoded timelines: one of an AdaptationSet serves all its representations. */
  readonly timelines: Map<XmlElement, Timeline>;
  /** Segments of a SegmentList, likewise. */
  readonly lists: Map<XmlElement, readonly ListedSegment[]>;
}

const KINDS = ['SegmentTemplate', 'SegmentList', 'SegmentBase'] as const;

/** The values of one kind of addressing element over the levels: the lowest that has one wins. */
class Inherited {
  readonly elements: readonly XmlElement[];

  constructor(levels: readonly XmlElement[], kind: string) {
    this.elements = levels.flatMap((level) => level.child(kind) ?? []);
  }

  holder(attribute: string): XmlElement | undefined {
    return this.elements.find((element) => element.attribute(attribute) !== undefined);
  }

  text(attribute: string): string | undefined {
    return this.holder(attribute)?.attribute(attribute);
  }

  child(name: string): XmlElement | undefined {
    for (const element of this.elements) {
      const child = element.child(name);
      if (child !== undefined) return child;
    }
    return undefined;
  }

  count(attribute: string, log: WarningLog): number | undefined {
    const holder = this.holder(attribute);
    return holder === undefined ? undefined : countOf(holder, attribute, log);
  }
}

/** The lowest level decides which of the three kinds holds. */
function kindOf(levels: readonly XmlElement[]): (typeof KINDS)[number] | undefined {
  for (const level of levels)
    for (const kind of KINDS) if (level.child(kind) !== undefined) return kind;
  return undefined;
}

function timelineOf(
  element: XmlElement,
  context: AddressingContext,
  timescale: number,
  offset: bigint,
): Timeline {
  const known = context.timelines.get(element);
  if (known !== undefined) return known;
  const { durationMs } = context;
  const read = readTimeline(
    element,
    (origin) =>
      durationMs === undefined
        ? undefined
        : Number(offset - origin) + (durationMs * timescale) / 1000,
    context.log,
  );
  context.timelines.set(element, read);
  return read;
}

function bigTicks(text: string | undefined): bigint {
  return text !== undefined && /^\s*\d{1,20}\s*$/.test(text) ? BigInt(text.trim()) : 0n;
}

function initializationOf(inherited: Inherited) {
  const child = inherited.child('Initialization');
  return defined<{ initialization: string; initializationRange: string }>({
    initialization: inherited.text('initialization') ?? child?.attribute('sourceURL'),
    initializationRange: child?.attribute('range'),
  });
}

function listedSegments(
  list: XmlElement | undefined,
  { lists }: Pick<AddressingContext, 'lists'>,
): readonly ListedSegment[] {
  if (list === undefined) return [];
  const known = lists.get(list);
  if (known !== undefined) return known;
  const segments = list.childrenNamed('SegmentURL').map((segment) =>
    defined<ListedSegment>({
      media: segment.attribute('media'),
      mediaRange: segment.attribute('mediaRange'),
    }),
  );
  lists.set(list, segments);
  return segments;
}

/** Without a duration the one segment lasts as long as the period: no run can say that. */
function listRuns(duration: number, pto: number, count: number): readonly SegmentRun[] {
  return duration > 0 && count > 0 ? [{ t: pto, d: duration, count }] : [];
}

/** Rounding of a period's end to ticks, in segments. */
const SLACK_SEGMENTS = 1e-6;

/**
 * Without the segments that begin where the period has ended: a list may go on behind it.
 * @param endTicks end of the period on the clock of the runs
 */
function upTo(runs: readonly SegmentRun[], endTicks: number): readonly SegmentRun[] {
  const countOf = ({ t, d, count }: SegmentRun) =>
    Math.min(count, Math.ceil((endTicks - t) / d - SLACK_SEGMENTS));
  if (runs.every((run) => countOf(run) === run.count)) return runs;
  return runs.flatMap((run) => {
    const count = countOf(run);
    return count > 0 ? [{ ...run, count }] : [];
  });
}

function baseAddressing(inherited: Inherited, log: WarningLog): Addressing {
  const [element] = inherited.elements;
  return {
    kind: 'base',
    timescale: inherited.count('timescale', log) || 1,
    presentationTimeOffset: Number(bigTicks(inherited.text('presentationTimeOffset'))),
    ...defined<{ element: XmlElement; indexRange: string }>({
      element,
      indexRange: inherited.text('indexRange'),
    }),
    ...initializationOf(inherited),
  };
}

/** Fields that template and list addressing share. */
function timedAddressing(inherited: Inherited, element: XmlElement, context: AddressingContext) {
  const { log } = context;
  const timescale = inherited.count('timescale', log) || 1;
  const offset = bigTicks(inherited.text('presentationTimeOffset'));
  const timelineElement = inherited.child('SegmentTimeline');
  const timeline =
    timelineElement === undefined
      ? undefined
      : { ...timelineOf(timelineElement, context, timescale, offset), timelineElement };
  const timeOrigin = timeline?.timeOrigin ?? 0n;
  const offsetHolder = inherited.holder('availabilityTimeOffset');
  const durationHolder = inherited.holder('duration');
  const base = {
    element,
    timescale,
    presentationTimeOffset: Number(offset - timeOrigin),
    timeOrigin,
    startNumber: inherited.count('startNumber', log) ?? 1,
    ...defined<{ endNumber: number; availabilityTimeOffset: number }>({
      endNumber: inherited.count('endNumber', log),
      availabilityTimeOffset: offsetHolder && timeOffsetOf(offsetHolder, log),
    }),
    ...initializationOf(inherited),
  };
  const duration = (durationHolder && numberOf(durationHolder, 'duration', log)) ?? 0;
  return { base, timeline, duration };
}

/**
 * Addressing of one representation: of a list the segments of its period alone; a `base` without an element when the MPD gives none.
 * @see ISO/IEC 23009-1 §5.3.9
 */
export function readAddressing(context: AddressingContext): Addressing {
  const { log, levels } = context;
  const kind = kindOf(levels) ?? 'SegmentBase';
  const inherited = new Inherited(levels, kind);
  const [element] = inherited.elements;
  if (kind === 'SegmentBase' || element === undefined) return baseAddressing(inherited, log);
  const { base, timeline, duration } = timedAddressing(inherited, element, context);
  if (kind === 'SegmentList') {
    const segments = listedSegments(
      inherited.elements.find((list) => list.child('SegmentURL') !== undefined),
      context,
    );
    const { presentationTimeOffset, timescale } = base;
    const all = timeline?.runs ?? listRuns(duration, presentationTimeOffset, segments.length);
    const { durationMs = Number.POSITIVE_INFINITY } = context;
    const runs = upTo(all, presentationTimeOffset + (durationMs * timescale) / 1000);
    return { kind: 'list', ...base, segments, runs };
  }
  const media = inherited.text('media') ?? '';
  if (timeline !== undefined) {
    const { runs, timelineElement } = timeline;
    return { kind: 'timeline', ...base, media, runs, timelineElement };
  }
  if (duration <= 0)
    log.add('ADDRESSING_MISSING', element.range?.start ?? -1, 'template without a duration');
  return { kind: 'number', ...base, media, duration: Math.max(0, duration) };
}
