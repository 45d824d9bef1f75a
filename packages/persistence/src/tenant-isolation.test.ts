/** Row-level security, the second separation of tenants: checked against the catalogue of the database. */
import { foldEvents } from '@interlude/reporting';
import {
  addChannel,
  addTenant,
  addUser,
  joinByInvitation,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCompanyErasureStore } from './companies/company-erasure.ts';
import { createRollupStore } from './rollups/rollup-store.ts';
import { createUserStore } from './users/user-store.ts';

let made: TemplateDatabase;
let one: string;
let two: string;
beforeAll(async () => {
  made = await templateDatabase();
  one = await addBareTenant('one');
  two = await addTenant(made.database);
  const channel = await addChannel(made.database, two);
  await fillTables(two, channel.id, await addUser(made.database, two));
});
afterAll(() => made.drop());

/** Adds a tenant without systems and workflows: any row that it reads belongs to another tenant. */
async function addBareTenant(id: string): Promise<string> {
  const row = { id, name: id, shipped: true, created_at: new Date() };
  await made.database.system.insertInto('tenants').values(row).execute();
  return id;
}

interface TenantTable {
  readonly name: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly policies: string[];
  readonly first_key_column: string;
  readonly by_default: string | null;
}

/** Tables that the request role reads and nothing else. */
const appendOnly = new Set(['audit_changes', 'audit_entries']);

/** Every table with a column `tenant_id`, from the catalogue of the database. */
async function tenantTables(): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable>`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      array(select format('%s:%s', p.polname, array_to_string(array(
              select r.rolname from pg_roles r where r.oid = any(p.polroles) order by 1), ','))
            from pg_policy p where p.polrelid = c.oid order by 1) as policies,
      (select k.attname from pg_index i join pg_attribute k
         on k.attrelid = c.oid and k.attnum = i.indkey[0]
       where i.indrelid = c.oid and i.indisprimary) as first_key_column,
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
       where d.adrelid = c.oid and d.adnum = a.attnum) as by_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(made.database.system);
  return rows;
}

test('DATA-039 every table with a tenant_id has forced row-level security and leads its key with it', async () => {
  const tables = await tenantTables();
  expect(tables.length).toBeGreaterThan(8);
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(
    made.database.system,
  );
  for (const table of tables) {
    expect(table, table.name).toMatchObject({
      enabled: true,
      forced: true,
      policies: [`platform:${rows[0]?.owner}`, 'tenant:interlude_app'],
      first_key_column: 'tenant_id',
      by_default: 'app_tenant()',
    });
  }
});

test('DATA-039 the request role owns nothing, is no superuser and cannot bypass', async () => {
  const { rows } = await sql`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*) from pg_class c where c.relowner = r.oid) as owned
    from pg_roles r where rolname = 'interlude_app'`.execute(made.database.system);
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
  ]);
});

test('DATA-039 tables without a tenant are closed to the request role, but for the named ones', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and has_any_column_privilege('interlude_app', c.oid, 'select, insert, update')
      and not exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id')
    order by 1`.execute(made.database.system);
  expect(rows.map(({ name }) => name)).toEqual(['tenants', 'users']);
});

