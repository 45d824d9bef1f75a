/** The enabled channels out of the database, with its change feed. */
import type { ChannelSettings } from '@interlude/contract';
import {
  createChannelStore,
  type Database,
  type StoredChannel,
  watchChanges,
} from '@interlude/persistence';
import type { ChannelEntry, ChannelFeed } from './channel-entry.ts';

function toEntry(stored: StoredChannel): ChannelEntry {
  const settings: ChannelSettings = stored;
  return {
    id: stored.id,
    tenantId: stored.tenantId,
    settings,
    revision: stored.updatedAt,
    resets: stored.resetCount,
  };
}

export function createDatabaseFeed(database: Database): ChannelFeed {
  const store = createChannelStore(database);
  return {
    async listEnabled() {
      return (await store.listAllEnabled()).map(toEntry);
    },
    watch: (onChange) =>
      watchChanges(
        database,
        ({ kind }) => {
          if (kind === 'channels') {
            onChange();
          }
        },
        onChange,
      ),
  };
}
