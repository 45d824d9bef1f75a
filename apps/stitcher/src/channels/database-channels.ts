/**
 * The enabled channels in the database, with its change feed: those of this installation, and those that other
 * installations have this SSAI cluster play.
 */
import { type ScheduledBreak, type Tenant, withClusterBeacons } from '@interlude/contract';
import {
  type Cluster,
  createChannelStore,
  createClusterChannelStore,
  createClusterStore,
  createScheduledBreakStore,
  type Database,
  readSessionKeys,
  readTenantTier,
  readTenantTiers,
  type StoredChannel,
  type StoredClusterChannel,
  watchChanges,
} from '@interlude/persistence';
import type { ChannelEntry, ChannelRepository } from './channel-entry.ts';

/** The entry of a channel of this installation; undefined when another SSAI cluster plays it. */
function ownEntry(
  stored: StoredChannel,
  cluster: Cluster | undefined,
  breaks: readonly ScheduledBreak[],
  tier: Tenant['tier'],
): ChannelEntry | undefined {
  const isElsewhere = cluster !== undefined && cluster.baseUrl !== '';
  return isElsewhere
    ? undefined
    : {
        id: stored.id,
        tenantId: stored.tenantId,
        tier,
        settings: withClusterBeacons(stored, cluster?.beaconsBaseUrl ?? ''),
        revision: stored.updatedAt,
        resets: stored.resetCount,
        scheduledBreaks: breaks,
      };
}

function remoteEntry(
  { id, tenantId, settings, ...stored }: StoredClusterChannel,
  tier: Tenant['tier'],
): ChannelEntry {
  return {
    id,
    tenantId,
    tier,
    settings,
    revision: String(stored.version),
    resets: stored.resetCount,
    scheduledBreaks: stored.scheduledBreaks,
  };
}

export function createDatabaseChannels(database: Database): ChannelRepository {
  const channels = createChannelStore(database);
  const scheduledBreaks = createScheduledBreakStore(database);
  const clusters = createClusterStore(database);
  const clusterChannels = createClusterChannelStore(database);

  async function listOwn(tiers: ReadonlyMap<string, Tenant['tier']>): Promise<ChannelEntry[]> {
    const [stored, breaks, known, keys] = await Promise.all([
      channels.listAllEnabled(),
      scheduledBreaks.listAll(),
      clusters.listAll(),
      readSessionKeys(database),
    ]);
    const byChannel = Map.groupBy(breaks, ({ channelId }) => channelId);
    return stored.flatMap((channel) => {
      const { id, tenantId, systemId } = channel;
      const cluster = known.find((one) => one.id === systemId && one.tenantId === tenantId);
      const tier = tiers.get(tenantId) ?? 'trial';
      const entry = ownEntry(channel, cluster, byChannel.get(id) ?? [], tier);
      return entry === undefined ? [] : { ...entry, sessionKeys: keys.get(tenantId) };
    });
  }

  async function findOwn(stored: StoredChannel): Promise<ChannelEntry | undefined> {
    const { id, tenantId, systemId } = stored;
    const [cluster, breaks, tier, keys] = await Promise.all([
      systemId === '' ? undefined : clusters.find(tenantId, systemId),
      scheduledBreaks.list(tenantId, id),
      readTenantTier(database, tenantId),
      readSessionKeys(database, tenantId),
    ]);
    const entry = ownEntry(stored, cluster, breaks, tier);
    return entry && { ...entry, sessionKeys: keys.get(tenantId) };
  }

  return {
    async listEnabled() {
      const tiers = await readTenantTiers(database);
      const [own, remote] = await Promise.all([listOwn(tiers), clusterChannels.listEnabled()]);
      // The last entry of an id counts: no other installation may take a channel from this one.
      return [
        ...remote.map((stored) => remoteEntry(stored, tiers.get(stored.tenantId) ?? 'trial')),
        ...own,
      ];
    },
    async findEnabled({ tenantId, id }) {
      const own = await channels.findEnabled(tenantId, id);
      const entry = own && (await findOwn(own));
      if (entry) {
        return entry;
      }
      const remote = await clusterChannels.find(id);
      return remote?.state === 'enabled'
        ? remoteEntry(remote, await readTenantTier(database, remote.tenantId))
        : undefined;
    },
    watch: (onChange) =>
      watchChanges(
        database,
        ({ kind, tenant: tenantId, id }) => {
          if (kind === 'channels') {
            onChange({ tenantId, id });
          } else if (kind === 'systems' || kind === 'api-keys' || kind === 'tenants') {
            // channels may move to another cluster, or back; a key may start sessions of all, or no more; another tier
            onChange();
          }
        },
        () => onChange(),
      ),
  };
}
