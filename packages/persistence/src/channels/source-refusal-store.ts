/** Sources that stitchers refuse because they exceed a budget: written by stitchers, shown to operators (SEC-S55). */
import type { SourceRefusal } from '@interlude/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { scopeNow } from '../scope.ts';

/** Refusal of a channel's source by a stitcher. */
export interface RefusedSource {
  readonly tenantId: string;
  readonly channelId: string;
  readonly address: string;
  readonly message: string;
  /** Epoch ms. */
  readonly sinceMs: number;
  /** Epoch ms; undefined: until a stitcher reads the source. */
  readonly expiresMs: number | undefined;
}

export interface SourceRefusalStore {
  /** Stores a refusal; ignored for a channel that this installation does not have. */
  refuse(refused: RefusedSource): Promise<void>;
  /** Removes the refusal, because the source was read. */
  clear(tenantId: string, channelId: string): Promise<void>;
  /** Refusals of a company, newest first. */
  list(tenantId: string): Promise<SourceRefusal[]>;
}

/**
 * The last refusal of each channel, by any stitcher.
 * @returns a store
 * @see ADR 0029
 */
export function createSourceRefusalStore(database: Database): SourceRefusalStore {
  return {
    refuse: ({ tenantId, channelId, address, message, sinceMs, expiresMs }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const expiresAt = expiresMs === undefined ? null : new Date(expiresMs);
        await sql`
          insert into source_refusals (channel_id, address, message, since, expires_at)
          select id, ${address}, ${message}, ${new Date(sinceMs)}::timestamptz, ${expiresAt}::timestamptz
          from channels where id = ${channelId}
          on conflict (tenant_id, channel_id) do update
            set address = excluded.address, message = excluded.message, since = excluded.since,
              expires_at = excluded.expires_at`.execute(db);
      }),
    clear: (tenantId, channelId) =>
      database.forTenant(tenantId, async ({ db }) => {
        await db.deleteFrom('source_refusals').where('channel_id', '=', channelId).execute();
      }),
    list: (tenantId) =>
      database.forTenant(tenantId, async (scope) => {
        const rows = await scope.db
          .selectFrom('source_refusals')
          .select(['channel_id', 'address', 'message', 'since'])
          .where((each) =>
            each.or([each('expires_at', 'is', null), each('expires_at', '>', scopeNow(scope))]),
          )
          .orderBy('since', 'desc')
          .orderBy('channel_id')
          .execute();
        return rows.map(({ channel_id: channelId, since, ...row }) => ({
          ...row,
          channelId,
          since: since.toISOString(),
        }));
      }),
  };
}
