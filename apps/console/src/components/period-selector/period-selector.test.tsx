import { defaultPeriods, type Periods, storedPeriods } from '@interlude/reporting';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { periodState, windowSize } from '../../app/ui-state.ts';
import { show } from '../../testing/show.suite.tsx';
import { dayByKey, monthsAround } from './calendars.tsx';
import { weeksOf } from './month-calendar.tsx';
import { PeriodSelector, type PeriodSelectorProps } from './period-selector.tsx';

const clock = { nowMs: Date.parse('2026-11-23T08:30:00.000Z'), zone: 'Europe/Berlin' };
const before = { periods: periodState.get(), size: windowSize.get() };

beforeEach(() => windowSize.set({ width: 1_600, height: 1_000 }));
afterEach(() => {
  cleanup();
  periodState.set(before.periods);
  windowSize.set(before.size);
});

async function open(props: Partial<PeriodSelectorProps> = {}) {
  const applied: Periods[] = [];
  const cancels: string[] = [];
  await show(
    <PeriodSelector
      periods={defaultPeriods}
      clock={clock}
      onApply={async (periods) => void applied.push(periods)}
      onCancel={() => cancels.push('cancel')}
      {...props}
    />,
  );
  const button = screen.getByRole('button', { name: /^Period/ });
  fireEvent.click(button);
  const popup = within(await screen.findByLabelText('Select periods'));
  return { applied, cancels, button, popup };
}
type Popup = Awaited<ReturnType<typeof open>>['popup'];
const click = (popup: Popup, name: string) => fireEvent.click(popup.getByText(name));
const arrow = (popup: Popup, name: string) => fireEvent.click(popup.getByLabelText(name));
/** Found by its attribute: names of roles are slow to compute for a hundred days. */
const dayButton = (day: string) => {
  const found = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (found === null) throw new Error(`${day} is not shown`);
  return found;
};
const field = (popup: Popup, name: string) => popup.getByLabelText<HTMLInputElement>(name);
const isOpen = () => document.querySelector('dialog') !== null;

