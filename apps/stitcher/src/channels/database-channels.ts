/** The enabled channels out of the database, with its change feed: those of this installation and, told by others, theirs. */
import {
  type ChannelSettings,
  type ScheduledBreak,
  type Tenant,
  withClusterBeacons,
} from '@interlude/contract';
import {
  createChannelStore,
  createClusterChannelStore,
  createClusterStore,
  createScheduledBreakStore,
  type Database,
  readTenantTiers,
  watchChanges,
} from '@interlude/persistence';
import type { ChannelEntry, ChannelRepository } from './channel-entry.ts';

type Tiers = ReadonlyMap<string, Tenant['tier']>;

function createReadOwn(database: Database): (tiers: Tiers) => Promise<ChannelEntry[]> {
  const store = createChannelStore(database);
  const scheduled = createScheduledBreakStore(database);
  const clusterStore = createClusterStore(database);
  return async (tiers) => {
    const [channels, breaks, clusters] = await Promise.all([
      store.listAllEnabled(),
      scheduled.listAll(),
      clusterStore.listAll(),
    ]);
    const byChannel: ReadonlyMap<string, readonly ScheduledBreak[]> = Map.groupBy(
      breaks,
      ({ channelId }) => channelId,
    );
    return channels.flatMap((stored) => {
      const cluster = clusters.find(
        ({ id, tenantId }) => id === stored.systemId && tenantId === stored.tenantId,
      );
      if (cluster !== undefined && cluster.baseUrl !== '') return []; // another installation plays it
      const settings: ChannelSettings = stored;
      return {
        id: stored.id,
        tenantId: stored.tenantId,
        tier: tiers.get(stored.tenantId) ?? 'trial',
        settings: withClusterBeacons(settings, cluster?.beaconsBaseUrl ?? ''),
        revision: stored.updatedAt,
        resets: stored.resetCount,
        scheduledBreaks: stored.schedulerExternalId === '' ? [] : (byChannel.get(stored.id) ?? []),
      };
    });
  };
}

function createReadTold(database: Database): (tiers: Tiers) => Promise<ChannelEntry[]> {
  const store = createClusterChannelStore(database);
  return async (tiers) =>
    (await store.listEnabled()).map(({ id, tenantId, settings, ...told }) => ({
      id,
      tenantId,
      tier: tiers.get(tenantId) ?? 'trial',
      settings,
      revision: String(told.version),
      resets: told.resetCount,
      scheduledBreaks: settings.schedulerExternalId === '' ? [] : told.scheduledBreaks,
    }));
}

export function createDatabaseChannels(database: Database): ChannelRepository {
  const readOwn = createReadOwn(database);
  const readTold = createReadTold(database);
  return {
    async listEnabled() {
      const tiers = await readTenantTiers(database);
      const [own, told] = await Promise.all([readOwn(tiers), readTold(tiers)]);
      // The last of an id counts: nobody else may take a channel from this installation.
      return [...told, ...own];
    },
    watch: (onChange) =>
      watchChanges(
        database,
        ({ kind }) => {
          if (kind === 'channels' || kind === 'systems') {
            onChange();
          }
        },
        onChange,
      ),
  };
}
