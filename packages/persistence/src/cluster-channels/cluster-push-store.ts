/**
 * What is still to be told to SSAI clusters. Triggers of the database write the rows (migration 0010), in the
 * transaction of the change; here they are claimed, one teller a row, and finished.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { notifySubscribers } from '../notifications/notify-subscribers.ts';
import type { ClusterPushesTable, Schema } from '../schema.ts';

/** Longer than telling can take: the next teller may begin only then. */
const claimMs = 60_000;

export interface ClusterPush {
  readonly tenantId: string;
  readonly channelId: string;
  readonly systemId: string;
  readonly version: number;
  /** False: the channel is to be taken from the cluster. */
  readonly wanted: boolean;
  /** In a row, before this one. */
  readonly failures: number;
}

export type ClusterPushOutcome =
  /** Told; it is told again at `againAtMs` so that a cluster that has lost its channels gets them back. */
  | { readonly kind: 'told'; readonly againAtMs: number }
  | {
      readonly kind: 'failed';
      readonly errorCode: string;
      /** For who has subscribed; told at the first failure in a row. */
      readonly notice: string;
      readonly againAtMs: number;
    }
  /** There is nothing to tell: the cluster is this installation, or no system any more. */
  | { readonly kind: 'dropped' };

export interface ClusterPushStore {
  /**
   * Those that are due, claimed for the caller.
   * @param olderThanMs fresher changes are left to who made them
   */
  claimDue(limit: number, olderThanMs?: number): Promise<ClusterPush[]>;
  /** Those of one channel, due or not, claimed for the caller; none that somebody else tells just now. */
  claimChannel(tenantId: string, channelId: string): Promise<ClusterPush[]>;
  /** Somebody tells something of the channel just now. */
  isClaimed(tenantId: string, channelId: string): Promise<boolean>;
  /**
   * Ends the claim.
   * @param notice content of a notification that the channel is in its cluster again, after failures
   * @returns false when the channel was changed meanwhile, so that it has to be told again
   */
  finish(push: ClusterPush, outcome: ClusterPushOutcome, notice: string): Promise<boolean>;
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

/** The row of a push, when it still is what was told. */
async function closeRow(
  db: Kysely<Schema>,
  push: ClusterPush,
  outcome: ClusterPushOutcome,
): Promise<boolean> {
  const { tenantId, channelId, systemId, version, wanted } = push;
  const isOver = outcome.kind === 'dropped' || (outcome.kind === 'told' && !wanted);
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
 * Channels that an SSAI cluster still has to hear of.
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
          const content = isFailure ? outcome.notice : notice;
          const { tenantId } = push;
          const topic = 'asset.channels.synchronisation';
          await notifySubscribers(db, { tenantId, topic, content }, clock.now());
        }
        return isCurrent;
      }),
  };
}
