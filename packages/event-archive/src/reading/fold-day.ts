/** Folds the archived events of one day of a company, as stitchers fold their events. */
import { type Batch, type BreakRow, foldEvents, type StitcherEvent } from '@interlude/reporting';
import type { LocalFiles } from './local-files.ts';
import { readEvents } from './read-events.ts';

const dayMs = 86_400_000;
/** Margins around the day: a break may be announced on the day before it begins, and is counted until it is over. */
export const breakMarginMs = { before: dayMs, after: 2 * dayMs } as const;

export interface FoldedDay {
  readonly batches: readonly Batch[];
  /** Breaks that began on the day; undefined when they were not requested. */
  readonly breaks: readonly BreakRow[] | undefined;
  readonly events: number;
}

export interface DayOfCompany {
  readonly tenantId: string;
  /** Days since 1970-01-01, of the company's zone. */
  readonly day: number;
  /** Epoch ms; `untilMs` exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly withBreaks: boolean;
}

const lastOf = (events: readonly StitcherEvent[]) =>
  events.reduce((last, { atMs }) => Math.max(last, atMs), 0);

/**
 * Folds a day as if one writer had counted it: the sketches of all its writers, united, are the same.
 * @param files those of the day, and with breaks those of the days around it (`breakMarginMs`)
 * @see ADR 0050
 */
export async function foldDay(files: LocalFiles, of: DayOfCompany): Promise<FoldedDay> {
  const { tenantId, day, fromMs, untilMs, withBreaks } = of;
  const writer = `rebuilt-${day}`;
  const batches: Batch[] = [];
  let events = 0;
  await readEvents(files, { tenantId, fromMs, untilMs }, (some) => {
    const counted = some.filter(({ type }) => type !== 'break');
    events += some.length;
    const segmentAtMs = lastOf(counted);
    batches.push(foldEvents(counted, { writer, seq: batches.length, segmentAtMs }));
  });
  if (!withBreaks) return { batches, breaks: undefined, events };
  const ofBreaks: StitcherEvent[] = [];
  const period = {
    ...{ tenantId, isOfBreaks: true },
    fromMs: fromMs - breakMarginMs.before,
    untilMs: untilMs + breakMarginMs.after,
  };
  await readEvents(files, period, (some) => void ofBreaks.push(...some));
  const { breaks } = foldEvents(ofBreaks, { writer, seq: 0, segmentAtMs: lastOf(ofBreaks) });
  const began = breaks.filter(
    ({ sums }) => sums.startedAtMs >= fromMs && sums.startedAtMs < untilMs,
  );
  return { batches, breaks: began, events };
}
