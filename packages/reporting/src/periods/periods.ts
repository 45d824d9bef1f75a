/**
 * The two periods of the reports: their ranges at a moment, and how stored periods are read. Pure: `nowMs` and the zone
 * are arguments.
 */
import {
  addDays,
  addMonths,
  type Day,
  dayAt,
  daysBetween,
  epochMsOfIso,
  firstOfMonth,
  isDay,
  lastOfMonth,
  startOfDay,
  startOfWeek,
} from './civil-day.ts';

/** Offered in the dropdown of the main period (PER-007). */
export const mainTypes = [
  'Today',
  'Last day',
  'Last 7 days',
  'Last week',
  'Last month',
  'User defined',
] as const;
/** Types that may be stored and are not offered (PER-008, OP-48). */
export const hiddenMainTypes = ['Right now', 'Last 24h'] as const;
/** Offered in the dropdown of the compare period (PER-009). */
export const compareTypes = [
  'Previous period',
  'Previous month',
  'Previous year',
  'User defined',
] as const;

export type MainType = (typeof mainTypes)[number] | (typeof hiddenMainTypes)[number];
export type CompareType = (typeof compareTypes)[number];

export interface MainPeriod {
  readonly type: MainType;
  /** First and last day; only of 'User defined'. */
  readonly dateA?: Day;
  readonly dateB?: Day;
}

export interface ComparePeriod {
  readonly type: CompareType;
  readonly dateA?: Day;
  readonly dateB?: Day;
  readonly compareWith: boolean;
}

export interface Periods {
  readonly main: MainPeriod;
  readonly compare: ComparePeriod;
}

/** A period at a moment. Of whole days unless `isMoments`. */
export interface Range {
  readonly from: Day;
  /** The last day, included. */
  readonly to: Day;
  /** Epoch milliseconds; `endMs` is excluded: the start of the day after the last one (OP-56). */
  readonly startMs: number;
  readonly endMs: number;
  /** True for 'Right now' and 'Last 24h', which end now. */
  readonly isMoments: boolean;
}

/** The present time, epoch milliseconds, and the IANA name of the person's zone (OP-70). */
export interface Clock {
  readonly nowMs: number;
  readonly zone: string;
}

/** A period as it is stored (DATA-004). */
export interface StoredPeriod {
  readonly type: string;
  readonly dateA?: string | undefined;
  readonly dateB?: string | undefined;
  readonly compareWith?: boolean | undefined;
}

export const defaultPeriods: Periods = {
  main: { type: 'Last week' },
  compare: { type: 'Previous period', compareWith: true },
};

/** Used when nothing readable is stored (OP-51). */
const unreadablePeriods: Periods = { ...defaultPeriods, main: { type: 'Last day' } };

/** Longest range that is read from storage or an address, in days: 26 months are kept. */
const maxDays = 800;

function storedDays(stored: StoredPeriod, zone: string): { dateA?: Day; dateB?: Day } {
  const [dateA, dateB] = [stored.dateA, stored.dateB].map((date) => {
    if (date === undefined || isDay(date)) return date;
    const ms = epochMsOfIso(date);
    return ms === undefined ? undefined : dayAt(ms, zone);
  });
  if (dateA === undefined || dateB === undefined || dateA > dateB) return {};
  return daysBetween(dateA, dateB) > maxDays ? {} : { dateA, dateB };
}

const knownMain: readonly string[] = [...mainTypes, ...hiddenMainTypes];
const isMainType = (type: string): type is MainType => knownMain.includes(type);
const isCompareType = (type: string): type is CompareType =>
  (compareTypes as readonly string[]).includes(type);

/** Reads what is stored; an entry that cannot be read falls back by itself (PER-022, OP-51). */
export function periodsOf(stored: readonly StoredPeriod[] | undefined, zone: string): Periods {
  const [first, second] = stored ?? [];
  return {
    main: mainOf(first, zone) ?? unreadablePeriods.main,
    compare: compareOf(second, zone) ?? unreadablePeriods.compare,
  };
}

