/** The enabled channels out of the database, with its change feed. */
import type { ChannelSettings, Tenant } from '@interlude/contract';
import {
  createChannelStore,
  type Database,
  readTenantTiers,
  type StoredChannel,
  watchChanges,
} from '@interlude/persistence';
import type { ChannelEntry, ChannelFeed } from './channel-entry.ts';

function toEntry(stored: StoredChannel, tier: Tenant['tier']): ChannelEntry {
  const settings: ChannelSettings = stored;
  return {
    id: stored.id,
    tenantId: stored.tenantId,
    tier,
    settings,
    revision: stored.updatedAt,
    resets: stored.resetCount,
  };
}

export function createDatabaseFeed(database: Database): ChannelFeed {
  const store = createChannelStore(database);
  return {
    async listEnabled() {
      const [channels, tiers] = await Promise.all([
        store.listAllEnabled(),
        readTenantTiers(database),
      ]);
      return channels.map((stored) => toEntry(stored, tiers.get(stored.tenantId) ?? 'trial'));
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
