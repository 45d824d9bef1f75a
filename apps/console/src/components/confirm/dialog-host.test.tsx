import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialogHost } from './dialog-host.tsx';
import { confirm, showError, showSuccess } from './dialogs.ts';

beforeEach(() => {
  render(
    <MantineProvider env="test">
      <DialogHost />
    </MantineProvider>,
  );
});
afterEach(cleanup);

/** Title, text and buttons (without the cross) of the open dialog. */
async function shown() {
  const dialog = await screen.findByRole('alertdialog');
  const words = (selector: string) =>
    [...dialog.querySelectorAll(selector)].map((element) => element.textContent);
  return { title: words('h2')[0], text: words('p')[0], buttons: words('footer button') };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('dialogs', () => {
  it("ERR-019 success: 'Success', 'Action succeeded!'", async () => {
    const closed = showSuccess();
    expect(await shown()).toEqual({
      title: 'Success',
      text: 'Action succeeded!',
      buttons: ['Ok'],
    });
    await press('Ok');
    await closed;
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it("ERR-020 error: 'Error', 'Action failed!'", async () => {
    const closed = showError();
    expect(await shown()).toEqual({ title: 'Error', text: 'Action failed!', buttons: ['Ok'] });
    await press('Ok');
    await closed;
  });

  it.each([
    ['Ok', true],
    ['Cancel', false],
    ['Close', false],
  ])("ERR-021 'Are you sure?' answered with %s is %s", async (button, expected) => {
    const answer = confirm();
    expect(await shown()).toEqual({
      title: 'Are you sure?',
      text: 'You will not be able to recover this item!',
      buttons: ['Cancel', 'Ok'],
    });
    await press(button);
    expect(await answer).toBe(expected);
  });

  it('ERR-019 ERR-020 other words may be given, a second dialog waits for the first', async () => {
    const first = showSuccess({ title: 'Done', text: 'All saved.' });
    const second = showError({ text: 'Not at all.' });
    expect(await shown()).toMatchObject({ title: 'Done', text: 'All saved.' });
    await press('Ok');
    await first;
    expect(await shown()).toMatchObject({ title: 'Error', text: 'Not at all.' });
    await press('Ok');
    await second;
  });
});
