import type { ChannelFlush } from '@interlude/persistence';
import { expect, test } from 'vitest';
import type { ChannelWatcher } from '../watcher/channel-watcher.ts';
import { flushWatchers } from './flush-watchers.ts';

/** Watchers by the ids of their channels; `kept` are those that were given their flush back. */
function run(
  ids: readonly string[],
  refuses: (flushes: readonly ChannelFlush[], written: readonly string[]) => string | undefined,
) {
  const written: string[] = [];
  const kept: string[] = [];
  const failed: string[] = [];
  const lost: string[] = [];
  const watchers = ids.map((channelId) => ({
    take: () => ({
      flush: { channelId },
      giveBack: () => kept.push(channelId),
      lose: () => lost.push(channelId),
    }),
  })) as unknown as ChannelWatcher[];
  const writer = {
    flush: async (_monitor: string, flushes: readonly ChannelFlush[]) => {
      const code = refuses(flushes, written);
      if (code !== undefined) throw Object.assign(new Error('refused'), { code });
      written.push(...flushes.map(({ channelId }) => channelId));
      return flushes.length;
    },
  };
  const events = {
    flushed: () => undefined,
    taskFailed: (task: string) => void failed.push(task),
  };
  const flushed = flushWatchers({ writer, monitor: 'm', events }, watchers);
  return { written, kept, lost, failed, flushed };
}

const untranslatable = '22P05';
const shutDown = '57P01';
const hasB = (flushes: readonly ChannelFlush[]) =>
  flushes.some(({ channelId }) => channelId === 'b');

test('what the database refuses of one channel holds up no other one, and is counted as lost', async () => {
  const { written, kept, lost, failed, flushed } = run(['a', 'b', 'c'], (flushes) =>
    hasB(flushes) ? untranslatable : undefined,
  );
  await flushed;
  expect({ written, kept, lost, failed }).toEqual({
    ...{ written: ['a', 'c'], kept: [], lost: ['b'], failed: ['flush of a channel'] },
  });
});

test('while the database is away everything goes back to its watchers', async () => {
  const { written, kept, lost, flushed } = run(['a', 'b', 'c', 'd'], () => shutDown);
  await expect(flushed).rejects.toThrow('refused');
  expect({ written, kept, lost }).toEqual({ written: [], kept: ['a', 'b', 'c', 'd'], lost: [] });
});

test('what is not written yet goes back when the database leaves on the way', async () => {
  const { written, kept, lost, flushed } = run(['a', 'b', 'c', 'd'], (flushes, before) => {
    if (before.length > 0) return shutDown;
    return hasB(flushes) ? untranslatable : undefined;
  });
  await expect(flushed).rejects.toThrow('refused');
  expect({ written, kept, lost }).toEqual({ written: ['a'], kept: ['b', 'c', 'd'], lost: [] });
});
