/**
 * Restores a backup: all of it or nothing. The file is read twice: once to check it as a whole, before anything is
 * touched, and once to load it. Stored files are written under their keys, which are never used for other content; a
 * failed restore leaves only files without a row, which the next one replaces.
 * @see ADR 0049, rule SEC-S122
 */
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { openArchiveStorage } from '@interlude/event-archive';
import { contentTypeOf, createObjectStorage, type ObjectStorage } from '@interlude/object-storage';
import {
  compareHistory,
  type LoadTable,
  type PrepareOptions,
  type RestoreConnection,
  type RestoreReport,
  withRestoreConnection,
} from '@interlude/persistence';
import { type Config, createEgress, findSecretKey, storeSecretKey } from '@interlude/runtime';
import { isSigned, keyOfBackup, type RestoredKey } from './backup-key.ts';
import { type BackupHead, type BackupManifest, invalid, type ObjectPlace } from './manifest.ts';
import { type Backup, type BackupSink, readBackup, readBackupHead } from './read-backup.ts';

export interface RestoreOptions {
  readonly config: Config;
  readonly database: PrepareOptions;
  readonly file: string;
  readonly isReplacing: boolean;
  readonly passphrase: string | undefined;
  /** Called with a sentence at the beginning of each step. */
  readonly note: (sentence: string) => void;
}

export interface Restored extends RestoreReport {
  readonly manifest: BackupManifest;
}

/** @throws {DomainError} BACKUP_NEWER, BACKUP_INVALID */
async function requireKnownSchema({ interlude, migrations }: BackupHead): Promise<void> {
  const history = await compareHistory(migrations);
  if (history.kind === 'newer')
    throw domainError('BACKUP_NEWER', { version: interlude, migration: history.migration });
  if (history.kind === 'different')
    invalid(`its migration ${history.migration} is not the one of this version of Interlude`);
}

/** @throws {DomainError} BACKUP_INVALID */
function requireSeal({ manifestText, seal }: Backup, { key }: RestoredKey): void {
  if (!isSigned(key, manifestText, seal))
    invalid('its seal is not that of its manifest: it was changed after it was written');
}

/** Space in the embedded database per byte of row text: about twice its length for rows and indexes, and a margin. */
const rowsFactor = 3;

/** @throws {DomainError} RESTORE_FAILED */
async function requireSpace(
  { config, database }: Pick<RestoreOptions, 'config' | 'database'>,
  { tables, objects }: BackupManifest,
): Promise<void> {
  const rowBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const fileBytes = objects.media.bytes + objects.events.bytes;
  const needed = fileBytes + (database.databaseUrl === undefined ? rowsFactor * rowBytes : 0);
  const disk = await statfs(config.dataFolder).catch(() => undefined);
  const free = disk === undefined ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
  if (free >= needed) return;
  const mb = (bytes: number) => Math.ceil(bytes / 1_000_000);
  const reason = `the disk of ${config.dataFolder} has ${mb(free)} MB free, and ${mb(needed)} MB are needed`;
  throw domainError('RESTORE_FAILED', { reason });
}

async function withStorages<T>(
  dataFolder: string,
  work: (storages: Readonly<Record<ObjectPlace, ObjectStorage>>) => Promise<T>,
): Promise<T> {
  const egress = createEgress();
  const archive = openArchiveStorage({ type: 'local', settings: {}, allow: [] }, dataFolder);
  try {
    const parts = { egress: egress.forTenant(''), dataFolder };
    const media = createObjectStorage({ type: 'local', settings: {} }, parts);
    return await work({ media, events: archive.storage });
  } finally {
    await archive.close();
    await egress.close();
  }
}

/** The second reading of a checked file: loads its entries, which have to be the checked ones. */
async function load(options: RestoreOptions, checked: Backup, loadTable: LoadTable): Promise<void> {
  await withStorages(options.config.dataFolder, async (storages) => {
    const sink: BackupSink = {
      rows: loadTable,
      async object(place, key, bytes) {
        const body = Readable.from(bytes, { objectMode: false });
        await storages[place].put(key, body, { contentType: contentTypeOf(key) });
      },
    };
    const loaded = await readBackup(options.file, sink);
    if (loaded.manifestText !== checked.manifestText)
      invalid('it was changed while it was restored');
  });
}

async function restoreInto(
  connection: RestoreConnection,
  options: RestoreOptions,
  { head, key }: { readonly head: BackupHead; readonly key: RestoredKey },
): Promise<Restored> {
  const { config, file, isReplacing, note } = options;
  await connection.check(isReplacing);
  note(`Checking ${file} …`);
  const checked = await readBackup(file);
  if (JSON.stringify(checked.head) !== JSON.stringify(head)) invalid('it was changed meanwhile');
  requireSeal(checked, key);
  await requireSpace(options, checked.manifest);
  note(`Restoring into ${connection.label} and ${config.dataFolder} …`);
  const { tables } = checked.manifest;
  const plan = { migrations: head.migrations, tables };
  const report = await connection.restore(plan, isReplacing, async (loadTable) => {
    await load(options, checked, loadTable);
    // Before the rows are there: without it they could not be read.
    if (key.isNew) await storeSecretKey(config.dataFolder, key.key);
  });
  return { ...report, manifest: checked.manifest };
}

/**
 * @throws {DomainError} BACKUP_INVALID, BACKUP_NEWER, BACKUP_KEY_DIFFERS, INSTALLATION_NOT_EMPTY, INSTALLATION_IN_USE,
 *   RESTORE_FAILED; those of the database and of its storages
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, database, file, passphrase } = options;
  // Cheap checks that may refuse the backup come before the long ones.
  const head = await readBackupHead(file);
  await requireKnownSchema(head);
  const key = await keyOfBackup(head, await findSecretKey(config), passphrase);
  return withRestoreConnection(database, (connection) =>
    restoreInto(connection, options, { head, key }),
  );
}

export interface Verified {
  readonly manifest: BackupManifest;
  /** Undefined: the key of the backup is not here, so its seal was not compared. */
  readonly isSealed: true | undefined;
}

/**
 * Checks a backup without restoring it.
 * @throws {DomainError} BACKUP_INVALID
 */
export async function verifyBackup(
  options: Pick<RestoreOptions, 'config' | 'file' | 'passphrase'>,
): Promise<Verified> {
  const installed = await findSecretKey(options.config);
  const backup = await readBackup(options.file);
  const key = await keyOfBackup(backup.head, installed, options.passphrase).catch(() => undefined);
  if (key === undefined) return { manifest: backup.manifest, isSealed: undefined };
  requireSeal(backup, key);
  return { manifest: backup.manifest, isSealed: true };
}
