import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { type ChannelChange, ChannelDirectory } from './channel-directory.ts';
import type { ChannelEntry } from './channel-entry.ts';

const entry = (id: string, change: Partial<ChannelEntry> = {}): ChannelEntry => ({
  ...channelEntry(id, { name: id, sourceManifestUrl: 'https://origin.test/a.m3u8' }),
  ...change,
});

async function directory(entries: ChannelEntry[]) {
  const repository = { entries, fails: false, reads: 0 };
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
      watch: async () => () => undefined,
    },
    clock,
    report: {
      lost: () => void states.push('lost'),
      recovered: () => void states.push('recovered'),
    },
    onChange: (change) => void changes.push(change),
  });
  await channels.start();
  return { channels, repository, changes, states, clock };
}

test('tells what was changed, reset and removed', async () => {
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
