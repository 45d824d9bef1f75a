/** Rows from one database into another, also by an owner that is no superuser and is bound by row-level security. */
import { foldEvents } from '@interlude/reporting';
import { createLogger, systemClock } from '@interlude/runtime';
import {
  addChannel,
  addTenant,
  addUser,
  emptyDatabase,
  type TemplateDatabase,
  templateDatabase,
  testSecretKey,
} from '@interlude/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { ensureRequestRole } from '../migrations/request-role.ts';
import { createRollupStore } from '../rollups/rollup-store.ts';
import type { BackupTable } from './backup-tables.ts';
import { type RowsChecksum, RowsSum, withBackupSnapshot } from './read-backup.ts';
import { type RestorePlan, type RestoreReport, withRestoreConnection } from './restore-backup.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const owner = 'interlude_backup_owner';
const hostile = '\'; drop table tenants; -- \\.\n\t\\N\r\u0007 ÄÖ 漢字 "x"';

const drops: (() => Promise<void>)[] = [];
let source: TemplateDatabase;
let tenant: string;
beforeEach(async () => {
  source = await templateDatabase();
  tenant = await addTenant(source.database, 'Example TV');
});
afterEach(async () => {
  for (const drop of drops.splice(0).reverse()) await drop();
  await sql.raw(`drop role if exists ${owner}`).execute(source.database.system);
  await source.drop();
});

const optionsOf = (databaseUrl: string) => ({ databaseUrl, dataFolder: '/unused', logger });

interface Copy {
  readonly plan: RestorePlan;
  readonly rows: ReadonlyMap<string, Uint8Array[]>;
}

async function copyOf(databaseUrl: string): Promise<Copy> {
  return withBackupSnapshot(optionsOf(databaseUrl), async (snapshot) => {
    const rows = new Map<string, Uint8Array[]>();
    const tables: (BackupTable & RowsChecksum)[] = [];
    for (const table of snapshot.tables) {
      const parts: Uint8Array[] = [];
      const sum = new RowsSum();
      for await (const part of snapshot.read(table.name)) {
        parts.push(part);
        sum.add(part);
      }
      rows.set(table.name, parts);
      tables.push({ ...table, ...sum.end() });
    }
    return { plan: { migrations: snapshot.migrations, tables }, rows };
  });
}

async function* each(parts: readonly Uint8Array[]) {
  yield* parts;
}

const restore = (databaseUrl: string, { plan, rows }: Copy, isReplacing = false) =>
  withRestoreConnection(optionsOf(databaseUrl), (connection) =>
    connection.restore(plan, isReplacing, async (load) => {
      for (const [name, parts] of rows) if (parts.length > 0) await load(name, each(parts));
    }),
  );

async function makeEmpty(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  drops.push(drop);
  return url;
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  drops.push(() => client.end());
  return client;
}

/** Its rows are bound by the policies of tables, as those of an operator's own server are. */
async function makePlainOwned(): Promise<string> {
  const url = await makeEmpty();
  const admin = await connectTo(url);
  await ensureRequestRole(admin, false);
  await admin.query(`do $$ begin create role ${owner} login password 'plain';
    exception when duplicate_object then null; end $$`);
  await admin.query(`grant interlude_app to ${owner}`);
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
  await admin.query(`alter schema public owner to ${owner}`);
  const own = new URL(url);
  own.username = owner;
  own.password = 'plain';
  return own.href;
}

async function open(databaseUrl: string): Promise<Database> {
  const database = await openDatabase({
    ...{ databaseUrl, dataFolder: '/unused', logger, clock: systemClock },
    ...{ secretKey: testSecretKey, pools: { system: 1, requests: 1 } },
  });
  drops.push(() => database.stop());
  return database;
}

