/** A database with a company, its copy, and databases to restore it into. */
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
import { afterEach, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '../database.ts';
import { ensureRequestRole } from '../migrations/request-role.ts';
import { createRollupStore } from '../rollups/rollup-store.ts';
import type { BackupTable } from './backup-tables.ts';
import { type RowsChecksum, RowsSum, withBackupSnapshot } from './read-backup.ts';
import { type RestorePlan, withRestoreConnection } from './restore-backup.ts';

export const logger = createLogger({ name: 'test', level: 'silent' });
const owner = 'interlude_backup_owner';
const hostile = '\'; drop table tenants; -- \\.\n\t\\N\r\u0007 ÄÖ 漢字 "x"';

const optionsOf = (databaseUrl: string) => ({ databaseUrl, dataFolder: '/unused', logger });

export interface Copy {
  readonly plan: RestorePlan;
  readonly rows: ReadonlyMap<string, Uint8Array[]>;
}

export async function copyOf(databaseUrl: string): Promise<Copy> {
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

export const restore = (databaseUrl: string, { plan, rows }: Copy, isReplacing = false) =>
  withRestoreConnection(optionsOf(databaseUrl), (connection) =>
    connection.restore(plan, isReplacing, async (load) => {
      for (const [name, parts] of rows) if (parts.length > 0) await load(name, each(parts));
    }),
  );

/** Checksum of a table's rows, in an order independent of that of the command. */
async function rowsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as sum
     from public."${table}" t`,
  );
  return rows[0]?.sum ?? '';
}

/** Tables that a restore changes: leases end, and running jobs wait again. */
export const settled = ['jobs', 'cluster_pushes'];

/** For all tests of a file: a database with a company for each of them. */
export function backupBench() {
  const drops: (() => Promise<void>)[] = [];
  let source: TemplateDatabase;
  let tenant = '';
  beforeEach(async () => {
    source = await templateDatabase();
    tenant = await addTenant(source.database, 'Example TV');
  });
  afterEach(async () => {
    for (const drop of drops.splice(0).reverse()) await drop();
    await source.drop();
  });

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

  /** A database whose owner is bound by row-level security, as on an operator's own server. */
  async function makePlainOwned(): Promise<string> {
    drops.push(async () => {
      await sql.raw(`drop role if exists ${owner}`).execute(source.database.system);
    });
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
    const userId = await addUser(database, tenant, {
      email: 'ann@example.com',
      role: 'SuperAdmin',
    });
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

  async function expectEqual(from: string, to: string, { plan }: Copy): Promise<void> {
    const [one, two] = [await connectTo(from), await connectTo(to)];
    for (const { name } of plan.tables.filter((table) => !settled.includes(table.name)))
      expect(`${name} ${await rowsOf(two, name)}`).toBe(`${name} ${await rowsOf(one, name)}`);
  }

  return {
    source: () => source,
    tenant: () => tenant,
    ...{ makeEmpty, makePlainOwned, connectTo, open, fillSource, expectEqual },
  };
}
