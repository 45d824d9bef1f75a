import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runBackup } from './backup-command.ts';
import { madeEntries, writeEntries } from './made-backup.suite.ts';
import { runRestore } from './restore-command.ts';

const key = Buffer.alloc(32, 5);
let folder: string;
let data: string;
let printed: string;
let said: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-backup-command-'));
  data = join(folder, 'data');
  printed = '';
  said = '';
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const io = (env: Readonly<Record<string, string>> = {}) => ({
  print: (text: string) => {
    printed += text;
  },
  say: (text: string) => {
    said += text;
  },
  env: { INTERLUDE_DATA: data, ...env },
  ...{ cwd: folder, nowMs: Date.UTC(2026, 10, 24, 3) },
});
const secretKey = { INTERLUDE_SECRET_KEY: key.toString('base64') };

test('both say what they do', async () => {
  expect(await runBackup(['--help'], io())).toBe(0);
  expect(await runRestore(['--help'], io())).toBe(0);
  expect(printed).toContain('npm run backup -- [--to <file or folder>] [--with-key]');
  expect(printed).toContain('npm run restore -- <file> [--replace]');
});

test('what is missing or too much is said, and nothing is made', async () => {
  expect(await runBackup(['more'], io())).toBe(2);
  expect(await runRestore([], io())).toBe(2);
  expect(await runRestore(['a', 'b'], io())).toBe(2);
  expect(await runBackup(['--with-key'], io(secretKey))).toBe(2);
  expect(said).toContain('INTERLUDE_BACKUP_PASSPHRASE');
  expect(await readdir(folder)).toEqual([]);
});

test('a folder without an installation is named, and none is made in it', async () => {
  expect(await runBackup([], io(secretKey))).toBe(2);
  expect(said).toContain(`the data folder ${data} has no database`);
  expect(await runBackup([], io({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }))).toBe(2);
  expect(said).toContain('there is no key');
  expect(await readdir(folder)).toEqual([]);
});

test('a backup is checked without a database, its seal where the key is', async () => {
  const file = join(folder, 'backup.tar.gz');
  await writeEntries(file, await madeEntries(key));
  expect(await runRestore(['--verify', file], io(secretKey))).toBe(0);
  expect(printed).toContain('all checksums and the seal are right');
  expect(printed).toContain('3 rows of 3 tables');
  expect(printed).toContain('2 media files');
  expect(said).toBe('');
  expect(await runRestore(['--verify', 'backup.tar.gz'], io())).toBe(0);
  expect(said).toContain('is not here');
  expect(await readdir(folder)).toEqual(['backup.tar.gz']);
});

test('SEC-S122 what cannot be restored is refused before the database is looked for', async () => {
  const file = join(folder, 'backup.tar');
  const restore = () =>
    runRestore([file], io({ ...secretKey, DATABASE_URL: 'postgres://127.0.0.1:1/none' }));
  await writeEntries(file, await madeEntries(Buffer.alloc(32, 6)));
  expect(await restore()).toBe(2);
  expect(said).toContain('The backup belongs to the key');
  const [first] = await madeEntries(key);
  const { migrations } = JSON.parse(first?.bytes.toString() ?? '');
  const newer = [...migrations, { name: '9999-later', checksum: '0'.repeat(64) }];
  await writeEntries(
    file,
    await madeEntries(key, { head: { migrations: newer, interlude: '9.9.9' } }),
  );
  expect(await restore()).toBe(2);
  expect(said).toContain('newer version of Interlude (9.9.9, migration 9999-later)');
  const other = [{ ...migrations[0], checksum: '0'.repeat(64) }];
  await writeEntries(file, await madeEntries(key, { head: { migrations: other } }));
  expect(await restore()).toBe(2);
  expect(said).toContain('is not the one of this version of Interlude');
  await writeFile(file, 'nothing');
  expect(await restore()).toBe(2);
  expect(await readdir(folder)).toEqual(['backup.tar']);
});

test('SEC-S122 a file that somebody changed and summed again is known by its seal', async () => {
  const file = join(folder, 'backup.tar');
  const entries = await madeEntries(key);
  const forged = await madeEntries(Buffer.alloc(32, 6), {
    head: { key: JSON.parse(entries[0]?.bytes.toString() ?? '').key },
  });
  await writeEntries(file, forged);
  expect(await runRestore(['--verify', file], io(secretKey))).toBe(2);
  expect(said).toContain('its seal is not that of its manifest');
});

test('texts of a file do not act in a terminal', async () => {
  const file = join(folder, 'backup.tar');
  const entries = await madeEntries(key);
  await writeEntries(file, [...entries, { name: 'media/\u001b[31mred', bytes: Buffer.from('x') }]);
  expect(await runRestore(['--verify', file], io())).toBe(2);
  expect(said).toContain('\\u001b[31mred');
  expect(said).not.toContain('\u001b');
});