async function fillSource(): Promise<void> {
  const { database } = source;
  const userId = await addUser(database, tenant, { email: 'ann@example.com', role: 'SuperAdmin' });
  const { id: channel_id } = await addChannel(database, tenant, {});
  const now = new Date();
  const base = { tenant_id: tenant, created_at: now };
  const jobs = [
    { id: 'running', status: 'running', attempt: 1, attempts: 3, error_code: '' },
    { id: 'between', status: 'running', attempt: 1, attempts: 3, error_code: 'ENCODE_FAILED' },
    { id: 'done', status: 'done', attempt: 1, attempts: 1, error_code: '' },
  ];
  const task = { taskName: 'encode', status: 'running', progress: 40, start: now.toISOString() };
  for (const job of jobs) {
    const tasks = JSON.stringify([task]);
    const row = { ...base, ...job, name: hostile, tasks, progress: 40 };
    await database.system.insertInto('jobs').values(row).execute();
  }
  await sql`insert into monitor_leases (tenant_id, channel_id, monitor, held_until)
    values (${tenant}, ${channel_id}, 'm', now())`.execute(database.system);
  await sql`insert into login_sessions (id, user_id, browser, network, begun_at, last_used_at, expires_at)
    values ('s', ${userId}, 'Firefox', '192.0.2.0/24', now(), now(), now())`.execute(
    database.system,
  );
  await sql`insert into cluster_pushes (tenant_id, channel_id, system_id, version, wanted, due_at, claimed_until)
    values (${tenant}, ${channel_id}, 'x', 1, true, now(), now() + interval '1 day')`.execute(
    database.system,
  );
  const impression = { type: 'impression', atMs: Date.now() } as const;
  const events = Array.from({ length: 50 }, (_, index) => ({
    ...{ ...impression, tenant, channel: channel_id },
    ...{ session: `s${index}`, viewer: `v${index}`, creative: `k${index % 7}` },
  }));
  const place = { writer: 'w', seq: 1, segmentAtMs: Date.now() };
  await createRollupStore(database).apply(foldEvents(events, place));
}

