/** Restores rows into another database, also with an owner that is no superuser and is bound by row-level security. */
import { addChannel } from '@interlude/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../migrations/migrate.ts';
import { ensureRequestRole } from '../migrations/request-role.ts';
import { backupBench, type Copy, copyOf, logger, restore, settled } from './backup-bench.suite.ts';
import type { RestoreReport } from './restore-backup.ts';

const bench = backupBench();

test.each([
  { who: 'an owner of the server', make: bench.makeEmpty },
  { who: 'a plain owner that row-level security binds', make: bench.makePlainOwned },
])(
  'rows come back as they were, by $who',
  async ({ make }) => {
    await bench.fillSource();
    const copy = await copyOf(bench.source().url);
    expect(copy.plan.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(12);
    const target = await make();
    const report: RestoreReport = await restore(target, copy);
    expect(report).toEqual({ companies: 1, migrated: [], jobs: 1, erasing: [] });
    await bench.expectEqual(bench.source().url, target, copy);
    // A backup of the restored database is equal, also when a plain owner reads it.
    const again = await copyOf(target);
    const sums = ({ plan }: Copy) =>
      plan.tables
        .filter(({ name }) => !settled.includes(name))
        .map(({ name, sha256 }) => [name, sha256]);
    expect(sums(again)).toEqual(sums(copy));

    const client = await bench.connectTo(target);
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

    // The platform works on it: row counts and numbers continue after the restored ones.
    const database = await bench.open(target);
    const before = await database.system.selectFrom('terms').select('id').execute();
    await addChannel(database, bench.tenant(), { name: 'Next' });
    const { rows: counted } = await sql<{ total: number }>`
    select sum(total)::int as total from row_counts where kind = 'channels'`.execute(
      database.system,
    );
    expect(counted).toEqual([{ total: 2 }]);
    const { id } = await database.system
      .insertInto('terms')
      .values({ tenant_id: bench.tenant(), kind: 9, ext: 'next' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(Math.max(...before.map((term) => term.id)));
  },
  60_000,
);

test('SEC-S124 a company that was erased after the backup is erased again where its erasure is known', async () => {
  const copy = await copyOf(bench.source().url);
  const target = await bench.makeEmpty();
  await restore(target, copy);
  const client = await bench.connectTo(target);
  await client.query(`delete from tenants`);
  await client.query(
    `insert into company_erasures (company_id, asked_at, done_at) values ($1, now(), now()), ('older', now(), now())`,
    [bench.tenant()],
  );
  expect(await restore(target, copy, true)).toMatchObject({
    companies: 1,
    erasing: [bench.tenant()],
  });
  const { rows } = await client.query(
    `select company_id as id, done_at is null as due from company_erasures order by due`,
  );
  expect(rows).toEqual([
    { id: 'older', due: false },
    { id: bench.tenant(), due: true },
  ]);
});

test('a backup of an earlier schema comes back and is brought up to the present one', async () => {
  const old = await bench.makeEmpty();
  const client = await bench.connectTo(old);
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
  const target = await bench.makeEmpty();
  const report = await restore(target, copy);
  expect(report.companies).toBe(1);
  expect(report.migrated[0]).toBe('0011-rollup-names');
  const database = await bench.open(target);
  expect(await database.system.selectFrom('rollups_hour').select('impressions').execute()).toEqual([
    { impressions: 4 },
  ]);
  expect(await database.system.selectFrom('terms').select('ext').execute()).toEqual([
    { ext: 'channel-1' },
  ]);
});

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const now = new Date();
  const insert = (id: string) =>
    bench.source().database.transaction(async ({ db }) => {
      const base = { tenant_id: bench.tenant(), id, name: id, created_at: now, updated_at: now };
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
  const { plan } = await copyOf(bench.source().url);
  const during = written - before;
  isWriting = false;
  await writing;
  const rows = (name: string) => plan.tables.find((table) => table.name === name)?.rows;
  expect(during).toBeGreaterThan(0);
  expect(rows('titles')).toBe(rows('medias'));
  expect(rows('titles')).toBeGreaterThanOrEqual(before - 1);
});
