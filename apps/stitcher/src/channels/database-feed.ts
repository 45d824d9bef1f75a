/** The enabled channels out of the database, with its change feed. */
import type { ChannelSettings, ScheduledBreak, Tenant } from '@interlude/contract';
import {
  createChannelStore,
  createScheduledBreakStore,
  type Database,
  readTenantTiers,
  type StoredChannel,
  watchChanges,
} from '@interlude/persistence';
import type { ChannelEntry, ChannelFeed } from './channel-entry.ts';

function toEntry(
  stored: StoredChannel,
  tier: Tenant['tier'],
  breaks: readonly ScheduledBreak[],
): ChannelEntry {
  const settings: ChannelSettings = stored;
  return {
    id: stored.id,
    tenantId: stored.tenantId,
    tier,
    settings,
    revision: stored.updatedAt,
    resets: stored.resetCount,
    scheduledBreaks: stored.schedulerExternalId === '' ? [] : breaks,
  };
}

export function createDatabaseFeed(database: Database): ChannelFeed {
  const store = createChannelStore(database);
  const scheduled = createScheduledBreakStore(database);
  return {
    async listEnabled() {
      const [channels, tiers, breaks] = await Promise.all([
        store.listAllEnabled(),
        readTenantTiers(database),
        scheduled.listAll(),
      ]);
      const byChannel = Map.groupBy(breaks, ({ channelId }) => channelId);
      return channels.map((stored) =>
        toEntry(stored, tiers.get(stored.tenantId) ?? 'trial', byChannel.get(stored.id) ?? []),
      );
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
