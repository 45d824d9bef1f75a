// @vitest-environment happy-dom
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
  const say = (kind: string) =>
    feed?.enqueue(
      new TextEncoder().encode(
        `event: change\ndata: ${JSON.stringify({ kind, id: '', action: 'updated' })}\n\n`,
      ),
    );
  for (const kind of ['jobs', 'figures', 'figures']) say(kind);
  await pass(1_000);
  expect(again.mock.calls).toEqual([[{ queryKey: ['t1', 'channels', 'summary'] }]]);
  feed?.close();
  await pass(0);
  expect(screen.getByText('polling')).toBeTruthy();
});

it('polls where the server refuses a stream', async () => {
  globalThis.fetch = async () => new Response('', { status: 429 });
  await show(<Probe />);
  await pass(2_000);
  expect(screen.getByText('polling')).toBeTruthy();
});
