/** The periods that a card asks for: one, or two where the report is compared. Pure. */
import type { ReportDefinition, ReportTiming } from '@interlude/contract';
import { addDays, dayAt } from './civil-day.ts';
import {
  type Clock,
  compareRange,
  mainRange,
  moments,
  type Periods,
  previousRange,
  type Range,
} from './periods.ts';

const dayMs = 86_400_000;

/** The main range of a card: its own timing, or the selected main period (OP-43). */
function timedRange(timing: ReportTiming, periods: Periods, clock: Clock): Range {
  const { nowMs, zone } = clock;
  if (timing === '24h') return moments(nowMs - dayMs, nowMs, zone);
  if (timing === 'last') return mainRange(periods.main, clock);
  const today = dayAt(nowMs, zone);
  const days = { dateA: addDays(today, -30), dateB: addDays(today, -1) };
  return mainRange({ type: 'User defined', ...days }, clock);
}

/**
 * @param definition a report with one instance is not compared
 * @returns the main range, and the compared one while the comparison is on
 */
export function rangesOf(
  definition: Pick<ReportDefinition, 'numOfInstances'>,
  timing: ReportTiming,
  periods: Periods,
  clock: Clock,
): Range[] {
  const main = timedRange(timing, periods, clock);
  if (definition.numOfInstances < 2 || !periods.compare.compareWith) return [main];
  return [
    main,
    timing === 'last'
      ? compareRange(periods, clock)
      : previousRange(main, 'User defined', clock.zone),
  ];
}
