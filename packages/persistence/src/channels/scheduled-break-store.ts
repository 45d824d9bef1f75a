/** Breaks that schedulers add. Each change is announced to all processes as a change of its channel. */
import type { ScheduledBreak, ScheduledBreakInput } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import type { Selectable } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import type { ScheduledBreaksTable } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';

export interface ScheduledBreakStore {
  /** By start, ascending; breaks that began more than three hours ago are left out. */
  list(tenantId: string, channelId: string): Promise<ScheduledBreak[]>;
  /**
   * Adds a break, or replaces the one with the same external id.
   * @throws {DomainError} BREAKS_TOO_MANY
   */
  put(tenantId: string, channelId: string, input: ScheduledBreakInput): Promise<ScheduledBreak>;
  /** False when the channel has no such break. */
  cancel(tenantId: string, channelId: string, id: string): Promise<boolean>;
  /** Like `list`, for all channels of all tenants; for the stitcher. */
  listAll(): Promise<ScheduledBreak[]>;
}

const limits = {
  /** Most future breaks of one channel. */
  breaks: 1_000,
  /** Time after its end for which start-over sessions still show a break. */
  keptMs: 2 * 3_600_000,
} as const;

type Row = Selectable<ScheduledBreaksTable>;

function toBreak(row: Row): ScheduledBreak {
  return {
    id: row.id,
    channelId: row.channel_id,
    externalId: row.external_id,
    start: row.start_at.toISOString(),
    duration: row.duration_ms / 1000,
    state: row.state === 'cancelled' ? 'cancelled' : 'scheduled',
    createdAt: row.created_at.toISOString(),
  };
}

/** Earliest start that is kept: a break is an hour long at most. */
function oldest(now: Date): Date {
  return new Date(now.getTime() - limits.keptMs - 3_600_000);
}

async function publish({ db, tenantId }: TenantScope, channelId: string): Promise<void> {
  await notifyChange(db, { tenant: tenantId, kind: 'channels', id: channelId, action: 'updated' });
}

/** @param externalId of the break that is put: where the channel has it already it is changed, and adds none */
async function checkCount(
  { db }: TenantScope,
  channelId: string,
  externalId: string,
  now: Date,
): Promise<void> {
  const { count } = await db
    .selectFrom('scheduled_breaks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channel_id', '=', channelId)
    .where('start_at', '>', now)
    .where(({ eb, or }) => or([eb('external_id', '=', ''), eb('external_id', '<>', externalId)]))
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.breaks)
    throw domainError('BREAKS_TOO_MANY', { limit: limits.breaks });
}

async function putBreak(
  scope: TenantScope,
  channelId: string,
  { start, duration, externalId }: ScheduledBreakInput,
): Promise<ScheduledBreak> {
  const now = scopeNow(scope);
  const { db } = scope;
  await db
    .deleteFrom('scheduled_breaks')
    .where('channel_id', '=', channelId)
    .where('start_at', '<', oldest(now))
    .execute();
  await checkCount(scope, channelId, externalId, now);
  const times = {
    start_at: new Date(start),
    duration_ms: Math.round(duration * 1000),
    state: 'scheduled',
  };
  const row = await db
    .insertInto('scheduled_breaks')
    .values({
      ...times,
      id: newId(now.getTime()),
      channel_id: channelId,
      external_id: externalId,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'channel_id', 'external_id'])
        .where('external_id', '<>', '')
        .doUpdateSet(times),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, channelId);
  return toBreak(row);
}

/**
 * Breaks that a scheduler adds to a channel.
 * @returns a store; it rejects with BREAKS_TOO_MANY beyond the limit of a channel
 */
export function createScheduledBreakStore(database: Database): ScheduledBreakStore {
  const now = () => new Date(database.clock.now());
  return {
    list: (tenantId, channelId) =>
      database.forTenant(tenantId, async (scope) => {
        const rows = await scope.db
          .selectFrom('scheduled_breaks')
          .selectAll()
          .where('channel_id', '=', channelId)
          .where('start_at', '>', oldest(scopeNow(scope)))
          .orderBy('start_at')
          .orderBy('id')
          .execute();
        return rows.map(toBreak);
      }),
    put: (tenantId, channelId, input) =>
      database.forTenant(tenantId, (scope) => putBreak(scope, channelId, input)),
    cancel: (tenantId, channelId, id) =>
      database.forTenant(tenantId, async (scope) => {
        const { numUpdatedRows } = await scope.db
          .updateTable('scheduled_breaks')
          .set({ state: 'cancelled' })
          .where('channel_id', '=', channelId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await publish(scope, channelId);
        return numUpdatedRows > 0n;
      }),
    listAll: async () => {
      const rows = await database.system
        .selectFrom('scheduled_breaks')
        .selectAll()
        .where('start_at', '>', oldest(now()))
        .orderBy('start_at')
        .execute();
      return rows.map(toBreak);
    },
  };
}
