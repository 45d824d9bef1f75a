/**
 * Pending pushes of channels to SSAI clusters. Database triggers write the rows (migration 0010) in the transaction of
 * the change; this store claims them, one process per row, and finishes them.
 */
import type { SaidSentence } from '@interlude/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { emitNotification } from '../notifications/emit-notification.ts';
import type { ClusterPushesTable, Schema } from '../schema.ts';

/** Milliseconds for which a claimed row is not given to another process; longer than a push can take. */
const claimMs = 60_000;

export interface ClusterPush {
  readonly tenantId: string;
  readonly channelId: string;
  readonly systemId: string;
  readonly version: number;
  /** False: remove the channel from the cluster. */
  readonly wanted: boolean;
  /** Consecutive failures before this attempt. */
  readonly failures: number;
}

export type ClusterPushOutcome =
  /** The cluster accepted it; the push is repeated at `againAtMs` to restore a cluster that has lost its channels. */
  | { readonly kind: 'accepted'; readonly againAtMs: number }
  | {
      readonly kind: 'failed';
      readonly errorCode: string;
      /** Content of the notification to subscribers; sent at the first of consecutive failures. */
      readonly notice: SaidSentence;
      readonly againAtMs: number;
    }
  /** No push is needed: the cluster is this installation, or its system is deleted. */
  | { readonly kind: 'dropped' };

export interface ClusterPushStore {
  /**
   * @returns pushes that are due, claimed for the caller
   * @param olderThanMs newer changes are left to the process that made them
   */
  claimDue(limit: number, olderThanMs?: number): Promise<ClusterPush[]>;
  /** Pushes of one channel, due or not, claimed for the caller; without those that another process has claimed. */
  claimChannel(tenantId: string, channelId: string): Promise<ClusterPush[]>;
  /** Whether a process is pushing the channel now. */
  isClaimed(tenantId: string, channelId: string): Promise<boolean>;
  /**
   * Ends the claim.
   * @param notice content of a notification that the channel is in its cluster again, after failures
   * @returns false when the channel was changed meanwhile, so that it must be pushed again
   */
  finish(push: ClusterPush, outcome: ClusterPushOutcome, notice: SaidSentence): Promise<boolean>;
}

function toPush(row: Selectable<ClusterPushesTable>): ClusterPush {
  return {
    tenantId: row.tenant_id,
    channelId: row.channel_id,
    systemId: row.system_id,
    version: row.version,
    wanted: row.wanted,
    failures: row.failures,
  };
}

const never = new Date(0);

/** Updates the row of a push; true when the channel has not changed since the push was claimed. */
async function closeRow(
  db: Kysely<Schema>,
  push: ClusterPush,
  outcome: ClusterPushOutcome,
): Promise<boolean> {
  const { tenantId, channelId, systemId, version, wanted } = push;
  const isOver = outcome.kind === 'dropped' || (outcome.kind === 'accepted' && !wanted);
  if (isOver) {
    const { numDeletedRows } = await db
      .deleteFrom('cluster_pushes')
      .where('tenant_id', '=', tenantId)
      .where('channel_id', '=', channelId)
      .where('system_id', '=', systemId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return true;
  }
  const isFailure = outcome.kind === 'failed';
  const dueAt = outcome.kind === 'dropped' ? never : new Date(outcome.againAtMs);
  const row = await db
    .updateTable('cluster_pushes')
    .set({
      claimed_until: never,
      failures: isFailure ? push.failures + 1 : 0,
      error_code: isFailure ? outcome.errorCode : '',
      due_at: sql<Date>`case when version = ${version} then ${dueAt}::timestamptz else due_at end`,
    })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('system_id', '=', systemId)
    .returning('version')
    .executeTakeFirst();
  return row === undefined || row.version === version;
}

/**
 * Pending pushes of channels to SSAI clusters.
 * @returns a store in which one process claims a push at a time
 * @see ADR 0024
 */
export function createClusterPushStore(database: Database): ClusterPushStore {
  const { clock } = database;

  async function claim(where: ReturnType<typeof sql<boolean>>, limit: number) {
    const until = new Date(clock.now() + claimMs);
    const rows = await database.system
      .updateTable('cluster_pushes')
      .set({ claimed_until: until })
      .where(
        sql<boolean>`(tenant_id, channel_id, system_id) in (
          select tenant_id, channel_id, system_id from cluster_pushes
          where ${where} and claimed_until <= ${new Date(clock.now())}
          order by due_at limit ${limit} for update skip locked)`,
      )
      .returningAll()
      .execute();
    return rows.map(toPush);
  }

  return {
    claimDue: (limit, olderThanMs = 0) =>
      claim(
        sql<boolean>`due_at <= ${new Date(clock.now())}
          and version <= extract(epoch from clock_timestamp()) * 1000 - ${olderThanMs}`,
        limit,
      ),
    claimChannel: (tenantId, channelId) =>
      claim(sql<boolean>`tenant_id = ${tenantId} and channel_id = ${channelId}`, 10),
    isClaimed: async (tenantId, channelId) => {
      const rows = await database.system
        .selectFrom('cluster_pushes')
        .select('system_id')
        .where('tenant_id', '=', tenantId)
        .where('channel_id', '=', channelId)
        .where('claimed_until', '>', new Date(clock.now()))
        .execute();
      return rows.length > 0;
    },
    finish: (push, outcome, notice) =>
      database.transaction(async ({ db }) => {
        const isCurrent = await closeRow(db, push, outcome);
        const isFailure = outcome.kind === 'failed';
        const isNews = outcome.kind !== 'dropped' && isFailure === (push.failures === 0);
        if (isNews) {
          const said = isFailure ? outcome.notice : notice;
          const { tenantId, channelId } = push;
          const topic = 'asset.channels.synchronisation';
          const path = `/app/ad-insertion/channels/${channelId}`;
          const about = { channelId };
          await emitNotification(db, { ...said, tenantId, topic, path, about }, clock.now());
        }
        return isCurrent;
      }),
  };
}
