// A break and the events inside of it: single ads, and shorter breaks that begin with it or within it. The outermost
// is the break (SCTE-S3).
import type { Cue } from '../cues/cue.ts';
import { areTwoEvents, compareNesting, isPerAdType } from '../cues/nested-starts.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import type { AdBreak } from './ad-break.ts';

/** Inner event ids that one break remembers. */
const MAX_INNER_EVENTS = STITCHING_LIMITS.maxAdsPerPod;

/**
 * Whether event ids of a break and a cue can be compared: those of one dialect, or of two SCTE-35 payloads. The id in
 * an attribute, or of a break by API, may be another name of the same event.
 */
function haveComparableIds(known: AdBreak, cue: Cue): boolean {
  const haveIds = known.eventId !== undefined && cue.eventId !== undefined;
  const havePayloads = known.scte35 !== undefined && cue.scte35 !== undefined;
  return haveIds && (havePayloads || known.dialects.includes(cue.dialect));
}

function asStart({ eventId, segmentationTypeId, durationMs }: AdBreak) {
  const durationSeconds = durationMs === undefined ? undefined : durationMs / 1000;
  return { eventId, segmentationTypeId, durationSeconds };
}

/** Whether comparable ids name two different events. */
export function haveOtherIds(known: AdBreak, cue: Cue): boolean {
  return haveComparableIds(known, cue) && known.eventId !== cue.eventId;
}

/** How the event of a cue relates to that of a break at or around its time: the same, nested in it, or around it. */
export function nestingOf(known: AdBreak, cue: Cue): 'same' | 'inner' | 'outer' {
  const start = asStart(known);
  const comparable = haveComparableIds(known, cue) ? start : { ...start, eventId: undefined };
  if (!areTwoEvents(comparable, cue)) return 'same';
  if (cue.kind === 'cont') return 'inner';
  const order = compareNesting(start, cue);
  // Equal type and duration: two ids of one splice.
  if (order === 0) return 'same';
  return order < 0 ? 'inner' : 'outer';
}

export function isInner({ innerEventIds }: AdBreak, eventId: string | undefined): boolean {
  return eventId !== undefined && innerEventIds?.includes(eventId) === true;
}

export function withInner(outer: AdBreak, eventId: string | undefined): AdBreak {
  const { innerEventIds = [] } = outer;
  const isKnown = eventId === undefined || eventId === outer.eventId || isInner(outer, eventId);
  if (isKnown) return outer;
  return { ...outer, innerEventIds: [...innerEventIds, eventId].slice(-MAX_INNER_EVENTS) };
}

/** The break as its outer event announces it; the `breakId` of the inner one stays. */
export function takenOver(
  known: AdBreak,
  cue: Cue,
  times: Pick<AdBreak, 'startMs' | 'durationMs' | 'plannedEndMs'>,
): AdBreak {
  const outer: AdBreak = {
    ...known,
    ...times,
    endMs: undefined,
    eventId: cue.eventId ?? known.eventId,
    segmentationTypeId: cue.segmentationTypeId,
    dialects: [cue.dialect, ...known.dialects.filter((dialect) => dialect !== cue.dialect)],
    scte35: cue.scte35 ?? known.scte35,
    contentId: cue.contentId ?? known.contentId,
    rangeId: cue.rangeId ?? known.rangeId,
  };
  return withInner(outer, known.eventId);
}

/**
 * Whether a return ends this break: never that of an inner event. The end of a single ad ends only what a single ad
 * started, or a start without a type whose event id is missing or the same; any other listed end does.
 */
export function endsBreak(known: AdBreak, cue: Cue): boolean {
  if (isInner(known, cue.eventId)) return false;
  const { segmentationTypeId: startType } = known;
  if (!isPerAdType(cue.segmentationTypeId)) return true;
  if (startType !== undefined) return isPerAdType(startType);
  return known.eventId === undefined || cue.eventId === known.eventId;
}
