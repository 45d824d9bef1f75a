import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { type ChannelChange, ChannelDirectory } from './channel-directory.ts';
import type { ChangedChannel, ChannelEntry } from './channel-entry.ts';

const entry = (id: string, change: Partial<ChannelEntry> = {}): ChannelEntry => ({
  ...channelEntry(id, { name: id, sourceManifestUrl: 'https://origin.test/a.m3u8' }),
  ...change,
});

async function directory(entries: ChannelEntry[]) {
  const repository = { entries, fails: false, reads: 0, single: [] as string[] };
  let change: (changed?: ChangedChannel) => void = () => undefined;
  const changes: ChannelChange[] = [];
  const states: string[] = [];
  const clock = fixedClock();
  const channels = new ChannelDirectory({
    repository: {
      listEnabled: async () => {
        repository.reads += 1;
        if (repository.fails) {
          throw new Error('away');
        }
        return repository.entries;
      },
      findEnabled: async ({ id }) => {
        repository.single.push(id);
        if (repository.fails) {
          throw new Error('away');
        }
        return repository.entries.find((one) => one.id === id);
      },
      watch: async (onChange) => {
        change = onChange;
        return () => undefined;
      },
    },
    clock,
    report: {
      lost: () => void states.push('lost'),
      recovered: () => void states.push('recovered'),
    },
    onChange: (change) => void changes.push(change),
  });
  await channels.start();
  const changed = (id: string, tenantId = 't1') => change({ id, tenantId });
  return { channels, repository, changes, states, clock, changed };
}

test('reports what was changed, reset and removed', async () => {
  const { channels, repository, changes } = await directory([entry('a'), entry('b'), entry('c')]);
  repository.entries = [entry('a', { revision: '2' }), entry('b', { resets: 1 }), entry('d')];
  await channels.refresh();
  channels.stop();
  expect(changes.map(({ kind, channel }) => [kind, channel.id])).toEqual([
    ['updated', 'a'],
    ['reset', 'b'],
    ['removed', 'c'],
  ]);
  expect(channels.find('d')?.id).toBe('d');
});

test('keeps the last snapshot while the database is away, says how old it is, once', async () => {
  const { channels, repository, states, clock } = await directory([entry('a')]);
  expect(channels.problem).toBeUndefined();
  repository.fails = true;
  clock.advance(7_000);
  await channels.refresh();
  await channels.refresh();
  expect(channels.find('a')?.id).toBe('a');
  expect(channels.problem).toContain('channels as of 7 s ago');
  repository.fails = false;
  await channels.refresh();
  channels.stop();
  expect(states).toEqual(['lost', 'recovered']);
  expect(channels.problem).toBeUndefined();
});

test('changes that come while it reads are read once more, not one by one', async () => {
  const { channels, repository } = await directory([]);
  await Promise.all(Array.from({ length: 50 }, () => channels.refresh()));
  channels.stop();
  expect(repository.reads).toBeLessThanOrEqual(3);
});

const many = (change: Partial<ChannelEntry> = {}) =>
  Array.from({ length: 500 }, (_, index) => entry(`c${index}`, index === 250 ? change : {}));
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a save of one of many channels reads that one, and no other', async () => {
  const { channels, repository, changes, changed } = await directory(many());
  repository.entries = many({ revision: '2' });
  changed('c250');
  await settled();
  channels.stop();
  expect([repository.reads, repository.single]).toEqual([1, ['c250']]);
  expect(changes.map(({ kind, channel }) => [kind, channel.id])).toEqual([['updated', 'c250']]);
  expect(channels.find('c250')?.revision).toBe('2');
});

test('one that is new is there, one that was reset or removed is announced', async () => {
  const { channels, repository, changes, changed } = await directory([entry('a'), entry('b')]);
  repository.entries = [entry('b', { resets: 1 }), entry('d')];
  for (const id of ['a', 'b', 'd']) {
    changed(id);
  }
  await settled();
  channels.stop();
  expect(changes.map(({ kind, channel }) => [kind, channel.id])).toEqual([
    ['removed', 'a'],
    ['reset', 'b'],
  ]);
  expect([repository.reads, channels.find('a'), channels.find('d')?.id]).toEqual([
    1,
    undefined,
    'd',
  ]);
});

test('a change that cannot be read reads all; so do many changes at a time, and an id of two tenants', async () => {
  const { channels, repository, states, changed } = await directory(many());
  repository.fails = true;
  changed('c1');
  await settled();
  expect([repository.reads, states]).toEqual([2, ['lost']]);
  repository.fails = false;
  await channels.refresh();
  expect(states).toEqual(['lost', 'recovered']);
  for (let index = 0; index < 100; index += 1) {
    changed(`c${index}`);
  }
  await settled();
  expect([repository.reads, repository.single.length]).toEqual([4, 2]);
  changed('c7', 'another tenant');
  await settled();
  channels.stop();
  expect([repository.reads, repository.single.length]).toEqual([5, 2]);
});
