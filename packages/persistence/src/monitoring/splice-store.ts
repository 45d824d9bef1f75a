/** Reads what the monitor saw and heard at splices, for the API and for evidence packs. */
import {
  type MonitoringSplice,
  type MonitoringSplices,
  type SpliceSideName,
  spliceHours,
} from '@interlude/contract';
import type { Database } from '../database.ts';
import type { TenantScope } from '../scope.ts';
import { toSplice } from './splice-rows.ts';

export interface SpliceQuestion {
  /** Epoch ms on the source clock; left out = all splices that are kept. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly breakId?: string | undefined;
  /** Most splices; the newest are returned. */
  readonly limit: number;
}

/** A splice with its pictures, JPEG. */
export interface SpliceWithPictures extends MonitoringSplice {
  readonly pictures: Readonly<Record<SpliceSideName, Buffer | undefined>>;
}

export interface SpliceStore {
  list(tenantId: string, channelId: string, question: SpliceQuestion): Promise<MonitoringSplices>;
  /** Undefined when the splice or the picture is not kept. */
  picture(
    tenantId: string,
    channelId: string,
    id: string,
    side: SpliceSideName,
  ): Promise<Buffer | undefined>;
  /** For evidence packs; oldest first. */
  withPictures(
    tenantId: string,
    channelId: string,
    question: SpliceQuestion,
  ): Promise<SpliceWithPictures[]>;
}

const columns = ['id', 'at', 'looked_at', 'break_id', 'body'] as const;

/**
 * Splices of one company at a time.
 * @returns a store; splices that were removed are not found
 * @see rule SEC-S4; ADR 0053
 */
export function createSpliceStore(database: Database): SpliceStore {
  const chosen = (
    { db, clock }: TenantScope,
    channelId: string,
    { fromMs = 0, toMs, breakId, limit }: SpliceQuestion,
  ) => {
    const since = new Date(clock.now() - spliceHours * 3_600_000);
    return db
      .selectFrom('monitoring_splices')
      .where('channel_id', '=', channelId)
      .where('looked_at', '>=', since)
      .where('at', '>=', new Date(fromMs))
      .$if(toMs !== undefined, (query) => query.where('at', '<=', new Date(toMs ?? 0)))
      .$if(breakId !== undefined, (query) => query.where('break_id', '=', breakId ?? ''))
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(limit);
  };
  return {
    list: (tenantId, channelId, question) =>
      database.forTenant(tenantId, async (scope) => {
        const rows = await chosen(scope, channelId, question).select(columns).execute();
        const since = new Date(scope.clock.now() - spliceHours * 3_600_000);
        const counts = await scope.db
          .selectFrom('monitoring_splices')
          .select(({ fn }) => ['is_read', fn.countAll<string>().as('count')])
          .where('channel_id', '=', channelId)
          .where('looked_at', '>=', since)
          .groupBy('is_read')
          .execute();
        const countOf = (isRead: boolean) =>
          Number(counts.find((row) => row.is_read === isRead)?.count ?? 0);
        const values = rows.map(toSplice).toReversed();
        return { values, read: countOf(true), skipped: countOf(false) };
      }),
    picture: (tenantId, channelId, id, side) =>
      database.forTenant(tenantId, async ({ db, clock }) => {
        const row = await db
          .selectFrom('monitoring_splices')
          .select(side === 'before' ? 'before_picture as picture' : 'after_picture as picture')
          .where('channel_id', '=', channelId)
          .where('id', '=', id)
          .where('looked_at', '>=', new Date(clock.now() - spliceHours * 3_600_000))
          .executeTakeFirst();
        return row?.picture ?? undefined;
      }),
    withPictures: (tenantId, channelId, question) =>
      database.forTenant(tenantId, async (scope) => {
        const rows = await chosen(scope, channelId, question)
          .select([...columns, 'before_picture', 'after_picture'])
          .execute();
        return rows.toReversed().map((row) => ({
          ...toSplice(row),
          pictures: {
            before: row.before_picture ?? undefined,
            after: row.after_picture ?? undefined,
          },
        }));
      }),
  };
}