describe('DATA-039 a transaction', () => {
  /** Each tenant table, and the two tables without a column `tenant_id` whose rows depend on the tenant. */
  async function guardedTables(): Promise<string[]> {
    return [...(await tenantTables()).map(({ name }) => name), 'tenants', 'users'];
  }

  test('without a tenant is an error on every table, not an empty answer', async () => {
    for (const table of await guardedTables()) {
      const reading = made.database.forTenant(two, async ({ db }) => {
        await sql`select set_config('app.tenant', '', true)`.execute(db);
        await sql`select 1 from ${sql.table(table)}`.execute(db);
      });
      await expect(reading, table).rejects.toThrow('no tenant is set');
    }
    const nothing = made.database.forTenant('', ({ db }) => sql`select 1`.execute(db));
    await expect(nothing).rejects.toThrow('a tenant is needed');
  });

  test('of one tenant sees and changes nothing of another, on every table', async () => {
    for (const table of await guardedTables()) {
      const target = sql.table(table);
      const count = async (tenantId: string) => {
        const { rows } = await made.database.forTenant(tenantId, ({ db }) =>
          sql<{ n: number }>`select count(*) as n from (select 1 from ${target}) t`.execute(db),
        );
        return rows[0]?.n;
      };
      expect(await count(two), `${table} has rows of its tenant`).toBeGreaterThan(0);
      const others = table === 'tenants' ? 1 : 0; // a tenant sees its own row
      expect(await count(one), `${table} hides rows of another tenant`).toBe(others);
    }
    for (const { name } of await tenantTables()) {
      const target = sql.table(name);
      if (appendOnly.has(name)) continue; // SEC-S113: nobody may, proved beside the store
      const deleted = await made.database.forTenant(one, ({ db }) =>
        sql`delete from ${target}`.execute(db),
      );
      expect(deleted.numAffectedRows, name).toBe(0n);
      const stolen = made.database.forTenant(two, ({ db }) =>
        sql`update ${target} set tenant_id = ${one}`.execute(db),
      );
      await expect(stolen, name).rejects.toThrow('violates row-level security policy');
    }
  });

  test('of one message sees its tenant only, ends with it, and takes no parameters', async () => {
    const tenantOf = sql<{ tenant: string }>`select distinct tenant_id as tenant from channels`;
    const { readTenant } = made.database;
    expect(await readTenant(two, [tenantOf, tenantOf])).toEqual([
      [{ tenant: two }],
      [{ tenant: two }],
    ]);
    expect(await readTenant(one, [tenantOf])).toEqual([[]]);
    expect(await readTenant("x'; select '", [tenantOf])).toEqual([[]]);
    const unset = sql`select set_config('app.tenant', '', true)`;
    await expect(readTenant(two, [unset, tenantOf])).rejects.toThrow('no tenant is set');
    await expect(readTenant('', [tenantOf])).rejects.toThrow('a tenant is needed');
    await expect(readTenant(two, [sql`select ${'x'}`])).rejects.toThrow('with parameters');
    const after = sql<{ tenant: string }>`select current_setting('app.tenant', true) as tenant`;
    const seen = made.database.forTenant(two, async ({ db }) => {
      await sql`rollback`.execute(db);
      return (await after.execute(db)).rows;
    });
    expect(await seen).toEqual([{ tenant: '' }]);
  });

  test('cannot read a password hash', async () => {
    const reading = made.database.forTenant(two, ({ db }) =>
      db.selectFrom('users').select('password_hash').execute(),
    );
    await expect(reading).rejects.toThrow('permission denied');
  });
});

test('DATA-039 the owner reads across tenants: known, and what only system work may use', async () => {
  const rows = await made.database.system.selectFrom('channels').select('tenant_id').execute();
  expect(rows.map((row) => row.tenant_id)).toContain(two);
});

test('DATA-039 a user of two tenants has a role and choices in each, and is listed where they belong', async () => {
  const users = createUserStore(made.database);
  const userId = await addUser(made.database, one, { email: 'both@example.com', role: 'Admin' });
  await joinByInvitation(made.database, two, 'Both@example.com');
  await users.patchAppMetadata(two, userId, { selectedChannels: ['c2'] });
  expect((await users.find(one, userId))?.app_metadata).toMatchObject({
    role: 'Admin',
    selectedChannels: [],
  });
  expect((await users.find(two, userId))?.app_metadata).toMatchObject({
    role: 'Viewer',
    selectedChannels: ['c2'],
  });
});

