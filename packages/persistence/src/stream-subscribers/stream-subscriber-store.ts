/** Stream subscribers, with their keys as SHA-256, and the current viewers of a company's channels. */
import { createHash } from 'node:crypto';
import type { StreamSubscriber } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { scopeNow } from '../scope.ts';

/** Seconds without a report after which a stitcher's viewers are not counted: three reports. */
const staleAfterSeconds = 15;

export interface LiveChannel {
  readonly id: string;
  readonly name: string;
  readonly viewers: number;
}

export interface StreamSubscriberStore {
  list(tenantId: string): Promise<StreamSubscriber[]>;
  /** Undefined when the company has `most` subscribers. */
  create(
    tenantId: string,
    input: { readonly name: string; readonly key: string },
    most: number,
  ): Promise<StreamSubscriber | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** The subscriber with this key. */
  find(key: string): Promise<{ readonly tenantId: string; readonly id: string } | undefined>;
  /** Enabled live channels with their current viewers. */
  liveChannels(tenantId: string): Promise<LiveChannel[]>;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

const toSubscriber = (row: { id: string; name: string; created_at: Date }): StreamSubscriber => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
});

/**
 * Subscribers of concurrent streams.
 * @see rule SEC-S102; ADR 0037
 */
export function createStreamSubscriberStore(database: Database): StreamSubscriberStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('stream_subscribers')
          .select(['id', 'name', 'created_at'])
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        return rows.map(toSubscriber);
      }),
    create: (tenantId, { name, key }, most) =>
      database.forTenant(tenantId, async (scope) => {
        const { db, clock } = scope;
        const id = newId(clock.now());
        const created_at = scopeNow(scope);
        const { numAffectedRows } = await sql`
          insert into stream_subscribers (id, name, key_hash, created_at)
          select ${id}, ${name}, ${hashOf(key)}, ${created_at}
          where (select count(*) from stream_subscribers) < ${most}`.execute(db);
        return numAffectedRows === 1n ? toSubscriber({ id, name, created_at }) : undefined;
      }),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const result = await db
          .deleteFrom('stream_subscribers')
          .where('id', '=', id)
          .executeTakeFirst();
        return result.numDeletedRows > 0n;
      }),
    find: async (key) => {
      const row = await database.system
        .selectFrom('stream_subscribers')
        .select(['tenant_id', 'id'])
        .where('key_hash', '=', hashOf(key))
        .executeTakeFirst();
      return row && { tenantId: row.tenant_id, id: row.id };
    },
    liveChannels: async (tenantId) => {
      // Reports of stitchers span companies: they are read across tenants, for the channels of one company.
      const { rows } = await sql<LiveChannel>`
        select c.id, c.name, coalesce(sum((s.watching ->> c.id)::integer), 0)::integer as viewers
        from channels c left join stitcher_sessions s
          on s.seen_at > now() - make_interval(secs => ${staleAfterSeconds})
        where c.tenant_id = ${tenantId} and c.state = 'enabled' and c.type like '%-live'
        group by c.id, c.name order by c.name, c.id`.execute(database.system);
      return rows;
    },
  };
}
