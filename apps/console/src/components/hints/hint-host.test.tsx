import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { HintHost, hintDelayMs } from './hint-host.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function page() {
  await show(
    <>
      <button type="button" data-hint="Play">
        <span>icon</span>
      </button>
      <button type="button" data-hint="Edit">
        pencil
      </button>
      <p>else</p>
      <HintHost />
    </>,
  );
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const over = (text: string, pointerType = 'mouse') =>
  fireEvent.pointerOver(screen.getByText(text), { pointerType });

it('shows what the element under the pointer is for, after a while, and one at a time', async () => {
  await page();
  over('icon');
  await wait(hintDelayMs - 1);
  expect(screen.queryByText('Play')).toBeNull();
  await wait(1);
  await vi.waitFor(() => expect(screen.getByText('Play')).toBeTruthy());
  over('pencil');
  await wait(hintDelayMs);
  expect(screen.queryByText('Play')).toBeNull();
  expect(screen.getByText('Edit')).toBeTruthy();
  over('else');
  await wait(hintDelayMs);
  expect(screen.queryByText('Edit')).toBeNull();
});

it('shows nothing to a finger, and none after a click or Escape', async () => {
  await page();
  over('icon', 'touch');
  await wait(hintDelayMs);
  expect(screen.queryByText('Play')).toBeNull();
  for (const leave of [
    () => fireEvent.pointerDown(screen.getByText('icon')),
    () => fireEvent.keyDown(document, { key: 'Escape' }),
  ]) {
    over('icon');
    await wait(hintDelayMs);
    await vi.waitFor(() => expect(screen.getByText('Play')).toBeTruthy());
    leave();
    await wait(hintDelayMs);
    expect(screen.queryByText('Play')).toBeNull();
  }
});
