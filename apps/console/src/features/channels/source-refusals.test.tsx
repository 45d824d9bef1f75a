import type { SourceRefusal } from '@interlude/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { absoluteTime } from '../../components/time.ts';
import { show } from '../../testing/show.suite.tsx';
import { channelColumns } from './channel-columns.tsx';
import { RefusalNote } from './source-refusals.tsx';

const refusal: SourceRefusal = {
  channelId: 'c1',
  address: 'https://origin.example/a.m3u8',
  message: 'The source is larger than it may be: more than 20000 segments. Shorten its window.',
  since: '2026-03-01T12:05:00.000Z',
};
const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

it('SEC-S55 the channel list names a source that is too large beside its channel', async () => {
  const [name] = channelColumns({
    busyId: undefined,
    onState: () => undefined,
    health: new Map(),
    refusals: new Map([['c1', refusal]]),
  });
  const cell = (id: string) => name?.cell({ id, name: `News ${id}` } as never);
  await show(
    <>
      {cell('c1')}
      {cell('c2')}
    </>,
  );
  expect(screen.getAllByText('The source is too large')).toHaveLength(1);
  expect(screen.getByTitle(refusal.message)).toBeDefined();
});

it('SEC-S55 the channel page says which limit, what to do, which address and since when', async () => {
  globalThis.fetch = async (url) => {
    expect(String(url)).toContain('/api/v2/channels/sourceRefusals');
    return Response.json({ refusals: [{ ...refusal, channelId: 'c0' }, refusal] });
  };
  await show(<RefusalNote channelId="c1" />);
  const note = await screen.findByRole('alert');
  expect(note.textContent).toBe(
    `The source is too large. ${refusal.message}${refusal.address}, ${absoluteTime(refusal.since)}`,
  );
});

it('SEC-S55 a channel whose source is read has no note', async () => {
  let answered = false;
  globalThis.fetch = async () => {
    answered = true;
    return Response.json({ refusals: [{ ...refusal, channelId: 'c0' }] });
  };
  await show(<RefusalNote channelId="c1" />);
  await expect.poll(() => answered).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
});