describe('SEC-S124 a company that is erased', () => {
  const rowsOf = async (tenant: string) => {
    const counts: Record<string, number> = {};
    for (const { name } of await tenantTables()) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where tenant_id = ${tenant}`.execute(
        made.database.system,
      );
      counts[name] = rows[0]?.n ?? 0;
    }
    return counts;
  };

  test('is refused while nobody else could administer the installation', async () => {
    const store = createCompanyErasureStore(made.database);
    await expect(store.begin(two)).rejects.toMatchObject({ code: 'COMPANY_NOT_ERASABLE' });
    expect(await store.list()).toEqual([]);
  });

  test('leaves no row in any table, and those of others as they were; killed and repeated, too', async () => {
    await addUser(made.database, one, { role: 'SuperAdmin' });
    const store = createCompanyErasureStore(made.database);
    const before = await rowsOf(one);
    const full = await rowsOf(two);
    expect(Object.entries(full).filter(([, rows]) => rows === 0)).toEqual([]);
    const counted = await store.count(two);
    expect(counted).toMatchObject(full);

    await store.begin(two);
    await store.begin(two);
    await store.closeDoors(two);
    // A killed erasure is repeated from its start.
    await store.closeDoors(two);
    const removed = await store.removeRows(two);
    await store.removeRows(two);
    await store.finish(two, removed);

    expect(Object.entries(await rowsOf(two)).filter(([, rows]) => rows > 0)).toEqual([]);
    expect(await rowsOf(one)).toEqual(before);
    const users = await made.database.system.selectFrom('users').select('email').execute();
    // Members of another company keep their accounts.
    expect(users.map(({ email }) => email)).toContain('both@example.com');
    expect(users).toHaveLength(counted['people'] === 1 ? 2 : 1);
    const [record] = await store.list();
    expect(record).toMatchObject({ companyId: two, usage: { '1970-01': 1 } });
    expect(JSON.stringify(record)).not.toContain('@');
    expect(await store.erased()).toEqual(new Set([two]));
  });

  test('is counted no more: its events may still lie in a spool', async () => {
    const event = { type: 'impression', atMs: Date.now(), session: 's', viewer: 'v' } as const;
    const events = [two, one].map((tenant) => ({ ...event, tenant, channel: 'c' }));
    const place = { writer: 'late', seq: 1, segmentAtMs: Date.now() };
    expect(await createRollupStore(made.database).apply(foldEvents(events, place))).toBe(true);
    expect(Object.entries(await rowsOf(two)).filter(([, rows]) => rows > 0)).toEqual([]);
    expect((await rowsOf(one))['rollups_hour']).toBeGreaterThan(0);
  });
});

/** One row in every tenant table that the stores have not filled. */
async function fillTables(tenant: string, id: string, userId: string): Promise<void> {
  const at = new Date();
  const base = { tenant_id: tenant };
  const { system: db } = made.database;
  const rollup = { ...base, dim: 0, channel: 1, bucket: 1, campaign: 0, val: 0 };
  const counters = { session_starts: 1, impressions: 1, completes: 1, view_ms: 1 };
  await db
    .insertInto('notifications')
    .values({ ...base, id, user_id: userId, topic: 't', content: 'c', created_at: at })
    .execute();
  const about = { topic: 't', channel: 'webhook', user_id: userId, created_at: at };
  await db
    .insertInto('user_subscriptions')
    .values({ ...base, ...about, id, place: 0, listen_to: 'all' })
    .execute();
  await db
    .insertInto('deliveries')
    .values({ ...base, ...about, id, subscription_id: id, content: 'c', due_at: at })
    .execute();
  await db
    .insertInto('delivery_attempts')
    .values({ ...base, delivery_id: id, number: 1, at })
    .execute();
  await db
    .insertInto('invitations')
    .values({
      ...{ ...base, id, email: 'guest@example.com', role: 'Viewer', invited_by: 'a@example.com' },
      ...{ token_hash: 'h', expires_at: at, created_at: at },
    })
    .execute();
  await db
    .insertInto('jobs')
    .values({ ...base, id, name: 'n', status: 'done', created_at: at })
    .execute();
  await db
    .insertInto('scheduled_breaks')
    .values({ ...base, id, channel_id: id, start_at: at, duration_ms: 1_000, created_at: at })
    .execute();
  await db
    .insertInto('terms')
    .values({ ...base, kind: 1, ext: id })
    .execute();
  await db
    .insertInto('term_days')
    .values({ ...base, kind: 1, day: 1, added: 1 })
    .execute();
  await db
    .insertInto('rollups_hour')
    .values({ ...rollup, ...counters })
    .execute();
  await db
    .insertInto('rollups_minute')
    .values({ ...rollup, ...counters })
    .execute();
  await db
    .insertInto('rollups_day')
    .values({ ...rollup, ...counters })
    .execute();
  await db
    .insertInto('day_sums')
    .values({ ...base, dim: 0, channel: 1, day: 1, campaign: 0, val: 0 })
    .execute();
  await db
    .insertInto('day_sum_zones')
    .values({ ...base, time_zone: 'UTC' })
    .execute();
  await db
    .insertInto('viewer_minutes')
    .values({ ...base, channel: 1, bucket: 1, watched_ms: [1] })
    .execute();
  await db
    .insertInto('report_settings')
    .values({
      ...{ ...base, time_zone: 'UTC', viewer_id_policy: 'daily', campaign_from: 'none' },
      ...{ cpm: 1, cpm_ad_seconds: 30, currency: 'EUR', bucket_minutes: 60 },
    })
    .execute();
  await db
    .insertInto('reconciliations')
    .values({
      ...{ ...base, id, name: 'n', state: 'mapping', created_at: at, updated_at: at },
      ...{ file: Buffer.alloc(1), preview: '{}' },
    })
    .execute();
  const named = { ...base, id, created_by: 'e', created_at: at };
  await db
    .insertInto('saved_views')
    .values({ ...named, user_id: userId, name: 'n', state: '{}', updated_at: at })
    .execute();
  await db
    .insertInto('share_links')
    .values({
      ...{ ...named, user_id: userId, token_hash: id, name: 'n', title: 't', kind: 'live' },
      ...{ query: '{}', expires_at: at },
    })
    .execute();
  await db
    .insertInto('report_mails')
    .values({
      ...{ ...named, user_id: userId, name: 'n', cards: '[]', period: 'Last week', compare: true },
      ...{ rhythm: 'daily', weekday: 1, month_day: 1, hour: 7, time_zone: 'UTC', updated_at: at },
    })
    .execute();
  await db
    .insertInto('report_mail_recipients')
    .values({ ...base, report_mail_id: id, user_id: userId })
    .execute();
  await db
    .insertInto('mail_pictures')
    .values({ ...base, set_id: id, content_id: 'c', bytes: Buffer.alloc(1), created_at: at })
    .execute();
  await db
    .insertInto('annotations')
    .values({ ...named, at, text: 't' })
    .execute();
  await db
    .insertInto('past_incidents')
    .values({ ...base, id, began_at: at, ended_at: at, title: 't', cause: 'c', channel_ids: [id] })
    .execute();
  await db
    .insertInto('stream_subscribers')
    .values({ ...base, id, name: 'n', key_hash: id, created_at: at })
    .execute();
  await db
    .insertInto('viewer_sketches')
    .values({ ...base, dim: 0, channel: 1, day: 1, val: 0, writer: 'w', sketch: Buffer.alloc(1) })
    .execute();
  await db
    .insertInto('viewer_sketch_changes')
    .values({ ...base, dim: 1, day: 1, changed: '1' })
    .execute();
  await db
    .insertInto('usage')
    .values({ ...base, day: 1, ad_events: 1 })
    .execute();
  await db
    .insertInto('source_refusals')
    .values({ ...base, channel_id: id, address: 'a', message: 'm', since: at })
    .execute();
  const ofBreak = { ...base, channel_id: id, break_id: id };
  const ofTime = { ...ofBreak, started_at: at };
  await db.insertInto('break_facts').values(ofTime).execute();
  await db
    .insertInto('break_losses')
    .values({ ...ofTime, reason: 'NO_ADS', owner: 'adServer' })
    .execute();
  await db
    .insertInto('break_demand')
    .values({ ...ofTime, server: 'ads.example', hop: 0 })
    .execute();
  await db
    .insertInto('break_records')
    .values({ ...ofBreak, session: 's', id, at, stage: 'decided', detail: '{}' })
    .execute();
  await db
    .insertInto('session_entries')
    .values({
      ...{ ...base, channel_id: id, session: 's', break_id: 'b' },
      entry: Buffer.of(1),
    })
    .execute();
  await db
    .insertInto('creative_snapshots')
    .values({ ...base, hash: 'h', creative: Buffer.of(1) })
    .execute();
  await db
    .insertInto('session_plans')
    .values({ ...base, channel_id: id, session: 's', plan: Buffer.of(1) })
    .execute();
  await db
    .insertInto('event_claims')
    .values({
      ...{ ...base, session: 's', break_id: 'b', slot: 0 },
      ...{ events: 1, before: 0, asked: 1 },
    })
    .execute();
  await db
    .insertInto('ad_request_turns')
    .values({ ...base, server: 's' })
    .execute();
  await db
    .insertInto('source_snapshots')
    .values({ ...base, channel_id: id, snapshot: Buffer.of(1) })
    .execute();
  await db
    .insertInto('source_readings')
    .values({ ...base, channel_id: id, source: 's', version: 1, reading: Buffer.of(1), base: null })
    .execute();
  await db
    .insertInto('event_files')
    .values({
      ...{ ...base, day: 1, id, state: 'current', state_at: at, rows: 1, bytes: 1 },
      ...{ first_at: at, last_at: at },
    })
    .execute();
  await db
    .insertInto('newest_events')
    .values({ ...base, at })
    .execute();
  const row = { tenant_id: tenant, id, created_at: at, updated_at: at };
  await fillMediaTables(row);
  await fillPlaylistTables(row);
  await fillClusterTables(row);
  await fillMonitoringTables(row);
  await fillAuditTables(row);
  const session = { user_id: userId, browser: 'b', network: 'n', begun_at: at, last_used_at: at };
  await db
    .insertInto('login_sessions')
    .values({ id, ...session, expires_at: at })
    .execute();
  await db
    .insertInto('company_sessions')
    .values({ ...base, session_id: id, ...session })
    .execute();
  await fillBillingTables(row);
}

async function fillBillingTables({ tenant_id, id, created_at: at }: MediaRow): Promise<void> {
  const { system: db } = made.database;
  const of = { tenant_id, created_at: at, updated_at: at };
  const term = { revision: 1, term_first_day: 1, ad_events: 1 };
  await db
    .insertInto('billing_details')
    .values({ tenant_id, details: '{}', updated_at: at })
    .execute();
  await db
    .insertInto('billing_subscriptions')
    .values({ ...of, revision: 1, tier: 'basic', state: 'active', provider: 'none', first_day: 1 })
    .execute();
  await db
    .insertInto('usage_reports')
    .values({ tenant_id, id, ...term, day: 1, at, customer_id: 'c', created_at: at })
    .execute();
  await db
    .insertInto('invoices')
    .values({
      ...{ ...of, ...term, id, number: 'n', status: 'open', currency: 'eur' },
      ...{ amount_cents: 1, address: '' },
    })
    .execute();
  await db.insertInto('session_peaks').values({ tenant_id, day: 1, sessions: 1 }).execute();
  await db
    .insertInto('limit_warnings')
    .values({ tenant_id, kind: 'sessions', term_first_day: 1, at })
    .execute();
}

async function fillAuditTables({ tenant_id, id, created_at: at }: MediaRow): Promise<void> {
  const subject = { kind: 'channels', target_id: id, target_name: 'n', action: 'created' };
  const by = { user_id: 'u', user_email: 'e', api_key: '', network: '', route: 'channels.create' };
  const { system: db } = made.database;
  await db
    .insertInto('audit_entries')
    .values({ tenant_id, id, at, ...by, ...subject })
    .execute();
  await db
    .insertInto('api_keys')
    .values({
      ...{ tenant_id, id, name: 'n', key_hash: 'h', role: 'Viewer', scopes: ['read'] },
      ...{ requests_per_minute: 1, created_by: 'e', created_at: at },
    })
    .execute();
  await db
    .insertInto('idempotent_requests')
    .values({ tenant_id, id, body_hash: 'h', created_at: at })
    .execute();
  await db
    .insertInto('audit_changes')
    .values({ tenant_id, entry_id: id, at, ...subject, before: null, after: '{}' })
    .execute();
}

interface MediaRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

async function fillPlaylistTables(row: MediaRow): Promise<void> {
  const { tenant_id, id, created_at, updated_at } = row;
  const { system: db } = made.database;
  const settings = { name: 'n', type: 'vod', status: 'enabled', filler_url: '', contents: '[]' };
  await db
    .insertInto('playlists')
    .values({ ...row, ...settings, loops: true })
    .execute();
  const snapshot = { playlist_id: id, playlist_updated_at: updated_at, item_key: 'k', body: '{}' };
  await db
    .insertInto('playlist_snapshots')
    .values({ tenant_id, ...snapshot, made_at: created_at })
    .execute();
}

async function fillClusterTables(row: MediaRow): Promise<void> {
  const { tenant_id, id, created_at } = row;
  const { system: db } = made.database;
  await db
    .insertInto('cluster_channels')
    .values({ ...row, version: 1, state: 'enabled', settings: '{}', shape: '' })
    .execute();
  const push = { channel_id: id, system_id: 's', version: 1, wanted: true, due_at: created_at };
  await db
    .insertInto('cluster_pushes')
    .values({ tenant_id, ...push })
    .execute();
}

async function fillMonitoringTables(row: MediaRow): Promise<void> {
  const { tenant_id, id: channel_id, created_at: at } = row;
  const { system: db } = made.database;
  const of = { tenant_id, channel_id };
  const health = { state: 'healthy', since: at, looked_at: at };
  await db
    .insertInto('monitor_leases')
    .values({ ...of, monitor: 'm', held_until: at })
    .execute();
  await db
    .insertInto('channel_health')
    .values({ ...of, ...health, owner: null })
    .execute();
  await db
    .insertInto('channel_health_spans')
    .values({ ...of, began_at: at, state: 'healthy', owner: null })
    .execute();
  const seen = { first_seen: at, last_seen: at, body: '{}' };
  await db
    .insertInto('monitoring_findings')
    .values({ ...of, ...seen, id: 'f', severity: 'error', owner: 'cdn', cause: 'c' })
    .execute();
  await db
    .insertInto('monitoring_chunks')
    .values({ ...of, id: 'c', at, body: Buffer.alloc(1) })
    .execute();
  await db
    .insertInto('monitoring_splices')
    .values({ ...of, id: 's', at, looked_at: at, is_read: true, body: '{}' })
    .execute();
  const manifest = { key: 'k', lane: 'source', playlist: 0, loaded_at: at, uri: 'u' };
  await db
    .insertInto('monitoring_manifests')
    .values({ ...of, ...manifest, body: Buffer.alloc(1) })
    .execute();
}

/** Rows of titles, medias, and of what creates them. */
async function fillMediaTables(row: MediaRow): Promise<void> {
  const { tenant_id, id, created_at } = row;
  const { system: db } = made.database;
  const named = { ...row, name: 'n' };
  await db
    .insertInto('titles')
    .values({ ...named, type: 'ad' })
    .execute();
  await db
    .insertInto('medias')
    .values({ ...named, type: 'source', url: 'u' })
    .execute();
  await db
    .insertInto('systems')
    .values({ ...named, type: 'local', category: 'storage' })
    .execute();
  await db
    .insertInto('flows')
    .values({ ...named, attempts: 1, timeout_minutes: 1, task_templates: '[]' })
    .execute();
  await db
    .insertInto('job_logs')
    .values({ tenant_id, job_id: id, at: created_at, attempt: 1, level: 'info', text: 't' })
    .execute();
  const stored = { storage_system_id: 's', storage_key: 'k/', size_bytes: 1, duration_ms: 1 };
  const form = { clip_id: 'c', profile_hash: 'h', title_id: id, job_id: id };
  await db
    .insertInto('channel_assets')
    .values({ tenant_id, id, created_at, ...form, ...stored })
    .execute();
  const file = { user_id: 'u', channel_id: 'c', filename: 'f', size_bytes: 1, total_chunks: 1 };
  await db
    .insertInto('uploads')
    .values({ ...row, ...file, state: 'done' })
    .execute();
  await db
    .insertInto('media_egress')
    .values({ tenant_id, hour: created_at, kind: 'ads', bytes: 1 })
    .execute();
}
