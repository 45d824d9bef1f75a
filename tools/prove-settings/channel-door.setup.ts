/**
 * For every test file of a proof: sets one setting to its default where a channel enters the stitcher
 * (ChannelDirectory) and where the control plane and the worker read one (toStoredChannel). Product code has no hook
 * for it: vitest replaces the modules.
 */
import { inject, vi } from 'vitest';
import { withDefaultAt } from './with-default.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the setting that gets its default; empty: none. */
    settingAtDefault: string;
  }
}

const path = inject('settingAtDefault');

vi.mock(import('../../apps/stitcher/src/channels/channel-directory.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    ChannelDirectory: class extends actual.ChannelDirectory {
      constructor(options: ConstructorParameters<typeof actual.ChannelDirectory>[0]) {
        const { repository } = options;
        type Entry = Awaited<ReturnType<typeof repository.listEnabled>>[number];
        const atDefault = (entry: Entry): Entry => ({
          ...entry,
          settings: withDefaultAt(entry.settings, path),
        });
        const read: typeof repository = {
          ...repository,
          listEnabled: async () => (await repository.listEnabled()).map(atDefault),
          findEnabled: async (changed) => {
            const found = await repository.findEnabled(changed);
            return found && atDefault(found);
          },
        };
        super({ ...options, repository: read });
      }
    },
  };
});

vi.mock(import('../../packages/persistence/src/channels/channel-row.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    toStoredChannel: (...row: Parameters<typeof actual.toStoredChannel>) =>
      withDefaultAt(actual.toStoredChannel(...row), path),
  };
});

/** Channels of tests that give one to a part of the stitcher instead of to the whole. */
vi.mock(import('../../apps/stitcher/src/testing/start-stitcher.suite.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    channelEntry: (...of: Parameters<typeof actual.channelEntry>) => {
      const entry = actual.channelEntry(...of);
      return { ...entry, settings: withDefaultAt(entry.settings, path) };
    },
  };
});

/** Channels of tests that give one to a watcher of the monitor. */
vi.mock(import('../../apps/monitor/src/watcher/channel-watcher.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    ChannelWatcher: class extends actual.ChannelWatcher {
      constructor(options: ConstructorParameters<typeof actual.ChannelWatcher>[0]) {
        super({ ...options, channel: withDefaultAt(options.channel, path) });
      }
    },
  };
});
