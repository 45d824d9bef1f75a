import { compareRange, defaultPeriods, mainRange, shownRange } from '@interlude/reporting';
import { describe, expect, it } from 'vitest';
import {
  clickDay,
  draftOf,
  type PeriodDraft,
  toggleCompare,
  withCompareType,
  withMainType,
} from './period-draft.ts';
import { popupWidth, popupWidths } from './popup-width.ts';

const clock = { nowMs: Date.parse('2026-11-23T08:30:00.000Z'), zone: 'Europe/Berlin' };
const clicked = (days: readonly string[], from: PeriodDraft = draftOf(defaultPeriods)) =>
  days.reduce((draft, day) => clickDay(draft, day, clock), from);
const shown = ({ periods }: PeriodDraft) => [
  shownRange(mainRange(periods.main, clock)),
  shownRange(compareRange(periods, clock)),
];

describe('clicks on days', () => {
  it('PER-015 PER-016 fill main start, main end, compare start, compare end, then main start again', () => {
    const four = ['2026-11-02', '2026-11-04', '2026-10-05', '2026-10-07'];
    const draft = clicked(four);
    expect(shown(draft)).toEqual(['2/11/26 - 4/11/26', '5/10/26 - 7/10/26']);
    expect(draft.periods).toEqual({
      main: { type: 'User defined', dateA: '2026-11-02', dateB: '2026-11-04' },
      compare: {
        type: 'User defined',
        dateA: '2026-10-05',
        dateB: '2026-10-07',
        compareWith: true,
      },
    });
    expect([0, 1, 2, 3, 4].map((count) => clicked(four.slice(0, count)).nextEdge)).toEqual([
      ...['mainStart', 'mainEnd', 'compareStart', 'compareEnd', 'mainStart'],
    ]);
    expect(shown(clicked(['2026-11-03'], draft))[0]).toBe('3/11/26 - 4/11/26');
  });

  it('PER-016 without a comparison they stay on the main period', () => {
    const draft = toggleCompare(draftOf(defaultPeriods));
    const after = clicked(['2026-11-02', '2026-11-04'], draft);
    expect(after.nextEdge).toBe('mainStart');
    expect(after.periods.compare).toEqual({ type: 'Previous period', compareWith: false });
  });

  it('PER-017 a start after the end sets the end to it, an end before the start the start', () => {
    expect(shown(clicked(['2026-11-25']))[0]).toBe('25/11/26 - 25/11/26');
    expect(shown(clicked(['2026-11-20', '2026-11-10']))[0]).toBe('10/11/26 - 10/11/26');
    const compared = ['2026-11-20', '2026-11-21', '2026-12-01', '2026-09-01'];
    expect(shown(clicked(compared))[1]).toBe('1/9/26 - 1/9/26');
  });

  it('PER-012 a compare period without days of its own follows the clicks on the main one', () => {
    expect(shown(clicked(['2026-11-02', '2026-11-04']))[1]).toBe('30/10/26 - 1/11/26');
  });
});

it('PER-018 the toggle flips compareWith on the second period, and only that', () => {
  const draft = draftOf(defaultPeriods);
  const once = toggleCompare(draft);
  expect(once.periods).toEqual({
    main: { type: 'Last week' },
    compare: { type: 'Previous period', compareWith: false },
  });
  expect(toggleCompare(once)).toEqual(draft);
  expect(toggleCompare(clicked(['2026-11-02', '2026-11-04'])).nextEdge).toBe('mainStart');
});

it('User defined begins with the days of the type that it replaces', () => {
  const main = withMainType(defaultPeriods, 'User defined', clock);
  expect(main.main).toEqual({ type: 'User defined', dateA: '2026-11-16', dateB: '2026-11-22' });
  const both = withCompareType(main, 'User defined', clock);
  expect(both.compare).toMatchObject({ dateA: '2026-11-09', dateB: '2026-11-15' });
  expect(withMainType(both, 'Today', clock).main).toEqual({ type: 'Today' });
  expect(withCompareType(both, 'Previous year', clock).compare).toEqual({
    type: 'Previous year',
    compareWith: true,
  });
});

it('PER-006 OP-47 the popup has the largest of its four widths that fits the window', () => {
  expect(popupWidths).toEqual([228.5, 457, 673, 1129]);
  expect([200, 228.5, 390, 457, 672, 673, 1128, 1129, 1600].map(popupWidth)).toEqual([
    ...[228.5, 228.5, 228.5, 457, 457, 673, 673, 1129, 1129],
  ]);
});
