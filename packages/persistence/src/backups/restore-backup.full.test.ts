/** Backups of each earlier schema, as an operator restores them into a new installation of this version. */
import { createLogger } from '@interlude/runtime';
import { emptyDatabase } from '@interlude/testkit';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../migrations/migrate.ts';
import { ensureRequestRole } from '../migrations/request-role.ts';
import { describeSchema } from '../migrations/schema-lines.suite.ts';
import { RowsSum, withBackupSnapshot } from './read-backup.ts';
import { withRestoreConnection } from './restore-backup.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const optionsOf = (databaseUrl: string) => ({ databaseUrl, dataFolder: '/unused', logger });

async function withDatabases<T>(work: (from: string, to: string) => Promise<T>): Promise<T> {
  const [from, to] = [await emptyDatabase(), await emptyDatabase()];
  try {
    return await work(from.url, to.url);
  } finally {
    await from.drop();
    await to.drop();
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const make = (url: string, version: number) =>
  connected(url, async (client) => {
    await ensureRequestRole(client, false);
    await migrate(client, logger, version);
    await client.query(`insert into tenants (id, name, created_at) values ('a', 'A', now())`);
    await client.query(
      `insert into channels (tenant_id, id, name, type, state, settings, shape, created_at, updated_at)
       select 'a', n::text, 'News ' || n, 'live', 'enabled', '{}', '1', now(), now() from generate_series(1, 1000) n`,
    );
  });

const move = (from: string, to: string) =>
  withBackupSnapshot(optionsOf(from), (snapshot) =>
    withRestoreConnection(optionsOf(to), async (connection) => {
      const tables = [];
      const rows = new Map<string, Uint8Array[]>();
      for (const table of snapshot.tables) {
        const [sum, parts] = [new RowsSum(), [] as Uint8Array[]];
        for await (const part of snapshot.read(table.name)) {
          sum.add(part);
          parts.push(part);
        }
        tables.push({ ...table, ...sum.end() });
        if (parts.length > 0) rows.set(table.name, parts);
      }
      const plan = { migrations: snapshot.migrations, tables };
      return connection.restore(plan, false, async (load) => {
        async function* each(parts: readonly Uint8Array[]) {
          yield* parts;
        }
        for (const [name, parts] of rows) await load(name, each(parts));
      });
    }),
  );

describe('a backup of an earlier schema reaches the schema of a new database, with its rows', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  let expected: string[] = [];
  beforeAll(async () => {
    expected = await withDatabases(async (from) => {
      await make(from, names.length);
      return connected(from, describeSchema);
    });
  });

  test.each(names.map((name, index) => ({ name, version: index + 1 })))(
    '$name',
    async ({ version }) => {
      await withDatabases(async (from, to) => {
        await make(from, version);
        const { migrated, companies } = await move(from, to);
        expect(migrated).toEqual(names.slice(version));
        expect(companies).toBe(1);
        await connected(to, async (client) => {
          expect(await describeSchema(client)).toEqual(expected);
          const { rows } = await client.query('select count(*)::int as channels from channels');
          expect(rows).toEqual([{ channels: 1_000 }]);
        });
      });
    },
  );
});
