/** Writes the data of the watchers, many channels in one transaction. */
import { isRefusedForGood, type MonitoringWriter } from '@interlude/persistence';
import type { MonitorEvents } from '../monitor-events.ts';
import type { ChannelWatcher, TakenFlush } from '../watcher/channel-watcher.ts';

export interface FlushOptions {
  readonly writer: Pick<MonitoringWriter, 'flush'>;
  readonly monitor: string;
  readonly events: Pick<MonitorEvents, 'flushed' | 'taskFailed'>;
}

/** Channels of one transaction. */
const channelsAtOnce = 100;

async function writeAll(options: FlushOptions, taken: readonly TakenFlush[]): Promise<void> {
  const { writer, monitor, events } = options;
  try {
    await writer.flush(
      monitor,
      taken.map(({ flush }) => flush),
    );
  } catch (error) {
    const [one] = taken;
    if (!isRefusedForGood(error) || one === undefined) {
      // The database is away: it is written later.
      for (const each of taken) each.giveBack();
      throw error;
    }
    if (taken.length === 1) {
      // A refused flush of one channel must not block the others, and would be refused again.
      one.lose();
      events.taskFailed('flush of a channel', error);
      return;
    }
    await writeEach(options, taken);
  }
}

/** One by one, until the database is away. */
async function writeEach(options: FlushOptions, taken: readonly TakenFlush[]): Promise<void> {
  for (const [index, one] of taken.entries()) {
    try {
      await writeAll(options, [one]);
    } catch (error) {
      for (const each of taken.slice(index + 1)) each.giveBack();
      throw error;
    }
  }
}

/** @throws the error of the writer while the database is away; the watchers then have their data again */
export async function flushWatchers(
  options: FlushOptions,
  watchers: readonly ChannelWatcher[],
): Promise<void> {
  for (let from = 0; from < watchers.length; from += channelsAtOnce) {
    const some = watchers.slice(from, from + channelsAtOnce);
    try {
      await writeAll(
        options,
        some.map((watcher) => watcher.take()),
      );
    } finally {
      for (const watcher of some) options.events.flushed(watcher);
    }
  }
}
