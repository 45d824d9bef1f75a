/** Backups that are made entry by entry, so that each can be spoilt in its own way. */
import { createHash } from 'node:crypto';
import { readMigrations } from '@interlude/persistence';
import type { SecretKey } from '@interlude/runtime';
import { writeTarFile } from '../tar/write-tar-file.ts';
import { fingerprintOf, signManifest } from './backup-key.ts';
import {
  type BackupHead,
  type BackupManifest,
  backupFormat,
  backupVersion,
  chunkName,
  jsonText,
  listName,
  ObjectSums,
  objectName,
  type TableEntry,
} from './manifest.ts';

export interface MadeEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const madeRows = { tenants: ['t1\tExample TV\n', 't2\tOther\n'], users: ['u1\tann\n'] };
export const madeMedia = { 't1/sources/a.mp4': 'film', 't1/ads/c/p/j/1/1.m4s': '' };

export async function madeHead(
  key: SecretKey,
  part: Partial<BackupHead> = {},
): Promise<BackupHead> {
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
  return {
    ...{ format: backupFormat, version: backupVersion, createdAt: '2026-11-24T03:00:00.000Z' },
    ...{ interlude: '0.1.0', postgres: 18, migrations },
    key: { fingerprint: fingerprintOf(key), sealed: null },
    ...part,
  };
}

const tableOf = (name: string, chunks: readonly string[]): TableEntry => {
  const bytes = Buffer.from(chunks.join(''));
  return {
    ...{ name, columns: ['id', 'name'], lastNumber: null, rows: chunks.length },
    ...{ bytes: bytes.length, sha256: sha256(bytes) },
  };
};

/** The entries of a whole backup; `change` spoils its manifest before it is signed. */
export async function madeEntries(
  key: SecretKey,
  part: {
    readonly head?: Partial<BackupHead>;
    readonly change?: (manifest: BackupManifest) => BackupManifest;
  } = {},
): Promise<MadeEntry[]> {
  const head = await madeHead(key, part.head);
  const entries: MadeEntry[] = [];
  const add = (name: string, content: string) =>
    entries.push({ name, bytes: Buffer.from(content) });
  add('backup.json', jsonText(head));
  for (const [table, chunks] of Object.entries(madeRows))
    for (const [index, chunk] of chunks.entries()) add(chunkName(table, index + 1), chunk);
  const sums = new ObjectSums();
  for (const [stored, content] of Object.entries(madeMedia)) {
    add(objectName('media', stored), content);
    const bytes = Buffer.from(content);
    sums.add('media', stored, { bytes: bytes.length, sha256: sha256(bytes) });
  }
  entries.push({ name: listName(1), bytes: sums.takeList() });
  const whole: BackupManifest = {
    head,
    tables: [
      ...Object.entries(madeRows).map(([name, rows]) => tableOf(name, rows)),
      tableOf('jobs', []),
    ],
    ...{ leftOut: ['oidc'], objects: sums.end(), missing: { count: 0, names: [] } },
    ...{ remoteStorages: [], remoteArchive: null },
  };
  const text = jsonText(part.change?.(whole) ?? whole);
  add('manifest.json', text);
  add('seal', signManifest(key, text));
  return entries;
}

export const writeEntries = (file: string, entries: readonly MadeEntry[]): Promise<void> =>
  writeTarFile(file, { nowMs: 0 }, async (tar) => {
    for (const { name, bytes } of entries) await tar.add(name, bytes.length, [bytes]);
    await tar.end();
  });
