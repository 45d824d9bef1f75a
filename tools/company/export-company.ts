/**
 * Exports a company into a tar archive: `rows/<table>.ndjson`, with --media `media/<storage>/<key>`, with --events
 * `events/<day>/<id>.parquet`, and at its end `manifest.json` with counts and checksums.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { domainError } from '@interlude/contract/errors';
import { companyFolder, openArchiveStorage } from '@interlude/event-archive';
import { createTenantStorages, type ObjectStorage } from '@interlude/object-storage';
import { createStoredFileStore, createSystemStore, readCompanyRows } from '@interlude/persistence';
import type { Egress } from '@interlude/runtime';
import type { Installation } from '../open-installation.ts';
import type { TarWriter } from '../tar/tar-writer.ts';
import { writeTarFile } from '../tar/write-tar-file.ts';

export const exportVersion = 1;

export interface ExportOptions extends Installation {
  readonly egress: Egress;
  readonly tenantId: string;
  /** `.gz` = compressed. */
  readonly file: string;
  readonly withMedia: boolean;
  readonly withEvents: boolean;
}

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface ExportedTable extends Entry {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface ExportResult {
  readonly tables: readonly ExportedTable[];
  readonly files: readonly Entry[];
  /** Listed files that were removed while the export ran. */
  readonly missing: readonly string[];
}

/** Passes bytes on and remembers their checksum. */
async function* hashed(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const part of body) {
    hash.update(part);
    yield part;
  }
}

async function addFile(tar: TarWriter, name: string, path: string): Promise<Entry> {
  const { size } = await stat(path);
  const hash = createHash('sha256');
  await tar.add(name, size, hashed(createReadStream(path), hash));
  return { name, bytes: size, sha256: hash.digest('hex') };
}

/** Writes one table at a time to the disk first: a tar entry needs its size before its content. */
async function addRows(
  { database, tenantId }: ExportOptions,
  tar: TarWriter,
  folder: string,
): Promise<ExportedTable[]> {
  const tables: ExportedTable[] = [];
  let current:
    | { table: string; columns: readonly string[]; path: string; rows: number }
    | undefined;
  let out: ReturnType<typeof createWriteStream> | undefined;
  const close = async () => {
    if (current === undefined || out === undefined) return;
    out.end();
    await finished(out);
    const { table, columns, rows, path } = current;
    const entry = await addFile(tar, `rows/${table}.ndjson`, path);
    tables.push({ table, columns, rows, ...entry });
    await rm(path);
  };
  await readCompanyRows(database, tenantId, {
    table: async (table, columns) => {
      await close();
      const path = join(folder, `${table}.ndjson`);
      current = { table, columns, path, rows: 0 };
      out = createWriteStream(path, { mode: 0o600 });
    },
    row: async (text) => {
      if (current === undefined || out === undefined) return;
      current.rows += 1;
      if (!out.write(`${text}\n`))
        await new Promise<void>((resume) => out?.once('drain', () => resume()));
    },
  });
  await close();
  return tables;
}

async function addObjects(
  tar: TarWriter,
  storage: ObjectStorage,
  from: { readonly folder: string; readonly into: string },
  missing: string[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { key } of storage.list(from.folder)) {
    const name = `${from.into}${key.slice(from.folder.length)}`;
    const found = await storage.read(key).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'STORED_FILE_NOT_FOUND')
        return undefined;
      throw error;
    });
    if (found === undefined) {
      missing.push(name);
      continue;
    }
    const hash = createHash('sha256');
    await tar.add(name, found.object.sizeBytes, hashed(found.body, hash));
    entries.push({ name, bytes: found.object.sizeBytes, sha256: hash.digest('hex') });
  }
  return entries;
}

async function addMedia(options: ExportOptions, tar: TarWriter, missing: string[]) {
  const { database, config, egress, tenantId } = options;
  const storages = createTenantStorages({
    ...{ egress, dataFolder: config.dataFolder },
    find: createSystemStore(database).findStorage,
    missing: () => domainError('SYSTEM_NOT_FOUND'),
  });
  const all = await createStoredFileStore(database).listStorages();
  const entries: Entry[] = [];
  for (const { id } of all.filter((system) => system.tenantId === tenantId)) {
    const { storage } = await storages.of(tenantId, id);
    const from = { folder: `${tenantId}/`, into: `media/${id}/` };
    entries.push(...(await addObjects(tar, storage, from, missing)));
  }
  return entries;
}

async function addEvents({ config, tenantId }: ExportOptions, tar: TarWriter, missing: string[]) {
  if (config.eventArchive === undefined) return [];
  const archive = openArchiveStorage(config.eventArchive, config.dataFolder);
  try {
    const from = { folder: companyFolder(tenantId), into: 'events/' };
    return await addObjects(tar, archive.storage, from, missing);
  } finally {
    await archive.close();
  }
}

async function write(options: ExportOptions, tar: TarWriter, folder: string) {
  const { database, tenantId, withMedia, withEvents } = options;
  const exportedAt = new Date(database.clock.now()).toISOString();
  const missing: string[] = [];
  const tables = await addRows(options, tar, folder);
  const media = withMedia ? await addMedia(options, tar, missing) : [];
  const events = withEvents ? await addEvents(options, tar, missing) : [];
  const files = [...media, ...events];
  const about = { format: 'interlude-company', version: exportVersion, company: tenantId };
  const manifest = Buffer.from(
    `${JSON.stringify({ ...about, exportedAt, tables, files, missing }, null, 2)}\n`,
  );
  await tar.add('manifest.json', manifest.length, [manifest]);
  await tar.end();
  return { tables, files, missing };
}

/**
 * Writes the archive whole or not at all.
 * @throws {DomainError} STORAGE_FAILED; the error of the disk
 */
export async function exportCompany(options: ExportOptions): Promise<ExportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-export-'));
  try {
    const nowMs = options.database.clock.now();
    return await writeTarFile(options.file, { nowMs }, (tar) => write(options, tar, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
