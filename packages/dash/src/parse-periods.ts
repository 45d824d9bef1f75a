// Periods and their times (ISO/IEC 23009-1 5.3.2.1): @start; else the end of the preceding Period; else 0 for the first
// one. A Period whose start follows from none of these is early available and has no position yet.

import type { DashEvent, EventStream, Mpd, Period } from './mpd.ts';
import { parseAdaptationSet } from './parse-adaptation-set.ts';
import {
  baseUrlsOf,
  countOf,
  defined,
  descriptorOf,
  descriptorsOf,
  durationOf,
  numberOf,
  xlinkHrefOf,
} from './read-values.ts';
import type { WarningLog } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

interface PlacedPeriod {
  readonly element: XmlElement;
  readonly startMs: number;
  readonly durationMs: number | undefined;
}

interface PresentationTimes {
  readonly type: Mpd['type'];
  readonly mediaPresentationDurationMs: number | undefined;
}

/**
 * Starts counted back from the end of a static presentation: its duration minus those of this and all later Periods;
 * undefined from the last Period without a duration backwards.
 */
function startsFromTheEnd(
  elements: readonly XmlElement[],
  times: PresentationTimes,
  log: WarningLog,
): readonly (number | undefined)[] {
  let left = times.type === 'static' ? times.mediaPresentationDurationMs : undefined;
  const starts: (number | undefined)[] = [];
  for (const element of elements.toReversed()) {
    const duration = left === undefined ? undefined : durationOf(element, 'duration', log);
    left = left === undefined || duration === undefined ? undefined : left - duration;
    starts.push(left === undefined ? undefined : Math.max(0, left));
  }
  return starts.reverse();
}

function startsOf(
  elements: readonly XmlElement[],
  times: PresentationTimes,
  log: WarningLog,
): readonly (number | undefined)[] {
  let end: number | undefined = 0;
  let fromTheEnd: readonly (number | undefined)[] | undefined;
  return elements.map((element, index) => {
    let start: number | undefined = durationOf(element, 'start', log) ?? end;
    if (start === undefined) {
      fromTheEnd ??= startsFromTheEnd(elements, times, log);
      start = fromTheEnd[index];
    }
    const duration = durationOf(element, 'duration', log);
    end = start === undefined || duration === undefined ? undefined : start + duration;
    return start;
  });
}

/** The next start that is known behind each one. */
function nextOf(starts: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let next: number | undefined;
  const found = starts.toReversed().map((start) => {
    const behind = next;
    next = start ?? next;
    return behind;
  });
  return found.reverse();
}

/** Up to @duration or the next period, whichever is first; of the last one up to the presentation's end. */
function lengthOf(
  startMs: number,
  own: number | undefined,
  next: number | undefined,
  total: number | undefined,
): number | undefined {
  const end = next ?? (own === undefined ? total : undefined);
  const room = end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, end - startMs);
  const length = Math.min(own ?? Number.POSITIVE_INFINITY, room);
  return length === Number.POSITIVE_INFINITY ? undefined : length;
}

function place(
  elements: readonly XmlElement[],
  times: PresentationTimes,
  log: WarningLog,
): readonly PlacedPeriod[] {
  const starts = startsOf(elements, times, log);
  const nexts = nextOf(starts);
  const total = times.type === 'static' ? times.mediaPresentationDurationMs : undefined;
  const placed: PlacedPeriod[] = [];
  elements.forEach((element, index) => {
    const offset = element.range?.start ?? -1;
    const known = starts[index];
    if (known === undefined && times.type === 'dynamic') {
      log.add('PERIOD_EARLY_AVAILABLE', offset, `period ${index + 1} has no start yet`);
      return;
    }
    if (known === undefined) log.add('PERIOD_START_UNKNOWN', offset, `period ${index + 1}`);
    const startMs = known ?? placed.at(-1)?.startMs ?? 0;
    const next = nexts[index];
    if (next !== undefined && next < startMs)
      log.add('PERIODS_OVERLAP', offset, `period ${index + 1} begins after the next`);
    const own = durationOf(element, 'duration', log);
    placed.push({ element, startMs, durationMs: lengthOf(startMs, own, next, total) });
  });
  return placed;
}

/** All bits of a 32-bit `event_duration` (emsg, §5.10.3.3.4) say that it is unknown; packagers copy it into the MPD. */
const UNKNOWN_EVENT_DURATION = 0xffff_ffff;

function eventDurationOf(element: XmlElement, log: WarningLog): number | undefined {
  const duration = countOf(element, 'duration', log);
  return duration === UNKNOWN_EVENT_DURATION ? undefined : duration;
}

function eventOf(element: XmlElement, log: WarningLog): DashEvent {
  return {
    element,
    presentationTime: numberOf(element, 'presentationTime', log) ?? 0,
    ...defined<DashEvent>({
      id: element.attribute('id'),
      duration: eventDurationOf(element, log),
    }),
  };
}

function eventStreamOf(element: XmlElement, log: WarningLog): EventStream {
  return {
    element,
    schemeIdUri: element.attribute('schemeIdUri')?.trim() ?? '',
    timescale: countOf(element, 'timescale', log) || 1,
    presentationTimeOffset: countOf(element, 'presentationTimeOffset', log) ?? 0,
    events: element.childrenNamed('Event').map((event) => eventOf(event, log)),
    ...defined<EventStream>({
      value: element.attribute('value'),
      xlinkHref: xlinkHrefOf(element),
    }),
  };
}

function periodOf(placed: PlacedPeriod, log: WarningLog): Period {
  const { element, startMs, durationMs } = placed;
  const context = {
    ...{ period: element, durationMs, log },
    ...{ timelines: new Map(), lists: new Map() },
  };
  const asset = element.child('AssetIdentifier');
  const xlinkHref = xlinkHrefOf(element);
  if (xlinkHref !== undefined)
    log.add('XLINK_UNRESOLVED', element.range?.start ?? -1, `period refers to ${xlinkHref}`);
  return {
    element,
    startMs,
    ...defined<Period>({
      id: element.attribute('id'),
      durationMs,
      xlinkHref,
      assetIdentifier: asset === undefined ? undefined : descriptorOf(asset),
    }),
    baseUrls: baseUrlsOf(element, log),
    adaptationSets: element
      .childrenNamed('AdaptationSet')
      .map((set) => parseAdaptationSet(set, context)),
    eventStreams: element.childrenNamed('EventStream').map((stream) => eventStreamOf(stream, log)),
    supplementalProperties: descriptorsOf(element, 'SupplementalProperty'),
  };
}

export function parsePeriods(
  root: XmlElement,
  times: PresentationTimes,
  log: WarningLog,
): readonly Period[] {
  return place(root.childrenNamed('Period'), times, log).map((placed) => periodOf(placed, log));
}
