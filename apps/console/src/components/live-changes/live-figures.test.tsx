import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { useLiveFigures } from './use-live-changes.ts';

const real = globalThis.fetch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  globalThis.fetch = real;
});

const Probe = () => <p>{useLiveFigures() ? 'stream' : 'polling'}</p>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('reads the figures again within 10 s of their count, once for many, and polls when the stream ends', async () => {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      feed = controller;
    },
  });
  globalThis.fetch = async () => new Response(body);
  const { queries } = await show(<Probe />);
  const again = vi.spyOn(queries, 'invalidateQueries');
  expect(screen.getByText('polling')).toBeTruthy();
  await pass(1_500);
  expect(screen.getByText('stream')).toBeTruthy();
  expect(again).not.toHaveBeenCalled();
  await pass(1_000);
  expect(again, 'what changed before the stream was open').toHaveBeenCalledTimes(1);
  const say = (kind: string) =>
    feed?.enqueue(
      new TextEncoder().encode(
        `event: change\ndata: ${JSON.stringify({ kind, id: '', action: 'updated' })}\n\n`,
      ),
    );
  for (const kind of ['jobs', 'figures', 'figures']) say(kind);
  await pass(1_000);
  const read = [{ queryKey: ['t1', 'channels', 'summary'] }];
  expect(again.mock.calls).toEqual([read, read]);
  feed?.close();
  await pass(0);
  expect(screen.getByText('polling')).toBeTruthy();
});

it('polls where the server refuses a stream', async () => {
  globalThis.fetch = async () => new Response('', { status: 429 });
  const { queries } = await show(<Probe />);
  const again = vi.spyOn(queries, 'invalidateQueries');
  await pass(4_000);
  expect(screen.getByText('polling')).toBeTruthy();
  expect(again).not.toHaveBeenCalled();
});
