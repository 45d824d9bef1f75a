/** The latest snapshot of each live source: its window, breaks and counts. Used by stitchers only. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SourceSnapshotKey {
  readonly tenantId: string;
  readonly channelId: string;
}

export interface SourceSnapshot extends SourceSnapshotKey {
  /** Sealed by the stitcher. */
  readonly snapshot: Buffer;
}

export interface SourceSnapshotStore {
  /** Stores a snapshot in place of the channel's earlier one. */
  put(snapshot: SourceSnapshot): Promise<void>;
  /** @param mostAgeMs milliseconds; an older snapshot is not returned */
  find(of: SourceSnapshotKey, mostAgeMs: number): Promise<Buffer | undefined>;
  /** Removes snapshots taken before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

/**
 * Snapshots of live sources, by channel. Ages are by the database's clock.
 * @see ADR 0063
 */
export function createSourceSnapshotStore({ system }: Database): SourceSnapshotStore {
  return {
    async put({ tenantId, channelId, snapshot }) {
      await sql`
        insert into source_snapshots (tenant_id, channel_id, snapshot)
        values (${tenantId}, ${channelId}, ${snapshot})
        on conflict (tenant_id, channel_id) do update
        set snapshot = excluded.snapshot, taken_at = now()`.execute(system);
    },
    async find({ tenantId, channelId }, mostAgeMs) {
      const { rows } = await sql<{ snapshot: Buffer }>`
        select snapshot from source_snapshots
        where tenant_id = ${tenantId} and channel_id = ${channelId}
          and taken_at > now() - make_interval(secs => ${mostAgeMs / 1_000})
      `.execute(system);
      return rows[0]?.snapshot;
    },
    async purge(beforeMs) {
      const { numDeletedRows } = await system
        .deleteFrom('source_snapshots')
        .where('taken_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
