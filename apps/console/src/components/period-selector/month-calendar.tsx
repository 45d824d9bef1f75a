import { addDays, type Day, firstOfMonth, lastOfMonth, weekdayOf } from '@interlude/reporting';
import { onDemand } from '../../texts/on-demand.ts';
import { localeWith } from '../../texts/reader-locale.ts';
import { t } from '../../texts/t.ts';
/** One month as a grid of days: both periods are marked, and a click sets the next edge (PER-016). */

export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

export interface MonthCalendarProps {
  /** Any day of the month. */
  readonly month: Day;
  readonly today: Day;
  readonly main: DaySpan;
  /** Undefined while nothing is compared. */
  readonly compare: DaySpan | undefined;
  /** The one day that the Tab key reaches; arrows move it. */
  readonly focusDay: Day;
  readonly onPick: (day: Day) => void;
}

const monthName = onDemand(
  () =>
    new Intl.DateTimeFormat(localeWith('en-GB'), {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const fullDay = onDemand(
  () =>
    new Intl.DateTimeFormat(localeWith('en-GB'), {
      dateStyle: 'full',
      timeZone: 'UTC',
    }),
);
const weekdays = [t('Mo'), t('Tu'), t('We'), t('Th'), t('Fr'), t('Sa'), t('Su')] as const;

const momentOf = (day: Day) => new Date(`${day}T00:00:00.000Z`);
export const monthTitle = (day: Day): string => monthName().format(momentOf(day));

/** Rows of seven days, Monday first; days of other months are empty. */
export function weeksOf(month: Day): (Day | undefined)[][] {
  const first = firstOfMonth(month);
  const last = lastOfMonth(month);
  const weeks: (Day | undefined)[][] = [];
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday <= last;
    monday = addDays(monday, 7)
  ) {
    const start = monday;
    weeks.push(
      weekdays.map((_name, index) => {
        const day = addDays(start, index);
        return day < first || day > last ? undefined : day;
      }),
    );
  }
  return weeks;
}

/** The place of a day in a span. */
export function placeIn(span: DaySpan | undefined, day: Day): 'edge' | 'inside' | undefined {
  if (span === undefined || day < span.from || day > span.to) return;
  return day === span.from || day === span.to ? 'edge' : 'inside';
}

export function MonthCalendar(props: MonthCalendarProps) {
  const { month } = props;
  const title = monthTitle(month);
  return (
    <table className="month" aria-label={title}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, index) =>
              day === undefined ? (
                <td key={weekdays[index]} />
              ) : (
                <DayCell key={day} day={day} {...props} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell(props: MonthCalendarProps & { readonly day: Day }) {
  const { day, main, compare, today, focusDay, onPick } = props;
  const inMain = placeIn(main, day);
  const inCompare = placeIn(compare, day);
  const marks = [inMain && t('in the period'), inCompare && t('in the compare period')].filter(
    Boolean,
  );
  return (
    <td data-main={inMain} data-compare={inCompare}>
      <button
        type="button"
        className="day num"
        data-day={day}
        tabIndex={day === focusDay ? 0 : -1}
        aria-label={[fullDay().format(momentOf(day)), ...marks].join(', ')}
        aria-pressed={inMain !== undefined || inCompare !== undefined}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onPick(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
