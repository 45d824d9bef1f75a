import {
  type Clock,
  type ComparePeriod,
  type CompareType,
  compareRange,
  type Day,
  type MainType,
  mainRange,
  type Periods,
} from '@interlude/reporting';
/** Edits of the period selector's popup before Apply: clicks on days, types, fields, the comparison. Pure. */

/** The edges that clicks on calendar days set, in this order (PER-016). */
export const clickOrder = ['mainStart', 'mainEnd', 'compareStart', 'compareEnd'] as const;
export type Edge = (typeof clickOrder)[number];

export interface PeriodDraft {
  readonly periods: Periods;
  readonly nextEdge: Edge;
}

export function draftOf(periods: Periods): PeriodDraft {
  return { periods, nextEdge: 'mainStart' };
}

/** The edge after another; without a comparison the clicks stay on the main period. */
function edgeAfter(edge: Edge, compares: boolean): Edge {
  const next = clickOrder[(clickOrder.indexOf(edge) + 1) % clickOrder.length] ?? 'mainStart';
  return compares || next.startsWith('main') ? next : 'mainStart';
}

/** A click on a day sets the next edge and goes on to the one after it (PER-015 to PER-017). */
export function clickDay(draft: PeriodDraft, day: Day, clock: Clock): PeriodDraft {
  const { periods, nextEdge } = draft;
  return {
    periods: withEdge(periods, nextEdge, day, clock),
    nextEdge: edgeAfter(nextEdge, periods.compare.compareWith),
  };
}

/** Sets one edge; the range becomes 'User defined', and an edge beyond the other moves it along (PER-017). */
export function withEdge(periods: Periods, edge: Edge, day: Day, clock: Clock): Periods {
  const isMain = edge === 'mainStart' || edge === 'mainEnd';
  const range = isMain ? mainRange(periods.main, clock) : compareRange(periods, clock);
  const moved =
    edge === 'mainStart' || edge === 'compareStart'
      ? { dateA: day, dateB: day > range.to ? day : range.to }
      : { dateA: day < range.from ? day : range.from, dateB: day };
  const changed = { type: 'User defined', ...moved } as const;
  if (isMain) return { ...periods, main: changed };
  return { ...periods, compare: { ...changed, compareWith: periods.compare.compareWith } };
}

/** Choosing 'User defined' keeps the range that is shown. */
export function withMainType(periods: Periods, type: MainType, clock: Clock): Periods {
  if (type !== 'User defined') return { ...periods, main: { type } };
  const { from, to } = mainRange(periods.main, clock);
  return { ...periods, main: { type, dateA: from, dateB: to } };
}

export function withCompareType(periods: Periods, type: CompareType, clock: Clock): Periods {
  const { compareWith } = periods.compare;
  if (type !== 'User defined') return { ...periods, compare: { type, compareWith } };
  const { from, to } = compareRange(periods, clock);
  return { ...periods, compare: { type, dateA: from, dateB: to, compareWith } };
}

/** Flips the flag on the second period (PER-018). */
export function toggleCompare(draft: PeriodDraft): PeriodDraft {
  const { main, compare } = draft.periods;
  const flipped: ComparePeriod = { ...compare, compareWith: !compare.compareWith };
  const onMain = draft.nextEdge === 'mainStart' || draft.nextEdge === 'mainEnd';
  return {
    periods: { main, compare: flipped },
    nextEdge: flipped.compareWith || onMain ? draft.nextEdge : 'mainStart',
  };
}
