/** State after a restore that was killed or ran out of disk, and the cost of a large file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../tools/root.ts';
import { toolEnvironment } from '../../tools/run-command.ts';
import {
  type BackupBench,
  environmentOf,
  filesBelow,
  openBackupBench,
  type Place,
  rowsOf,
} from './backups.suite.ts';

const bigBytes = 1024 ** 3;
const kills = 12;
/** Of the process as a whole, Node included; the file is many times as large. */
const mostMb = 400;

let bench: BackupBench;
let file: string;
beforeAll(async () => {
  bench = await openBackupBench();
  file = join(bench.folder, 'backup.tar');
  const { database } = bench.source;
  const at = new Date();
  for (let page = 0; page < 40; page += 1) {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ tenant_id: bench.tenant, id: `t${page}-${index}`, name: 'x'.repeat(200), type: 'movie' },
      ...{ created_at: at, updated_at: at },
    }));
    await database.system.insertInto('titles').values(rows).execute();
  }
  expect(await bench.backup(bench.place, ['--to', file])).toMatchObject({ status: 0 });
}, 300_000);
afterAll(() => bench.end());

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function run(
  command: 'backup' | 'restore',
  place: Place,
  args: readonly string[],
  within: readonly string[] = [],
) {
  const node = [
    process.execPath,
    '--conditions=@interlude/source',
    join(root, `tools/${command}.ts`),
  ];
  const [program = '', ...rest] = [...within, ...node, ...args];
  const child = spawn(program, rest, {
    env: toolEnvironment({ ...environmentOf(place) }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  const ended = once(child, 'exit').then(() => void children.delete(child));
  return { child, ended, said: () => said };
}

const companies = async ({ databaseUrl }: Place) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ names: string[] }>(
      'select array_agg(name order by name) as names from tenants',
    );
    return rows[0]?.names ?? [];
  } finally {
    await client.end();
  }
};

test(`SEC-S122 ${kills} kills leave the installation as it was, or restored as a whole`, async () => {
  const target = await bench.makeTarget();
  const started = Date.now();
  const whole = run('restore', target, [file]);
  await whole.ended;
  expect(whole.child.exitCode, whole.said()).toBe(0);
  const wholeMs = Date.now() - started;
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  let untouched = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await client.query(`update tenants set name = 'As it was'`);
      const { child, ended } = run('restore', target, [file, '--replace']);
      await sleep((wholeMs * (kill + 1)) / (kills + 1));
      child.kill('SIGKILL');
      await ended;
      // The server rolls back the transaction of the closed connection.
      const [name] = await companies(target);
      expect(['As it was', 'Example TV']).toContain(name);
      if (name === 'As it was') untouched += 1;
      const media = await filesBelow(join(target.dataFolder, 'media'));
      expect([...media].filter(([key]) => !key.startsWith('~incoming'))).toHaveLength(3);
    }
  } finally {
    await client.end();
  }
  expect(untouched).toBeGreaterThan(0);
  expect(await bench.restore(target, [file, '--replace'])).toMatchObject({ status: 0 });
  const rows = await rowsOf(target.databaseUrl);
  for (const [name, sum] of await rowsOf(bench.place.databaseUrl))
    if (name !== 'migrations') expect([name, rows.get(name)]).toEqual([name, sum]);
}, 600_000);

test('a killed backup leaves no file with the name of a whole one', async () => {
  const folder = join(bench.folder, 'killed');
  await mkdir(folder);
  const { child, ended } = run('backup', bench.place, ['--to', join(folder, 'x.tar')]);
  await expect
    .poll(() => readdir(folder), { interval: 5, timeout: 30_000 })
    .toEqual(['x.tar.part']);
  child.kill('SIGKILL');
  await ended;
  expect(await readdir(folder)).toEqual(['x.tar.part']);
  // The next one writes over it.
  expect(await bench.backup(bench.place, ['--to', join(folder, 'x.tar')])).toMatchObject({
    status: 0,
  });
  expect(await readdir(folder)).toEqual(['x.tar']);
}, 120_000);

test('SEC-S122 files that may not grow further stop both with a sentence and leave nothing', async () => {
  const folder = join(bench.folder, 'small');
  await mkdir(folder);
  // 64 kB for each file of the process, in blocks of 512 bytes; the signal of the limit is an error of the write.
  const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 128 && exec "$@"', 'sh'];
  const backup = run('backup', bench.place, ['--to', join(folder, 'x.tar')], limited);
  await backup.ended;
  expect(backup.child.exitCode, backup.said()).toBe(2);
  expect(backup.said()).toContain('The backup was not written');
  expect(await readdir(folder)).toEqual([]);
  const target = await bench.makeTarget();
  const restore = run('restore', target, [file], limited);
  await restore.ended;
  expect(restore.child.exitCode, restore.said()).toBe(2);
  expect([...(await rowsOf(target.databaseUrl))]).toEqual([]);
}, 120_000);

test('a file of a gigabyte passes through both without being in memory', async () => {
  const big = join(bench.place.dataFolder, 'media', bench.tenant, 'sources', 'big.mp4');
  const handle = await open(big, 'w');
  await handle.truncate(bigBytes);
  await handle.close();
  const target = await bench.makeTarget();
  const whole = join(bench.folder, 'big.tar.gz');
  for (const [command, place, args] of [
    ['backup', bench.place, ['--to', whole]],
    ['restore', target, [whole]],
  ] as const) {
    const { child, ended, said } = run(command, place, args);
    let mostKb = 0;
    let isOver = false;
    const over = ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      mostKb = Math.max(mostKb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
      await sleep(50);
    }
    await over;
    expect(child.exitCode, said()).toBe(0);
    expect(mostKb).toBeGreaterThan(0);
    expect(mostKb / 1024).toBeLessThan(mostMb);
  }
  const [one, two] = [bench.place, target].map(({ dataFolder }) => join(dataFolder, 'media'));
  const stored = await filesBelow(two ?? '');
  expect(stored.size).toBe(4);
  for (const [name, sum] of await filesBelow(one ?? ''))
    if (!name.startsWith('~incoming')) expect([name, stored.get(name)]).toEqual([name, sum]);
}, 600_000);
