import { domainError } from '@interlude/contract/errors';
import type { RefusedSource } from '@interlude/persistence';
import { createLogger, tooLarge } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { SourceRefusals } from './source-refusals.ts';

const channel = { id: 'c1', tenantId: 't1' };
const dayMs = 86_400_000;

function refusalsOf() {
  const stored: (RefusedSource | string)[] = [];
  let isAway = false;
  const put = async (entry: RefusedSource | string) => {
    await Promise.resolve();
    if (isAway) throw new Error('away');
    stored.push(entry);
  };
  const refusals = new SourceRefusals(
    { refuse: put, clear: (tenantId, channelId) => put(`${tenantId} ${channelId} read`) },
    { now: () => 1_000 },
    createLogger({ name: 'test', level: 'silent' }),
  );
  const setAway = (away: boolean) => {
    isAway = away;
  };
  return { stored, refusals, setAway };
}

test('SEC-S55 operators get the limit, what to do and the address without its secrets', async () => {
  const { stored, refusals } = refusalsOf();
  const url = 'https://user:word@origin.test:8443/live/a.m3u8?token=secret#x';
  refusals.source(channel, url, tooLarge('segments', 20_000));
  await refusals.flush();
  const answer = domainError('FETCH_TOO_LARGE', { host: 'origin.test', limitBytes: 4_194_304 });
  refusals.asset(channel, 'https://origin.test/b.m3u8', answer);
  await refusals.flush();
  const known = { tenantId: 't1', channelId: 'c1', sinceMs: 1_000 };
  expect(stored).toEqual([
    {
      ...known,
      address: 'https://origin.test:8443/live/a.m3u8',
      message: expect.stringMatching(/20000 segments in one playlist\. Shorten its window/),
      expiresMs: undefined,
    },
    {
      ...known,
      address: 'https://origin.test/b.m3u8',
      message: expect.stringMatching(/4194304 bytes in one manifest\. Shorten/),
      expiresMs: 1_000 + dayMs,
    },
  ]);
});

test('SEC-S55 changes that come faster than they are stored become one, and outlast an outage', async () => {
  const { stored, refusals, setAway } = refusalsOf();
  setAway(true);
  refusals.source(channel, 'https://origin.test/a.m3u8', tooLarge('segments', 1));
  await refusals.flush();
  for (let turn = 0; turn < 50; turn += 1) {
    refusals.source(channel, 'https://origin.test/a.m3u8', tooLarge('segments', turn));
    refusals.cleared(channel);
  }
  refusals.cleared({ id: 'c2', tenantId: 't1' });
  await refusals.flush();
  expect(stored).toEqual([]);
  setAway(false);
  await refusals.flush();
  expect(stored).toEqual(['t1 c1 read', 't1 c2 read']);
});
