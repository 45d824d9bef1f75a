/** Versions of channels, read from the audit log, which keeps the row before and after each change. */
import {
  type ChannelSettings,
  type ChannelVersion,
  channelSettings,
  channelVersionLimit,
} from '@interlude/contract';
import { sql } from 'kysely';
import { type ChangeRow, toChange } from '../audit-log/audit-row.ts';
import type { Database } from '../database.ts';
import type { TenantScope } from '../scope.ts';
import { withPlaceholders } from './channel-secrets.ts';

export interface ChannelVersionStore {
  /** Newest first; empty for a channel without a change since the audit log began. */
  list(tenantId: string, channelId: string): Promise<ChannelVersion[]>;
  /** The settings of a version with a placeholder for each secret; undefined when it is not kept. */
  find(tenantId: string, channelId: string, id: string): Promise<ChannelSettings | undefined>;
}

interface ByRow extends ChangeRow {
  readonly user_email: string;
  readonly api_key: string;
}

/** Id prefix of the version before the first change; other versions have the id of their change. */
const earlier = 'before-';

const toVersion = (row: ByRow): ChannelVersion => {
  const { action, fields } = toChange(row);
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: action === 'created' ? 'created' : 'updated',
    userEmail: row.user_email,
    apiKey: row.api_key,
    fields,
  };
};

async function listVersions({ db }: TenantScope, channelId: string): Promise<ChannelVersion[]> {
  const { rows } = await sql<ByRow>`
    select c.*, e.user_email, e.api_key from audit_changes c
    join audit_entries e on e.tenant_id = c.tenant_id and e.id = c.entry_id
    where c.kind = 'channels' and c.target_id = ${channelId} and c.action <> 'removed'
    order by c.id desc limit ${channelVersionLimit}`.execute(db);
  const versions = rows.map(toVersion);
  const oldest = versions.at(-1);
  if (oldest === undefined || oldest.action === 'created') return versions;
  const first = { ...oldest, id: earlier + oldest.id, action: 'earlier' as const };
  return [...versions, { ...first, userEmail: '', apiKey: '', fields: [] }];
}

/** Settings of a kept row; undefined when the row was too large to be kept. */
function settingsOf(row: unknown): ChannelSettings | undefined {
  const { settings, sealed } = Object(row);
  const read = channelSettings.safeParse(settings);
  return read.success ? withPlaceholders(read.data, sealed) : undefined;
}

/**
 * Versions of channels.
 * @returns a store; ids of other channels give undefined
 * @see ADR 0041
 */
export function createChannelVersionStore(database: Database): ChannelVersionStore {
  return {
    list: (tenantId, channelId) =>
      database.forTenant(tenantId, (scope) => listVersions(scope, channelId)),
    find: (tenantId, channelId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const isEarlier = id.startsWith(earlier);
        const number = isEarlier ? id.slice(earlier.length) : id;
        if (!/^\d{1,15}$/.test(number)) return undefined;
        const row = await db
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('kind', '=', 'channels')
          .where('target_id', '=', channelId)
          .where('id', '=', Number(number))
          .executeTakeFirst();
        return row && settingsOf(isEarlier ? row.before : row.after);
      }),
  };
}
