import { createLogger, systemClock } from '@interlude/runtime';
import { emptyDatabase, templateDatabase, testSecretKey } from '@interlude/testkit';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { createEgressGrantStore } from '../egress-grants/egress-grant-store.ts';
import { migrate, readMigrations } from './migrate.ts';
import { ensureRequestRole } from './request-role.ts';
import { describeSchema } from './schema-lines.suite.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const drops: (() => Promise<void>)[] = [];
async function dropAll(): Promise<void> {
  for (const drop of drops.splice(0).reverse()) await drop();
}
afterEach(dropAll);

async function makeEmpty(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  drops.push(drop);
  return url;
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  drops.push(() => client.end());
  return client;
}

async function open(url: string) {
  const database = await openDatabase({
    databaseUrl: url,
    dataFolder: '/unused',
    logger,
    clock: systemClock,
    secretKey: testSecretKey,
    pools: { system: 1, requests: 1 },
  });
  drops.push(() => database.stop());
  return database;
}

const names = async () => (await readMigrations()).map(({ name }) => name);

test('names are numbered without a gap', async () => {
  const numbers = (await names()).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('several processes that start at once migrate once', async () => {
  const url = await makeEmpty();
  await Promise.all([open(url), open(url), open(url)]);
  const client = await connectTo(url);
  const { rows } = await client.query('select name from migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(await names());
});

test('an upgrade one version at a time reaches the schema of a new database', async () => {
  const made = await connectTo(await makeEmpty());
  await ensureRequestRole(made, false);
  await migrate(made, logger);
  const upgraded = await connectTo(await makeEmpty());
  await ensureRequestRole(upgraded, false);
  for (const [index, name] of (await names()).entries())
    expect(await migrate(upgraded, logger, index + 1)).toEqual([name]);
  expect(await migrate(upgraded, logger)).toEqual([]);
  const expected = await describeSchema(made);
  expect(await describeSchema(upgraded)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(100);
});

test('rows of version 10 are in the renamed tables of counted events, and nothing keeps an old name', async () => {
  const url = await makeEmpty();
  const client = await connectTo(url);
  await ensureRequestRole(client, false);
  await migrate(client, logger, 10);
  await client.query(`
    begin;
    set local app.tenant = 't1';
    insert into dict (kind, ext) values (1, 'channel-1');
    insert into ru_min (dim, channel, bucket, campaign, val, impressions) values (0, 1, 29000000, 0, 0, 3);
    insert into ru (dim, channel, bucket, campaign, val, impressions) values (0, 1, 483333, 0, 0, 4);
    insert into sk (dim, channel, day, val, writer, sketch) values (0, 1, 20138, 0, 'w1', 'abc');
    commit`);
  const database = await open(url);
  const counted = (tenant: string) =>
    database.forTenant(tenant, async ({ db }) => ({
      terms: await db.selectFrom('terms').select(['id', 'ext']).execute(),
      minutes: await db.selectFrom('rollups_minute').select('impressions').execute(),
      hours: await db.selectFrom('rollups_hour').select('impressions').execute(),
      sketches: await db.selectFrom('viewer_sketches').select('writer').execute(),
    }));
  expect(await counted('t1')).toEqual({
    terms: [{ id: 1, ext: 'channel-1' }],
    minutes: [{ impressions: 3 }],
    hours: [{ impressions: 4 }],
    sketches: [{ writer: 'w1' }],
  });
  expect(await counted('t2')).toEqual({ terms: [], minutes: [], hours: [], sketches: [] });
  const { rows } = await client.query(`
    select relname as name from pg_class where relname ~ '^(dict|ru|ru_min|sk)(_|$)'
    union all select conname from pg_constraint where conname ~ '^(dict|ru|ru_min|sk)_'`);
  expect(rows).toEqual([]);
});

test('languages of version 27 become those of the people, and leave the choices of their companies', async () => {
  const url = await makeEmpty();
  const client = await connectTo(url);
  await ensureRequestRole(client, false);
  await migrate(client, logger, 27);
  await client.query(`
    insert into tenants (id, name, created_at) values ('a', 'A', now()), ('b', 'B', now());
    insert into users (id, email, nickname, created_at) values
      ('ann', 'ann@a.example', 'ann', now()), ('bob', 'bob@a.example', 'bob', now()),
      ('eve', 'eve@a.example', 'eve', now());
    insert into memberships (tenant_id, user_id, app_metadata, created_at) values
      ('a', 'ann', '{"language":"en","selectedChannels":["c"]}', now()),
      ('b', 'ann', '{"language":"de"}', now()),
      ('a', 'bob', '{"language":"en"}', now()), ('a', 'eve', '{"language":"xx"}', now())`);
  await open(url);
  const { rows } = await client.query('select id, language from users order by id');
  expect(rows).toEqual([
    { id: 'ann', language: 'de' },
    { id: 'bob', language: 'en' },
    { id: 'eve', language: null },
  ]);
  const { rows: choices } = await client.query(
    'select distinct app_metadata::text as text from memberships order by 1',
  );
  expect(choices).toEqual([{ text: '{"selectedChannels": ["c"]}' }, { text: '{}' }]);
});

test('SEC-S60 an upgrade leaves private addresses to the oldest company, and to no other', async () => {
  const url = await makeEmpty();
  const client = await connectTo(url);
  await ensureRequestRole(client, false);
  await migrate(client, logger, 13);
  await client.query(`insert into tenants (id, name, created_at) values
    ('a', 'Studio', '2026-02-01'), ('z', 'Operator', '2026-01-01'), ('b', 'Other', '2026-03-01')`);
  const grants = createEgressGrantStore(await open(url));
  expect(await grants.list()).toEqual([{ tenantId: 'z', name: 'Operator', entries: ['*'] }]);
});

describe('a database that does not fit is refused, with what to do', () => {
  async function opened(change: string): Promise<Promise<unknown>> {
    const { url, drop } = await templateDatabase();
    drops.push(drop);
    await (await connectTo(url)).query(change);
    return open(url);
  }

  test('made by a newer version', async () => {
    const opening = opened("insert into migrations (name, checksum) values ('9999-later', '')");
    await expect(opening).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(opening).rejects.toThrow('made by a newer version of Interlude');
  });

  test('a migration was edited after it was applied', async () => {
    const opening = opened("update migrations set checksum = 'x' where name like '0002%'");
    await expect(opening).rejects.toThrow('has been changed since it was applied');
  });
});

describe('a user that is no superuser', () => {
  const owner = 'interlude_plain_owner';

  async function plainDatabase(): Promise<{ admin: pg.Client; url: string }> {
    const server = await connectTo(await makeEmpty());
    const url = await makeEmpty();
    const admin = await connectTo(url);
    await ensureRequestRole(admin, false);
    drops.splice(2, 0, async () => {
      await server.query(`drop role if exists ${owner}`);
    });
    await admin.query(`do $$ begin create role ${owner} login password 'plain';
      exception when duplicate_object then null; end $$`);
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
    await admin.query(`alter schema public owner to ${owner}`);
    await admin.query(`revoke interlude_app from ${owner}`);
    const own = new URL(url);
    own.username = owner;
    own.password = 'plain';
    return { admin, url: own.href };
  }

  test('names the statement that an administrator has to run, and then works across tenants', async () => {
    const { admin, url } = await plainDatabase();
    const { rows } = await admin.query<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    await expect(open(url)).rejects.toThrow('grant interlude_app to');
    expect(rows[0]?.major).toBeGreaterThanOrEqual(15);
    await admin.query(`grant interlude_app to ${owner}`);
    const database = await open(url);
    const at = new Date();
    await database.transaction(async ({ db }) => {
      for (const id of ['one', 'two']) {
        await db.insertInto('tenants').values({ id, name: id, created_at: at }).execute();
        await db
          .insertInto('notifications')
          .values({ tenant_id: id, id, user_id: null, topic: 't', content: 'c', created_at: at })
          .execute();
      }
    });
    const seen = (tenantId: string) =>
      database.forTenant(tenantId, ({ db }) =>
        db.selectFrom('notifications').select('id').execute(),
      );
    expect(await seen('one')).toEqual([{ id: 'one' }]);
    const all = await database.system.selectFrom('notifications').select('id').execute();
    expect(all).toHaveLength(2);
  });
});
