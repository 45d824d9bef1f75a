/** Three months in a row with arrows (PER-002). Arrow keys, Page Up and Page Down, Home and End move through the days. */
import { addDays, addMonths, addMonthsToFirst, type Day, startOfWeek } from '@interlude/reporting';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../texts/t.ts';
import { type DaySpan, MonthCalendar } from './month-calendar.tsx';

interface CalendarsProps {
  readonly today: Day;
  readonly main: DaySpan;
  readonly compare: DaySpan | undefined;
  readonly onPick: (day: Day) => void;
}

const shownMonths = 3;

/** The day that a key leads to; undefined for other keys. */
export function dayByKey(key: string, day: Day): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return startOfWeek(day);
    case 'End':
      return addDays(startOfWeek(day), 6);
    default:
      return;
  }
}

/** The first month to show, so that a day is in one of the three. */
export function monthsAround(first: Day, day: Day): Day {
  if (day < first) return addMonthsToFirst(day, 0);
  if (day >= addMonthsToFirst(first, shownMonths)) return addMonthsToFirst(day, 1 - shownMonths);
  return first;
}

export function Calendars({ today, main, compare, onPick }: CalendarsProps) {
  const [first, setFirst] = useState(() => addMonthsToFirst(main.to, 1 - shownMonths));
  const [focusDay, setFocusDay] = useState(main.to);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focusDay}"]`)?.focus();
  });
  const turn = (months: number) => {
    const next = addMonthsToFirst(first, months);
    setFirst(next);
    if (monthsAround(next, focusDay) !== next) setFocusDay(next);
  };
  const press = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, focusDay);
    if (next === undefined || !(event.target as Element).matches('[data-day]')) return;
    event.preventDefault();
    moved.current = true;
    setFocusDay(next);
    setFirst(monthsAround(first, next));
  };
  return (
    <section className="calendars" aria-label={t('Calendars')} ref={grid} onKeyDown={press}>
      <button
        type="button"
        className="month-arrow"
        data-side="previous"
        aria-label={t('Previous month')}
        onClick={() => turn(-1)}
      >
        <IconChevronLeft size={16} />
      </button>
      <button
        type="button"
        className="month-arrow"
        data-side="next"
        aria-label={t('Next month')}
        onClick={() => turn(1)}
      >
        <IconChevronRight size={16} />
      </button>
      {Array.from({ length: shownMonths }, (_none, index) => addMonthsToFirst(first, index)).map(
        (month) => (
          <MonthCalendar
            key={month}
            {...{ month, today, main, compare, focusDay }}
            onPick={(day) => {
              setFocusDay(day);
              onPick(day);
            }}
          />
        ),
      )}
    </section>
  );
}
