/** A backup while rows are written, and its way back: every table and every file as it was. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSystemStore, openDatabase } from '@interlude/persistence';
import { createLogger, systemClock } from '@interlude/runtime';
import { testSecretKey } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type BackupBench,
  filesBelow,
  openBackupBench,
  type Place,
  rowsOf,
} from './backups.suite.ts';

let bench: BackupBench;
let file: string;
let target: Place;
/** Where rows were written meanwhile. */
const written = new Set(['titles', 'medias', 'row_counts']);
let rowsBefore: ReadonlyMap<string, string>;

/** A title and its media in one transaction, one after the other, until the end. */
function startWriting() {
  const { database } = bench.source;
  let isOver = false;
  let count = 0;
  const over = (async () => {
    for (; !isOver; count += 1) {
      await database.transaction(async ({ db }) => {
        const at = new Date();
        const [id, name] = [`t${count}`, 'Written'];
        const base = { tenant_id: bench.tenant, id, name, created_at: at, updated_at: at };
        await db
          .insertInto('titles')
          .values({ ...base, type: 'movie' })
          .execute();
        await db
          .insertInto('medias')
          .values({ ...base, type: 'source', url: '' })
          .execute();
      });
    }
  })();
  return {
    count: () => count,
    async stop() {
      isOver = true;
      await over;
    },
  };
}

beforeAll(async () => {
  bench = await openBackupBench();
  rowsBefore = await rowsOf(bench.place.databaseUrl);
  const writing = startWriting();
  await vi.waitFor(() => expect(writing.count()).toBeGreaterThan(10), { timeout: 20_000 });
  const before = writing.count();
  const backup = await bench.backup(bench.place, ['--to', `${bench.folder}/kept/`]);
  const during = writing.count() - before;
  await writing.stop();
  expect(backup, backup.said).toMatchObject({ status: 0 });
  expect(during).toBeGreaterThan(0);
  const [name = ''] = await readdir(join(bench.folder, 'kept'));
  file = join(bench.folder, 'kept', name);
  target = await bench.makeTarget();
  const restore = await bench.restore(target, [file]);
  expect(restore, restore.said).toMatchObject({ status: 0 });
  expect(restore.printed).toContain('1 companies; all checksums are equal');
  expect(restore.printed).toContain('files of the s3 storage "Bucket"');
});
afterAll(() => bench.end());

test('every table is as it was, but for those in which nothing comes back', async () => {
  const restored = await rowsOf(target.databaseUrl);
  expect([...restored.keys()]).toEqual([...rowsBefore.keys()]);
  const compared = [...rowsBefore].filter(([name]) => !written.has(name) && name !== 'migrations');
  expect(compared.length).toBeGreaterThan(50);
  for (const [name, sum] of compared) expect([name, restored.get(name)]).toEqual([name, sum]);
});

test('rows that are written meanwhile are of one moment', async () => {
  const restored = await rowsOf(target.databaseUrl);
  const count = (name: string) => Number((restored.get(name) ?? '').split(' ')[0]);
  expect(count('titles')).toBeGreaterThan(10);
  expect(count('titles')).toBe(count('medias'));
  const database = await openDatabase({
    ...{ databaseUrl: target.databaseUrl, dataFolder: target.dataFolder, clock: systemClock },
    ...{ logger: createLogger({ name: 'test', level: 'silent' }), secretKey: testSecretKey },
    pools: { system: 1, requests: 1 },
  });
  try {
    const counts = await database.system
      .selectFrom('row_counts')
      .select('total')
      .where('kind', '=', 'titles')
      .execute();
    expect(counts.reduce((sum, { total }) => sum + total, 0)).toBe(count('titles'));
    // Sealed values open with the key, which is not in the file.
    const bucket = await createSystemStore(database).find(bench.tenant, bench.bucketId);
    expect(bucket?.settings).toMatchObject({ secretAccessKey: 'planted-s3' });
  } finally {
    await database.stop();
  }
});

test('every file is as it was; nothing of spools, writes under way and keys is there', async () => {
  const { dataFolder } = bench.place;
  const media = await filesBelow(join(dataFolder, 'media'));
  const expected = [...media].filter(([name]) => !name.startsWith('~incoming'));
  expect(expected).toHaveLength(3);
  expect([...(await filesBelow(join(target.dataFolder, 'media')))]).toEqual(expected);
  const events = (folder: string) => filesBelow(join(folder, 'event-archive', 'events'));
  expect(await events(target.dataFolder)).toEqual(await events(dataFolder));
  expect(await events(dataFolder)).toHaveProperty('size', 1);
  expect((await readdir(target.dataFolder)).sort()).toEqual(['event-archive', 'media']);
  expect(await readdir(join(target.dataFolder, 'event-archive'))).not.toContain('intake');
});

test('SEC-S122 the file is for its owner alone, and has neither the key nor a secret in clear', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const plain = join(bench.folder, 'plain.tar');
  expect(await bench.backup(bench.place, ['--to', plain])).toMatchObject({ status: 0 });
  const text = await readFile(plain, 'latin1');
  expect(text).toContain('Example TV');
  for (const secret of [testSecretKey.toString('base64'), 'planted-secret', 'planted-s3'])
    expect(text).not.toContain(secret);
  expect(text).not.toContain(testSecretKey.toString('latin1'));
  const again = await bench.backup(bench.place, ['--to', plain]);
  expect(again).toMatchObject({ status: 2 });
  expect(again.said).toContain('there is already a file');
});

test('SEC-S122 a second one is refused without --replace, and with it replaces all', async () => {
  const refused = await bench.restore(target, [file]);
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.said).toContain('say --replace');
  expect(await bench.restore(target, [file, '--replace'])).toMatchObject({ status: 0 });
  expect(await bench.restore(target, ['--verify', file])).toMatchObject({ status: 0 });
});

test('SEC-S122 the key comes with the backup when it was asked for, to an installation without one', async () => {
  const withKey = join(bench.folder, 'with-key.tar.gz');
  const env = { INTERLUDE_BACKUP_PASSPHRASE: 'correct horse battery' };
  expect(await bench.backup(bench.place, ['--to', withKey, '--with-key'], env)).toMatchObject({
    status: 0,
  });
  const fresh = await bench.makeTarget();
  const noKey = { INTERLUDE_SECRET_KEY: '' };
  const refused = await bench.restore(fresh, [withKey], noKey);
  expect(refused.said).toContain('INTERLUDE_BACKUP_PASSPHRASE');
  expect(await readdir(fresh.dataFolder)).toEqual([]);
  expect(await bench.restore(fresh, [withKey], { ...env, ...noKey })).toMatchObject({ status: 0 });
  const stored = await readFile(join(fresh.dataFolder, 'secret.key'), 'utf8');
  expect(stored.trim()).toBe(testSecretKey.toString('base64'));
});
