import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type MadeEntry,
  madeEntries,
  madeMedia,
  madeRows,
  writeEntries,
} from './made-backup.suite.ts';
import { entryKind } from './manifest.ts';
import { readBackup, readBackupHead } from './read-backup.ts';

const key = randomBytes(32);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-read-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function write(entries: readonly MadeEntry[], end = '.tar'): Promise<string> {
  files += 1;
  const file = join(folder, `${files}${end}`);
  await writeEntries(file, entries);
  return file;
}

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all).toString('utf8');
}

test.each(['.tar', '.tar.gz'])('what is in a backup passes once, in order (%s)', async (end) => {
  const file = await write(await madeEntries(key), end);
  const seen: [string, string][] = [];
  const backup = await readBackup(file, {
    rows: async (table, rows) => void seen.push([table, await textOf(rows)]),
    object: async (place, name, bytes) => void seen.push([`${place} ${name}`, await textOf(bytes)]),
  });
  expect(seen).toEqual([
    ...Object.entries(madeRows).map(([table, chunks]) => [table, chunks.join('')]),
    ...Object.entries(madeMedia).map(([name, content]) => [`media ${name}`, content]),
  ]);
  expect(backup.manifest.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['tenants', 2],
    ['users', 1],
    ['jobs', 0],
  ]);
  expect(await readBackupHead(file)).toEqual(backup.head);
});

const isNamed = (name: string) => (entry: MadeEntry) => entry.name === name;
const replaced = (entries: readonly MadeEntry[], name: string, text: string) =>
  entries.map((entry) => (entry.name === name ? { name, bytes: Buffer.from(text) } : entry));
const without = (entries: readonly MadeEntry[], name: string) =>
  entries.filter((entry) => entry.name !== name);
const before = (entries: readonly MadeEntry[], name: string, more: MadeEntry) => {
  const at = entries.findIndex(isNamed(name));
  return [...entries.slice(0, at), more, ...entries.slice(at)];
};
const made = (name: string, text = 'x'): MadeEntry => ({ name, bytes: Buffer.from(text) });

const spoilt: Record<string, [(entries: readonly MadeEntry[]) => readonly MadeEntry[], string]> = {
  'a row that was changed': [
    (all) => replaced(all, 'rows/users/000001.copy', 'u1\tbob\n'),
    'the rows of "users" are not what its manifest says',
  ],
  'rows that were taken out': [
    (all) => without(all, 'rows/users/000001.copy'),
    'the rows of "users" are not what its manifest says',
  ],
  'a piece of a table that is missing': [
    (all) => without(all, 'rows/tenants/000001.copy'),
    'the rows of "tenants" are not in order',
  ],
  'a table that is there twice': [
    (all) => before(all, 'media/t1/sources/a.mp4', made('rows/tenants/000001.copy')),
    'the rows of "tenants" are not in order',
  ],
  'a table that the manifest lacks': [
    (all) => before(all, 'media/t1/sources/a.mp4', made('rows/secrets/000001.copy')),
    'its manifest lacks the table "secrets"',
  ],
  'a file that was changed': [
    (all) => replaced(all, 'media/t1/sources/a.mp4', 'fake'),
    'stored files are not what "lists/000001.ndjson" says',
  ],
  'a file more': [
    (all) => before(all, 'lists/000001.ndjson', made('media/t1/sources/b.mp4')),
    'stored files are not what "lists/000001.ndjson" says',
  ],
  'a file behind the lists': [
    (all) => before(all, 'manifest.json', made('media/t1/sources/b.mp4')),
    'stored files are not in its lists',
  ],
  'another head than the manifest says': [
    (all) =>
      all.map((entry) =>
        entry.name === 'backup.json'
          ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace('0.1.0', '9.9.9')) }
          : entry,
      ),
    'backup.json is not what its manifest says',
  ],
  'rows behind files': [
    (all) => before(all, 'manifest.json', made('rows/users/000001.copy')),
    'is out of order',
  ],
  'two manifests': [(all) => [...all, ...all.filter(isNamed('manifest.json'))], 'is out of order'],
  'no head': [(all) => all.slice(1), 'is out of order'],
  'no manifest': [
    (all) => without(without(all, 'manifest.json'), 'seal'),
    'it ends before its manifest',
  ],
  'a manifest that is no JSON': [
    (all) => replaced(all, 'manifest.json', '{'),
    'its manifest.json is no JSON',
  ],
  'a manifest of another shape': [
    (all) => replaced(all, 'manifest.json', '{"tables":[]}'),
    'manifest.json: ',
  ],
  'a head of another program': [
    (all) => replaced(all, 'backup.json', '{"format":"other","version":1}'),
    'it was not written by npm run backup',
  ],
  'a later format': [
    (all) => replaced(all, 'backup.json', '{"format":"interlude-backup","version":2}'),
    'its format has version 2',
  ],
  'a head without end': [
    (all) => replaced(all, 'backup.json', ' '.repeat(1024 ** 2 + 1)),
    'and 1048576 at most',
  ],
};