describe('the period selector', () => {
  it('PER-001 its button shows both ranges as D/M/YY - D/M/YY', async () => {
    await show(
      <PeriodSelector
        periods={defaultPeriods}
        clock={clock}
        onApply={async () => undefined}
        onCancel={() => undefined}
      />,
    );
    const button = screen.getByRole('button', { name: /^Period/ });
    expect(button.textContent).toBe('Period: 16/11/26 - 22/11/26vs 9/11/26 - 15/11/26');
  });

  it('PER-002 PER-003 PER-004 PER-005 holds calendars with arrows, two blocks, compare with, Cancel and Apply', async () => {
    const { popup } = await open();
    const months = () => [...document.querySelectorAll('caption')].map((each) => each.textContent);
    expect(months()).toEqual(['September 2026', 'October 2026', 'November 2026']);
    arrow(popup, 'Next month');
    arrow(popup, 'Next month');
    arrow(popup, 'Previous month');
    expect(months()).toEqual(['October 2026', 'November 2026', 'December 2026']);
    expect(
      [...document.querySelectorAll('dialog select')].map((each) =>
        each.getAttribute('aria-label'),
      ),
    ).toEqual(['Period: type', 'Compare period: type']);
    expect(field(popup, 'Period: start date').value).toBe('16/11/26');
    expect(field(popup, 'Period: end date').value).toBe('22/11/26');
    expect(field(popup, 'Compare period: start date').value).toBe('9/11/26');
    expect(popup.getByLabelText<HTMLInputElement>('compare with').checked).toBe(true);
    const buttons = [...document.querySelectorAll('.popup-buttons button')];
    expect(buttons.map((each) => each.textContent)).toEqual(['Cancel', 'Apply']);
  });

  it('PER-007 PER-009 offers the types of both periods', async () => {
    const { popup } = await open();
    const options = (name: string) =>
      [...popup.getByLabelText(name).children].map((each) => each.textContent);
    expect(options('Period: type')).toEqual([
      ...['Today', 'Last day', 'Last 7 days', 'Last week', 'Last month', 'User defined'],
    ]);
    expect(options('Compare period: type')).toEqual([
      ...['Previous period', 'Previous month', 'Previous year', 'User defined'],
    ]);
  });

  it('PER-015 a click on a day makes the range User defined and is kept in the shared state', async () => {
    const { popup } = await open();
    fireEvent.click(dayButton('2026-11-02'));
    expect(popup.getByLabelText<HTMLSelectElement>('Period: type').value).toBe('User defined');
    fireEvent.click(dayButton('2026-11-04'));
    expect(periodState.get()).toEqual([
      { type: 'User defined', dateA: '2026-11-02', dateB: '2026-11-04' },
      { type: 'Previous period', compareWith: true },
    ]);
    expect(popup.getByText(/sets the start of the compare period/)).toBeTruthy();
  });

  it('PER-003 a typed day is taken over with Enter, and one that is none says so', async () => {
    const { popup } = await open();
    const start = field(popup, 'Period: start date');
    fireEvent.change(start, { target: { value: 'soon' } });
    fireEvent.keyDown(start, { key: 'Enter' });
    expect(popup.getByText('Enter a day as D/M/YY.')).toBeTruthy();
    fireEvent.change(start, { target: { value: '1/11/26' } });
    fireEvent.keyDown(start, { key: 'Enter' });
    expect(periodState.get()[0]).toEqual({
      ...{ type: 'User defined', dateA: '2026-11-01', dateB: '2026-11-22' },
    });
  });

  it('PER-018 PER-019 Apply saves and closes', async () => {
    const { popup, applied } = await open();
    fireEvent.click(popup.getByLabelText('compare with'));
    fireEvent.change(popup.getByLabelText('Period: type'), { target: { value: 'Last month' } });
    click(popup, 'Apply');
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(applied.map(storedPeriods)).toEqual([
      [{ type: 'Last month' }, { type: 'Previous period', compareWith: false }],
    ]);
  });

  it('PER-019 PER-021 a failure keeps the popup open and shows the message', async () => {
    const error = 'Error while saving: the disk is full';
    const { popup } = await open({ error, onApply: () => Promise.reject(new Error(error)) });
    click(popup, 'Apply');
    await waitFor(() => expect(popup.getByText('Apply').closest('button')?.disabled).toBe(false));
    expect(isOpen()).toBe(true);
    expect(popup.getByRole('alert').textContent).toBe(error);
  });

  it('PER-020 Cancel closes, saves nothing and reloads what is saved', async () => {
    const { popup, applied, cancels, button } = await open();
    fireEvent.click(dayButton('2026-11-02'));
    click(popup, 'Cancel');
    expect(isOpen()).toBe(false);
    expect(applied).toEqual([]);
    expect(cancels).toEqual(['cancel']);
    fireEvent.click(button);
    await screen.findByLabelText('Select periods');
    expect(periodState.get()).toEqual(storedPeriods(defaultPeriods));
  });

  it('OP-46 a disabled one ignores clicks', async () => {
    await show(
      <PeriodSelector
        periods={defaultPeriods}
        clock={clock}
        disabled
        onApply={async () => undefined}
        onCancel={() => undefined}
      />,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Period/ });
    expect(button.disabled).toBe(true);
  });
});

describe('the calendars', () => {
  it('OP-49 a month has its days in weeks that begin on Monday', () => {
    const weeks = weeksOf('2026-11-15');
    expect(weeks.map((week) => week.filter((day) => day !== undefined).length)).toEqual([
      ...[1, 7, 7, 7, 7, 1],
    ]);
    expect(weeks[0]?.at(-1)).toBe('2026-11-01');
  });

  it('keys lead to other days, and the months follow', () => {
    const led = (key: string) => dayByKey(key, '2026-11-22');
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(led)).toEqual([
      ...['2026-11-21', '2026-11-23', '2026-11-15', '2026-11-29'],
    ]);
    expect(['PageUp', 'PageDown', 'Home', 'End', 'a'].map(led)).toEqual([
      ...['2026-10-22', '2026-12-22', '2026-11-16', '2026-11-22', undefined],
    ]);
    expect(monthsAround('2026-09-01', '2026-12-01')).toBe('2026-10-01');
    expect(monthsAround('2026-09-01', '2026-08-31')).toBe('2026-08-01');
    expect(monthsAround('2026-09-01', '2026-11-30')).toBe('2026-09-01');
  });

  it('the arrow keys move the focus over the edge of the months', async () => {
    await open({
      periods: {
        ...defaultPeriods,
        main: { type: 'User defined', dateA: '2026-11-30', dateB: '2026-11-30' },
      },
    });
    const day = dayButton('2026-11-30');
    expect(day.ariaLabel ?? day.getAttribute('aria-label')).toMatch(
      /^Monday,? 30 November 2026, in the period$/,
    );
    expect(day.tabIndex).toBe(0);
    day.focus();
    fireEvent.keyDown(day, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(dayButton('2026-12-01'));
  });
});
