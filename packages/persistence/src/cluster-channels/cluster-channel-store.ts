/**
 * Channels of other installations that this one plays. They belong to a tenant of their own, so that their counts and
 * conditioned creatives are separate from those of companies.
 */
import {
  type ChannelSettings,
  type ChannelState,
  type ClusterChannel,
  channelStates,
  type ScheduledBreak,
  scheduledBreak,
} from '@interlude/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { notifyChange } from '../changes/change-feed.ts';
import { readSettings, settingsShape } from '../channels/channel-row.ts';
import { openSecrets, sealSecrets } from '../channels/channel-secrets.ts';
import type { Database } from '../database.ts';
import type { ClusterChannelsTable, Schema } from '../schema.ts';
import { type SystemScope, scopeNow } from '../scope.ts';
import { shipToTenant } from '../tenants/ship-to-tenant.ts';

/** Tenant of the channels of other installations. */
const clusterTenantId = 'ssai-cluster';
const clusterTenantNames = ['SSAI cluster', `SSAI cluster (${clusterTenantId})`];

export interface StoredClusterChannel {
  readonly id: string;
  readonly tenantId: string;
  readonly version: number;
  readonly state: ChannelState;
  readonly resetCount: number;
  /** With secrets in plain text. */
  readonly settings: ChannelSettings;
  readonly scheduledBreaks: readonly ScheduledBreak[];
}

export interface ClusterChannelStore {
  /** Stores a channel unless its stored version is newer. @returns the stored channel */
  put(id: string, channel: ClusterChannel): Promise<StoredClusterChannel>;
  find(id: string): Promise<StoredClusterChannel | undefined>;
  /** Removes a channel unless its stored version is newer than `version`. */
  remove(id: string, version: number): Promise<void>;
  listEnabled(): Promise<StoredClusterChannel[]>;
}

type Row = Selectable<ClusterChannelsTable>;

const breaksOf = z.array(scheduledBreak);

function toChannel(row: Row, database: Pick<Database, 'secretKey'>): StoredClusterChannel {
  const place = { key: database.secretKey, tenantId: row.tenant_id, channelId: row.id };
  return {
    id: row.id,
    tenantId: row.tenant_id,
    version: row.version,
    state: channelStates.find((state) => state === row.state) ?? 'disabled',
    resetCount: row.reset_count,
    settings: openSecrets(place, readSettings(row), row.sealed),
    scheduledBreaks: breaksOf.safeParse(row.scheduled_breaks).data ?? [],
  };
}

async function ensureTenant({ db, clock }: SystemScope): Promise<void> {
  const isThere = async () =>
    (await db.selectFrom('tenants').select('id').where('id', '=', clusterTenantId).execute())
      .length > 0;
  if (await isThere()) return;
  for (const name of clusterTenantNames) {
    const row = {
      id: clusterTenantId,
      name,
      tier: 'enterprise',
      created_at: new Date(clock.now()),
    };
    await db
      .insertInto('tenants')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (await isThere()) break;
  }
  await shipToTenant(db, clusterTenantId, clock.now());
}

function publish(db: Kysely<Schema>, id: string, action: 'updated' | 'removed'): Promise<void> {
  return notifyChange(db, { tenant: clusterTenantId, kind: 'channels', id, action });
}

function columns(scope: SystemScope, id: string, channel: ClusterChannel) {
  const place = { key: scope.secretKey, tenantId: clusterTenantId, channelId: id };
  const { settings, sealed } = sealSecrets(place, channel.settings);
  return {
    version: channel.version,
    state: channel.state,
    settings: JSON.stringify(settings),
    shape: settingsShape,
    sealed: JSON.stringify(sealed),
    reset_count: channel.resets,
    scheduled_breaks: JSON.stringify(channel.scheduledBreaks),
    updated_at: scopeNow(scope),
  };
}

async function putChannel(scope: SystemScope, id: string, channel: ClusterChannel): Promise<Row> {
  const { db } = scope;
  await ensureTenant(scope);
  const change = columns(scope, id, channel);
  const written = await db
    .insertInto('cluster_channels')
    .values({ tenant_id: clusterTenantId, id, created_at: scopeNow(scope), ...change })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet(change)
        .where(sql<boolean>`cluster_channels.version < ${channel.version}`),
    )
    .returningAll()
    .executeTakeFirst();
  if (written !== undefined) {
    await publish(db, id, 'updated');
    return written;
  }
  return db
    .selectFrom('cluster_channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Channels that another installation has pushed to this one.
 * @returns a store over the tenant of the cluster
 * @see ADR 0024
 */
export function createClusterChannelStore(database: Database): ClusterChannelStore {
  const { system } = database;
  return {
    put: async (id, channel) =>
      toChannel(await database.transaction((scope) => putChannel(scope, id, channel)), database),
    async find(id) {
      const row = await system
        .selectFrom('cluster_channels')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toChannel(row, database);
    },
    remove: (id, version) =>
      database.transaction(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('cluster_channels')
          .where('id', '=', id)
          .where('version', '<=', version)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await publish(db, id, 'removed');
      }),
    async listEnabled() {
      const rows = await system
        .selectFrom('cluster_channels')
        .selectAll()
        .where('state', '=', 'enabled')
        .execute();
      return rows.map((row) => toChannel(row, database));
    },
  };
}