/** Rows of a table in an order that has nothing to do with that of the command. */
async function rowsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as sum
     from public."${table}" t`,
  );
  return rows[0]?.sum ?? '';
}

/** Leases are let go, and jobs under way wait again. */
const settled = ['jobs', 'cluster_pushes'];

async function expectEqual(from: string, to: string, { plan }: Copy): Promise<void> {
  const [one, two] = [await connectTo(from), await connectTo(to)];
  for (const { name } of plan.tables.filter((table) => !settled.includes(table.name)))
    expect(`${name} ${await rowsOf(two, name)}`).toBe(`${name} ${await rowsOf(one, name)}`);
}

test.each([
  { who: 'an owner of the server', make: makeEmpty },
  { who: 'a plain owner that row-level security binds', make: makePlainOwned },
])(
  'rows come back as they were, by $who',
  async ({ make }) => {
    await fillSource();
    const copy = await copyOf(source.url);
    expect(copy.plan.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(12);
    const target = await make();
    const report: RestoreReport = await restore(target, copy);
    expect(report).toEqual({ companies: 1, migrated: [], jobs: 1, erasing: [] });
    await expectEqual(source.url, target, copy);
    // Read from there they give the same backup: also where a plain owner reads.
    const again = await copyOf(target);
    const sums = ({ plan }: Copy) =>
      plan.tables
        .filter(({ name }) => !settled.includes(name))
        .map(({ name, sha256 }) => [name, sha256]);
    expect(sums(again)).toEqual(sums(copy));

    const client = await connectTo(target);
    const { rows: jobs } = await client.query(
      `select id, attempt, progress, tasks -> 0 ->> 'status' as task from jobs order by id`,
    );
    expect(jobs).toEqual([
      { id: 'between', attempt: 1, progress: 40, task: 'running' },
      { id: 'done', attempt: 1, progress: 40, task: 'running' },
      { id: 'running', attempt: 0, progress: 0, task: 'waiting' },
    ]);
    const { rows: left } = await client.query(`select
    (select count(*)::int from login_sessions) + (select count(*)::int from monitor_leases) as rows,
    (select count(*)::int from cluster_pushes where claimed_until > now()) as claims,
    (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relrowsecurity and not relforcerowsecurity) as open,
    (select count(*)::int from pg_trigger where not tgisinternal and tgenabled <> 'O') as off`);
    expect(left).toEqual([{ rows: 0, claims: 0, open: 0, off: 0 }]);

    // The platform works there: rows are counted on, and numbers go on behind those that were given.
    const database = await open(target);
    const before = await database.system.selectFrom('terms').select('id').execute();
    await addChannel(database, tenant, { name: 'Next' });
    const { rows: counted } = await sql<{ total: number }>`
    select sum(total)::int as total from row_counts where kind = 'channels'`.execute(
      database.system,
    );
    expect(counted).toEqual([{ total: 2 }]);
    const { id } = await database.system
      .insertInto('terms')
      .values({ tenant_id: tenant, kind: 9, ext: 'next' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(Math.max(...before.map((term) => term.id)));
  },
  60_000,
);

test('SEC-S122 a database with companies, or one that is in use, is left alone', async () => {
  const copy = await copyOf(source.url);
  await expect(restore(source.url, copy)).rejects.toMatchObject({ code: 'INSTALLATION_IN_USE' });
  const target = await makeEmpty();
  await restore(target, copy);
  await expect(restore(target, copy)).rejects.toMatchObject({
    code: 'INSTALLATION_NOT_EMPTY',
    details: { companies: 1 },
  });
  await addTenant(source.database, 'Second');
  const later = await copyOf(source.url);
  expect(await restore(target, later, true)).toMatchObject({ companies: 2 });
  await expectEqual(source.url, target, later);
});

test('SEC-S122 rows that are not those of the plan take everything back', async () => {
  await fillSource();
  const copy = await copyOf(source.url);
  const target = await makeEmpty();
  await restore(target, copy);
  const client = await connectTo(target);
  await client.query(`update tenants set name = 'As it was'`);
  const changed = (change: (parts: string) => string, table = 'tenants'): Copy => {
    const text = Buffer.concat(copy.rows.get(table) ?? []).toString('utf8');
    return { ...copy, rows: new Map([...copy.rows, [table, [Buffer.from(change(text))]]]) };
  };
  const attempts: [Copy, string][] = [
    [changed((text) => text.replace('Example', 'Another')), 'is not what the backup has'],
    [changed((text) => text.replaceAll('\t', ' ')), 'cannot be filled'],
    [changed(() => '', 'memberships'), 'is not what the backup has'],
    [
      { ...copy, rows: new Map([['memberships', copy.rows.get('memberships') ?? []]]) },
      'cannot be filled',
    ],
    [
      { ...copy, plan: { ...copy.plan, tables: copy.plan.tables.slice(1) } },
      'the backup lacks the tables',
    ],
    [
      {
        ...copy,
        plan: {
          ...copy.plan,
          tables: copy.plan.tables.map((table) =>
            table.name === 'users' ? { ...table, columns: ['id"; drop table users; --'] } : table,
          ),
        },
      },
      'is none of its version',
    ],
  ];
  for (const [attempt, sentence] of attempts) {
    const restoring = restore(target, attempt, true);
    await expect(restoring).rejects.toMatchObject({ code: 'RESTORE_FAILED' });
    await expect(restoring).rejects.toThrow(sentence);
    const { rows } = await client.query('select name from tenants');
    expect(rows).toEqual([{ name: 'As it was' }]);
  }
  // The end of data, and what would be a statement: no more than data that follows an end.
  await restore(
    target,
    changed((text) => `${text}\\.\ndrop table users;\n`),
    true,
  ).catch(() => undefined);
  expect((await client.query('select email from users')).rows).toHaveLength(1);
}, 60_000);

test('SEC-S124 a company that was erased after the backup is erased again where its erasure is known', async () => {
  const copy = await copyOf(source.url);
  const target = await makeEmpty();
  await restore(target, copy);
  const client = await connectTo(target);
  await client.query(`delete from tenants`);
  await client.query(
    `insert into company_erasures (company_id, asked_at, done_at) values ($1, now(), now()), ('older', now(), now())`,
    [tenant],
  );
  expect(await restore(target, copy, true)).toMatchObject({ companies: 1, erasing: [tenant] });
  const { rows } = await client.query(
    `select company_id as id, done_at is null as due from company_erasures order by due`,
  );
  expect(rows).toEqual([
    { id: 'older', due: false },
    { id: tenant, due: true },
  ]);
});

test('a backup of an earlier schema comes back and is brought up to the present one', async () => {
  const old = await makeEmpty();
  const client = await connectTo(old);
  await ensureRequestRole(client, false);
  await migrate(client, logger, 10);
  await client.query(`
    insert into tenants (id, name, created_at) values ('t1', 'Old', now());
    begin;
    set local app.tenant = 't1';
    insert into dict (kind, ext) values (1, 'channel-1');
    insert into ru (dim, channel, bucket, campaign, val, impressions) values (0, 1, 483333, 0, 0, 4);
    commit`);
  const copy = await copyOf(old);
  expect(copy.plan.migrations).toHaveLength(10);
  const target = await makeEmpty();
  const report = await restore(target, copy);
  expect(report.companies).toBe(1);
  expect(report.migrated[0]).toBe('0011-rollup-names');
  const database = await open(target);
  expect(await database.system.selectFrom('rollups_hour').select('impressions').execute()).toEqual([
    { impressions: 4 },
  ]);
  expect(await database.system.selectFrom('terms').select('ext').execute()).toEqual([
    { ext: 'channel-1' },
  ]);
});

test('what is not of Interlude stays, and what stands on its tables stops a replacement', async () => {
  const copy = await copyOf(source.url);
  const target = await makeEmpty();
  await restore(target, copy);
  const client = await connectTo(target);
  await client.query('create table of_the_operator as select 1 as one');
  await restore(target, copy, true);
  expect((await client.query('select one from of_the_operator')).rows).toEqual([{ one: 1 }]);
  await client.query('create view names as select name from tenants');
  await expect(restore(target, copy, true)).rejects.toThrow('other objects depend on');
  expect((await client.query('select name from names')).rows).toEqual([{ name: 'Example TV' }]);
});

test('a database without Interlude, or of another one, is named', async () => {
  const empty = await makeEmpty();
  await expect(copyOf(empty)).rejects.toThrow('has no installation of Interlude');
  const copy = await copyOf(source.url);
  const client = await connectTo(empty);
  await client.query('create table migrations (id integer)');
  await expect(restore(empty, copy)).rejects.toThrow("is another program's");
  await client.query('drop table migrations');
  await client.query('create table migrations (name text, checksum text)');
  await client.query(`insert into migrations values ('0001-first', 'x')`);
  await expect(restore(empty, copy)).rejects.toThrow('is not the one of this version');
});

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const now = new Date();
  const insert = (id: string) =>
    source.database.transaction(async ({ db }) => {
      const base = { tenant_id: tenant, id, name: id, created_at: now, updated_at: now };
      await db
        .insertInto('titles')
        .values({ ...base, type: 'movie' })
        .execute();
      await db
        .insertInto('medias')
        .values({ ...base, type: 'source', url: '' })
        .execute();
    });
  let isWriting = true;
  let written = 0;
  const writing = (async () => {
    while (isWriting) {
      written += 1;
      await insert(`t${written}`);
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(20);
  const before = written;
  const { plan } = await copyOf(source.url);
  const during = written - before;
  isWriting = false;
  await writing;
  const rows = (name: string) => plan.tables.find((table) => table.name === name)?.rows;
  expect(during).toBeGreaterThan(0);
  expect(rows('titles')).toBe(rows('medias'));
  expect(rows('titles')).toBeGreaterThanOrEqual(before - 1);
});
