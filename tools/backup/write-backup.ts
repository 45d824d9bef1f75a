/** Writes the backup of an installation, streamed: its bytes are in memory only while they pass. */
import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { DomainError, domainError } from '@interlude/contract/errors';
import { openArchiveStorage } from '@interlude/event-archive';
import { createObjectStorage, type ObjectStorage } from '@interlude/object-storage';
import {
  type BackupSnapshot,
  type BackupTable,
  leftOutTables,
  type PrepareOptions,
  RowsSum,
  withBackupSnapshot,
} from '@interlude/persistence';
import { type Config, createEgress, type SecretKey } from '@interlude/runtime';
import type { TarWriter } from '../tar/tar-writer.ts';
import { writeTarFile } from '../tar/write-tar-file.ts';
import { fingerprintOf, sealKey, signManifest } from './backup-key.ts';
import {
  type BackupHead,
  type BackupManifest,
  backupFormat,
  backupLimits,
  backupVersion,
  chunkName,
  jsonText,
  listName,
  type ObjectPlace,
  ObjectSums,
  objectName,
  type TableEntry,
} from './manifest.ts';

export interface BackupOptions {
  readonly config: Config;
  readonly database: PrepareOptions;
  /** `.gz` = compressed. */
  readonly file: string;
  readonly key: SecretKey;
  /** Seals the key into the file; undefined: it is not in it. */
  readonly passphrase: string | undefined;
  /** Of Interlude. */
  readonly version: string;
  readonly nowMs: number;
}

/** Rows are compressed well by any level; media are compressed already. */
const gzipLevel = 1;

const addBytes = (tar: TarWriter, name: string, bytes: Buffer) =>
  tar.add(name, bytes.length, [bytes]);
const addText = (tar: TarWriter, name: string, text: string) =>
  addBytes(tar, name, Buffer.from(text));

async function makeHead(options: BackupOptions, snapshot: BackupSnapshot): Promise<BackupHead> {
  const { key, passphrase, version, nowMs } = options;
  const sealed = passphrase === undefined ? null : await sealKey(key, passphrase);
  return {
    format: backupFormat,
    version: backupVersion,
    createdAt: new Date(nowMs).toISOString(),
    interlude: version,
    postgres: snapshot.major,
    migrations: snapshot.migrations.map(({ name, checksum }) => ({ name, checksum })),
    key: { fingerprint: fingerprintOf(key), sealed },
  };
}

/** Writes a table in chunks of known size, as a tar entry needs its size first and the table's is unknown. */
async function addTable(
  tar: TarWriter,
  snapshot: BackupSnapshot,
  { name, columns, lastNumber }: BackupTable,
): Promise<TableEntry> {
  const sum = new RowsSum();
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    if (bytes === 0) return;
    number += 1;
    await tar.add(chunkName(name, number), bytes, parts);
    parts = [];
    bytes = 0;
  };
  for await (const part of snapshot.read(name)) {
    sum.add(part);
    parts.push(part);
    bytes += part.length;
    if (bytes >= backupLimits.writtenChunkBytes) await flush();
  }
  await flush();
  return { name, columns: [...columns], lastNumber, ...sum.end() };
}

interface StoredFiles {
  readonly sums: ObjectSums;
  readonly missing: { count: number; names: string[] };
  lists: number;
}

async function addList(tar: TarWriter, files: StoredFiles): Promise<void> {
  if (files.sums.waiting === 0) return;
  files.lists += 1;
  await addBytes(tar, listName(files.lists), files.sums.takeList());
}

const isGone = (error: unknown) =>
  error instanceof DomainError && error.code === 'STORED_FILE_NOT_FOUND';

async function addObject(
  tar: TarWriter,
  storage: ObjectStorage,
  { place, key }: { readonly place: ObjectPlace; readonly key: string },
  { sums, missing }: StoredFiles,
): Promise<void> {
  const found = await storage.read(key).catch((error: unknown) => {
    if (!isGone(error)) throw error;
    missing.count += 1;
    if (missing.names.length < backupLimits.names) missing.names.push(objectName(place, key));
    return undefined;
  });
  if (found === undefined) return;
  const { body, object } = found;
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const part of body) {
      hash.update(part);
      yield part;
    }
  }
  await tar.add(objectName(place, key), object.sizeBytes, hashed());
  sums.add(place, key, { bytes: object.sizeBytes, sha256: hash.digest('hex') });
}

async function addPlace(
  tar: TarWriter,
  storage: ObjectStorage,
  { place, prefix }: { readonly place: ObjectPlace; readonly prefix: string },
  files: StoredFiles,
): Promise<void> {
  for await (const { key } of storage.list(prefix)) {
    await addObject(tar, storage, { place, key }, files);
    if (files.sums.waiting >= backupLimits.listedObjects) await addList(tar, files);
  }
}

const localArchive = { type: 'local', settings: {}, allow: [] } as const;

/** Writes media and archived events of the data folder. Events that wait for the archive are not part of it yet. */
async function addObjects(tar: TarWriter, dataFolder: string): Promise<StoredFiles> {
  const files: StoredFiles = {
    sums: new ObjectSums(),
    missing: { count: 0, names: [] },
    lists: 0,
  };
  const egress = createEgress();
  const archive = openArchiveStorage(localArchive, dataFolder);
  try {
    const parts = { egress: egress.forTenant(''), dataFolder };
    const media = createObjectStorage({ type: 'local', settings: {} }, parts);
    await addPlace(tar, media, { place: 'media', prefix: '' }, files);
    await addPlace(tar, archive.storage, { place: 'events', prefix: 'events/' }, files);
    await addList(tar, files);
    return files;
  } finally {
    await archive.close();
    await egress.close();
  }
}

/** Rows first: a file that is stored later has no row in the backup, and is removed as an orphan after a restore. */
async function write(options: BackupOptions, tar: TarWriter): Promise<BackupManifest> {
  const { config, database, key } = options;
  const { head, tables, remoteStorages } = await withBackupSnapshot(database, async (snapshot) => {
    const made = await makeHead(options, snapshot);
    await addText(tar, 'backup.json', jsonText(made));
    const entries: TableEntry[] = [];
    for (const table of snapshot.tables) entries.push(await addTable(tar, snapshot, table));
    return { head: made, tables: entries, remoteStorages: snapshot.remoteStorages };
  });
  const { sums, missing } = await addObjects(tar, config.dataFolder);
  const archiveType = config.eventArchive?.type ?? 'local';
  const manifest: BackupManifest = {
    ...{ head, tables, leftOut: [...leftOutTables].sort(), objects: sums.end(), missing },
    remoteStorages: remoteStorages.map((storage) => ({ ...storage })),
    remoteArchive: archiveType === 'local' ? null : archiveType,
  };
  const text = jsonText(manifest);
  await addText(tar, 'manifest.json', text);
  await addText(tar, 'seal', signManifest(key, text));
  await tar.end();
  return manifest;
}

async function requireNewFile(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw domainError('BACKUP_FAILED', { reason: `there is already a file ${file}` });
}

/**
 * Writes a backup as one file, whole or not at all, while the platform runs.
 * @throws {DomainError} BACKUP_FAILED; those of the database and of its storages
 */
export async function writeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { file, nowMs } = options;
  await requireNewFile(file);
  try {
    return await writeTarFile(file, { nowMs, gzipLevel }, (tar) => write(options, tar));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw domainError('BACKUP_FAILED', { reason }, error);
  }
}
