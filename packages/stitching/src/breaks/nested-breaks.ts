// A break and the events inside of it: single ads, and shorter breaks that begin with it or within it. The outermost
// is the break (SCTE-S3).
import type { Cue } from '../cues/cue.ts';
import { areTwoEvents, compareNesting, isPerAdType } from '../cues/nested-starts.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import type { AdBreak } from './ad-break.ts';

/** Event ids remembered of what lies inside of one break. */
const MAX_INNER_EVENTS = STITCHING_LIMITS.maxAdsPerPod;

/**
 * Ids of one dialect, or of two payloads, name events alike; that of an attribute, or of a break by API, may be
 * another name of the same event.
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

/** Do the break and a cue speak of two events, as far as their ids say it? */
export function haveOtherIds(known: AdBreak, cue: Cue): boolean {
  return haveComparableIds(known, cue) && known.eventId !== cue.eventId;
}

/** A start near that of a break, or around it: is it another event, and which of the two is the outer one? */
export function nestingOf(known: AdBreak, cue: Cue): 'same' | 'inner' | 'outer' {
  const start = asStart(known);
  const comparable = haveComparableIds(known, cue) ? start : { ...start, eventId: undefined };
  if (!areTwoEvents(comparable, cue)) return 'same';
  if (cue.kind === 'cont') return 'inner';
  const order = compareNesting(start, cue);
  // Where nothing tells them apart it is one splice by two names.
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

/** The outer event takes the place of the inner one, whose id of the break stays. */
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
 * Is this return the break's? The matching end of the same event or type first, any listed end otherwise; never that
 * of what lies inside. A single ad's end closes what a single ad opened, or a tag that names no event.
 */
export function endsBreak(known: AdBreak, cue: Cue): boolean {
  if (isInner(known, cue.eventId)) return false;
  const { segmentationTypeId: startType } = known;
  if (!isPerAdType(cue.segmentationTypeId)) return true;
  if (startType !== undefined) return isPerAdType(startType);
  return known.eventId === undefined || cue.eventId === known.eventId;
}
