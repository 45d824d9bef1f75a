import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createObjectStorage } from '@interlude/object-storage';
import { createTenantStore } from '@interlude/persistence';
import { createEgress } from '@interlude/runtime';
import { addChannel, addUser } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CommandBench, makeEvents, openCommandBench } from '../events/archive-bench.suite.ts';
import { runCompany } from './company-command.ts';

const run = promisify(execFile);
let bench: CommandBench;
let folder: string;
const long = `${'deep/'.repeat(40)}1.m4s`;
beforeAll(async () => {
  bench = await openCommandBench();
  folder = await mkdtemp(join(tmpdir(), 'interlude-company-'));
  const { database, tenant, other, config } = bench;
  await addUser(database, other, { role: 'SuperAdmin' });
  await addUser(database, tenant, { email: 'ann@example.com', role: 'Admin' });
  await addChannel(database, tenant, { name: 'News' });
  const egress = createEgress();
  const { dataFolder } = config;
  const media = createObjectStorage({ type: 'local', settings: {} }, { egress, dataFolder });
  for (const key of [
    `${tenant}/ads/${long}`,
    `${tenant}/sources/a.mp4`,
    `${other}/sources/b.mp4`,
  ]) {
    await media.put(key, Buffer.from(key), { contentType: 'video/mp4' });
  }
  await egress.close();
  const nowMs = bench.clock.now();
  const span = { fromMs: nowMs - 3_600_000, untilMs: nowMs };
  const events = [...makeEvents(tenant, span, 70), ...makeEvents(other, span, 7)];
  await bench.count({ writer: 'one', seq: 1 }, events);
}, 60_000);
afterAll(async () => {
  await bench.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  bench.printed.length = 0;
});

const command = async (args: readonly string[], answer?: string) => {
  const status = await runCompany(args, { ...bench.io, ask: async () => answer }, bench.open);
  return { status, text: bench.printed.join('') };
};

test('an export has all rows, files and events of the company, no secret, and nothing of another', async () => {
  const file = join(folder, 'example.tar.gz');
  const { status } = await command(['export', 'Example TV', file, '--media', '--events']);
  expect(status).toBe(0);
  const into = join(folder, 'out');
  await mkdir(into);
  await run('tar', ['-xzf', file, '-C', into]);
  const manifest = JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ format: 'interlude-company', version: 1, missing: [] });
  expect(manifest.company).toBe(bench.tenant);
  for (const { name, bytes, sha256 } of [...manifest.tables, ...manifest.files]) {
    const content = await readFile(join(into, name));
    expect([name, content.length]).toEqual([name, bytes]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  const names: string[] = manifest.files.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => name.endsWith(`/ads/${long}`))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('.parquet'))).toHaveLength(1);
  const rows = async (table: string) =>
    (await readFile(join(into, 'rows', `${table}.ndjson`), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  expect(await rows('channels')).toMatchObject([{ name: 'News', tenant_id: bench.tenant }]);
  expect(await rows('people')).toMatchObject([{ email: 'ann@example.com' }]);
  const all = await Promise.all(manifest.tables.map(({ table }: { table: string }) => rows(table)));
  const tables: { columns: string[] }[] = manifest.tables;
  for (const [place, of] of all.entries())
    for (const row of of) expect(Object.keys(row)).toEqual(tables[place]?.columns);
  const text = JSON.stringify(all);
  expect(text).not.toContain(bench.other);
  expect(text).not.toMatch(/"(sealed|password_hash|key_hash|token_hash)"/);
  expect(await readdir(folder)).not.toContain('example.tar.gz.part');
}, 60_000);

test('SEC-S124 an erasure counts first, asks, and removes rows, media, archived events and people', async () => {
  const { tenant, other, database, config } = bench;
  const counted = await command(['erase', 'Example TV', '--dry-run']);
  expect(counted).toMatchObject({ status: 0 });
  expect(counted.text).toContain('  channels: 1\n');
  expect(counted.text).toContain('  people: 1\n');
  expect(counted.text).toMatch(/ {2}files in ".+": 2 \(/);
  expect(counted.text).toContain('  files of archived events: 1 (');
  bench.printed.length = 0;
  expect(await command(['erase', 'Example TV'], 'Other')).toMatchObject({ status: 1 });
  expect(await command(['erase', 'Example TV'])).toMatchObject({ status: 1 });
  expect(await createTenantStore(database).find(tenant)).toBeDefined();

  expect(await command(['erase', 'Example TV'], 'Example TV')).toMatchObject({ status: 0 });
  expect(await createTenantStore(database).find(tenant)).toBeUndefined();
  const left = await readdir(config.dataFolder, { recursive: true });
  expect(left.filter((name) => name.includes(tenant))).toEqual([]);
  expect(left.filter((name) => name.includes(other) && /\.(mp4|parquet)$/.test(name))).toHaveLength(
    2,
  );
  const people = await database.system.selectFrom('users').select('email').execute();
  expect(people.map(({ email }) => email)).not.toContain('ann@example.com');
  bench.printed.length = 0;
  const again = await command(['erase', tenant, '--yes']);
  expect(again).toMatchObject({ status: 2 });
  expect(again.text).toContain('The company was erased on ');
  bench.printed.length = 0;
  const record = await command(['erased']);
  expect(JSON.parse(record.text)).toMatchObject([{ companyId: tenant, usage: { '2026-01': 10 } }]);
  expect(record.text).not.toMatch(/Example TV|ann@/);
}, 60_000);

test('SEC-S124 the only administrators of an installation are not erased', async () => {
  const { status, text } = await command(['erase', 'Other', '--yes']);
  expect(status).toBe(2);
  expect(text).toContain('it has the only SuperAdmins of the installation');
});

test('what is missing or too much is said', async () => {
  expect((await command(['erase'])).status).toBe(2);
  expect((await command(['export', 'Other'])).text).toContain('npm run -s company');
  expect((await command(['erase', 'nobody'])).text).toContain('There is no company "nobody".');
});