describe('SEC-S122 is refused, by name:', () => {
  test.each(Object.entries(spoilt))('%s', async (_name, [spoil, sentence]) => {
    const reading = readBackup(await write(spoil(await madeEntries(key))));
    await expect(reading).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
    await expect(reading).rejects.toThrow(sentence);
  });

  test.each([
    'media/../../etc/passwd',
    'media//etc/passwd',
    '/etc/passwd',
    'media/a\\..\\b',
    'media/.',
    'media/a\u0000b',
    'events/../media/a',
    'events',
    'rows/users/../x.copy',
    'rows/Users/000001.copy',
    'rows/users";drop table users;--/000001.copy',
    'lists/1.ndjson',
    'secret.key',
    '../backup.json',
    '__proto__',
    'constructor',
    '',
  ])('the name %j', (name) => {
    expect(() => entryKind(name)).toThrow('it has an entry');
  });

  test('a path out of the storage, in a whole file', async () => {
    const entries = before(await madeEntries(key), 'lists/000001.ndjson', made('media/../../x'));
    await expect(readBackup(await write(entries))).rejects.toThrow(
      'it has an entry "media/../../x"',
    );
  });

  test('a file that is cut at any place, also in the middle of a compressed one', async () => {
    for (const end of ['.tar', '.tar.gz']) {
      const whole = await readFile(await write(await madeEntries(key), end));
      for (let part = 1; part < 10; part += 1) {
        const file = join(folder, `cut-${part}${end}`);
        await writeFile(file, whole.subarray(0, Math.floor((whole.length * part) / 10) - 7));
        await expect(readBackup(file)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
      }
    }
  });

  test('a byte that is another one, wherever it stands', async () => {
    const whole = await readFile(await write(await madeEntries(key)));
    const file = join(folder, 'flipped.tar');
    // Flips the start of each 512 bytes, which is a header or content; the padding behind entries has no meaning.
    for (let at = 0; at < whole.length - 1_024; at += 512) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      if (whole[at] === 0) continue;
      await writeFile(file, flipped);
      const outcome = await readBackup(file).then(
        () => 'read',
        (error: unknown) => error,
      );
      if (outcome !== 'read') expect(outcome).toMatchObject({ code: 'BACKUP_INVALID' });
      // Only the owner of the key can check the seal.
      else expect(whole.subarray(at - 512, at - 508).toString()).toBe('seal');
    }
  });

  test('links, folders, huge declared sizes and what is no archive at all', async () => {
    const whole = await readFile(await write(await madeEntries(key)));
    const header = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(whole);
      change(bytes);
      bytes.write('        ', 148);
      const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
      bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      return bytes;
    };
    const cases: [Buffer, string][] = [
      [header((bytes) => bytes.write('2', 156)), 'is a symlink'],
      [header((bytes) => bytes.write('1', 156)), 'is a link'],
      [header((bytes) => bytes.write('5', 156)), 'is a directory'],
      [header((bytes) => bytes.write('3', 156)), 'is a character-device'],
      [header((bytes) => bytes.write('77777777777\0', 124)), 'and 1048576 at most'],
      [Buffer.from('no archive '.repeat(1_000)), 'Nothing was restored'],
      [Buffer.alloc(0), 'Nothing was restored'],
      [Buffer.alloc(10_240), 'it ends before its manifest'],
    ];
    const file = join(folder, 'odd.tar');
    for (const [bytes, sentence] of cases) {
      await writeFile(file, bytes);
      await expect(readBackup(file)).rejects.toThrow(sentence);
    }
    await expect(readBackup(folder)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
    await expect(readBackup(join(folder, 'none'))).rejects.toMatchObject({
      code: 'BACKUP_INVALID',
    });
  });
});
