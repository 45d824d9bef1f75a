import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../../../testing/show.suite.tsx';
import { FormOf, type ShownForm } from '../channel-form.suite.tsx';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { PrefetchSchedules } from './prefetch-schedules.tsx';

afterEach(cleanup);

const noon = {
  expectedStart: '2026-03-01T12:00:00Z',
  ...{ every: 900, duration: 60, requestFrom: 120, usedWithin: 60 },
};

async function open(prefetchSchedules: ChannelFormValues['prefetchSchedules'] = []) {
  let form: ShownForm | undefined;
  await show(
    <FormOf values={{ prefetchSchedules }} onForm={(shown) => (form = shown)}>
      <PrefetchSchedules />
    </FormOf>,
  );
  return form ?? expect.fail();
}

const row = (number: number) => within(screen.getByRole('group', { name: `Schedule ${number}` }));
const values = (form: ShownForm) => form.values().prefetchSchedules;

test('a schedule is added, changed and removed', async () => {
  const form = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }));
  expect(values(form)).toMatchObject([{ every: 900, duration: 60 }]);
  expect(await form.check()).toBe(true);
  fireEvent.change(row(1).getByLabelText('Expected start (UTC)'), {
    target: { value: '2026-03-01T12:00' },
  });
  fireEvent.change(row(1).getByLabelText('Until (UTC)'), {
    target: { value: '2026-03-01T23:00:00' },
  });
  await userEvent.clear(row(1).getByLabelText('Break lasts'));
  await userEvent.type(row(1).getByLabelText('Break lasts'), '90');
  expect(values(form)).toEqual([{ ...noon, until: '2026-03-01T23:00:00Z', duration: 90 }]);
  await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }));
  await userEvent.click(row(1).getByRole('button', { name: 'Remove schedule 1' }));
  expect(values(form)).toHaveLength(1);
  expect(values(form)?.[0]?.expectedStart).not.toBe(noon.expectedStart);
});

test('one break is expected once, and until is left out when it is emptied', async () => {
  const form = await open([{ ...noon, until: '2026-03-01T23:00:00Z' }]);
  await userEvent.clear(row(1).getByLabelText('Every'));
  fireEvent.change(row(1).getByLabelText('Until (UTC)'), { target: { value: '' } });
  const { every: _once, ...once } = noon;
  expect(values(form)).toEqual([once]);
  expect(await form.check()).toBe(true);
});

test('what is wrong stands at its field', async () => {
  const form = await open([{ ...noon, every: 100, duration: 0 }]);
  expect(await form.check()).toBe(false);
  expect(await row(1).findByText('value must be between 1 and 3600')).toBeTruthy();
});

test('there are 25 at most', async () => {
  await open(Array.from({ length: 25 }, () => noon));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add schedule' }).disabled).toBe(
    true,
  );
});