function mainOf(stored: StoredPeriod | undefined, zone: string): MainPeriod | undefined {
  if (stored === undefined || !isMainType(stored.type)) return;
  if (stored.type !== 'User defined') return { type: stored.type };
  const days = storedDays(stored, zone);
  return days.dateA === undefined ? undefined : { type: stored.type, ...days };
}

function compareOf(stored: StoredPeriod | undefined, zone: string): ComparePeriod | undefined {
  if (stored === undefined || !isCompareType(stored.type)) return;
  const compareWith = stored.compareWith === true;
  if (stored.type !== 'User defined') return { type: stored.type, compareWith };
  const days = storedDays(stored, zone);
  return days.dateA === undefined ? undefined : { type: stored.type, ...days, compareWith };
}

/** As it is stored: two entries, `compareWith` on the second (DATA-004). */
export function storedPeriods({ main, compare }: Periods): StoredPeriod[] {
  return [{ ...main }, { ...compare }];
}

function days(from: Day, to: Day, zone: string): Range {
  return {
    from,
    to,
    startMs: startOfDay(from, zone),
    endMs: startOfDay(addDays(to, 1), zone),
    isMoments: false,
  };
}

/** A range of moments in milliseconds. */
export function moments(startMs: number, endMs: number, zone: string): Range {
  const to = dayAt(Math.max(startMs, endMs - 1), zone);
  return { from: dayAt(startMs, zone), to, startMs, endMs, isMoments: true };
}

/** The main range at a moment (PER-010, PER-011). */
export function mainRange(main: MainPeriod, { nowMs, zone }: Clock): Range {
  const today = dayAt(nowMs, zone);
  const yesterday = addDays(today, -1);
  const thisWeek = startOfWeek(today);
  const lastMonth = addDays(firstOfMonth(today), -1);
  switch (main.type) {
    case 'Today':
      return days(today, today, zone);
    case 'Last day':
      return days(yesterday, yesterday, zone);
    case 'Last 7 days':
      return days(addDays(today, -7), yesterday, zone);
    case 'Last week':
      return days(addDays(thisWeek, -7), addDays(thisWeek, -1), zone);
    case 'Last month':
      return days(firstOfMonth(lastMonth), lastMonth, zone);
    case 'Right now':
      return moments(startOfDay(today, zone), nowMs, zone);
    case 'Last 24h':
      return moments(nowMs - 86_400_000, nowMs, zone);
    case 'User defined':
      return days(main.dateA ?? yesterday, main.dateB ?? main.dateA ?? yesterday, zone);
  }
}

/** The compare range that belongs to a main range (PER-012 to PER-014). */
export function compareRange(periods: Periods, { nowMs, zone }: Clock): Range {
  const main = mainRange(periods.main, { nowMs, zone });
  const { compare } = periods;
  switch (compare.type) {
    case 'Previous period':
      return previousRange(main, periods.main.type, zone);
    case 'Previous month':
      return shifted(main, -1, zone);
    case 'Previous year':
      return shifted(main, -12, zone);
    case 'User defined':
      return days(compare.dateA ?? main.from, compare.dateB ?? compare.dateA ?? main.to, zone);
  }
}

/** The range of the same length immediately before; of 'Last month' the whole month before it. */
export function previousRange(main: Range, type: MainType, zone: string): Range {
  if (main.isMoments) {
    return moments(2 * main.startMs - main.endMs, main.startMs, zone);
  }
  const end = addDays(main.from, -1);
  if (type === 'Last month') return days(firstOfMonth(end), lastOfMonth(end), zone);
  return days(addDays(end, -daysBetween(main.from, main.to)), end, zone);
}

function shifted(main: Range, months: number, zone: string): Range {
  const from = addMonths(main.from, months);
  if (!main.isMoments) return days(from, addMonths(main.to, months), zone);
  const byMs = startOfDay(from, zone) - startOfDay(main.from, zone);
  return moments(main.startMs + byMs, main.endMs + byMs, zone);
}
