/**
 * Reads a backup from its first byte to its last and compares all of it with its manifest. Its entries are streamed to
 * a sink; without a sink it is only checked. The file may be forged (SEC-S122): names, sizes and order have to be those
 * of a backup, or it is refused.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '@interlude/contract/errors';
import { RowsSum } from '@interlude/persistence';
import { readTarFile, type TarEntry } from '../tar/read-tar-file.ts';
import {
  type BackupHead,
  type BackupManifest,
  backupLimits,
  type EntryKind,
  entryKind,
  invalid,
  type ObjectPlace,
  ObjectSums,
  parseHead,
  parseManifest,
  type TableEntry,
} from './manifest.ts';

export interface Backup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** The text of the manifest in the file, which the seal signs. */
  readonly manifestText: string;
  readonly seal: string;
}

/**
 * Receives the entries of a backup; each call consumes its stream before it resolves. The bytes are not compared with
 * the manifest yet.
 */
export interface BackupSink {
  rows(table: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
  object(place: ObjectPlace, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

async function passOver(parts: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of parts) void part;
}

const checkAlone: BackupSink = {
  rows: (_table, rows) => passOver(rows),
  object: (_place, _key, bytes) => passOver(bytes),
};

function requireSize({ name, size }: TarEntry, mostBytes: number): void {
  if (size > mostBytes) invalid(`its entry "${name}" has ${size} bytes, and ${mostBytes} at most`);
}

async function readBytes(entry: TarEntry, mostBytes: number): Promise<Buffer> {
  requireSize(entry, mostBytes);
  const parts: Uint8Array[] = [];
  for await (const part of entry.body) parts.push(part);
  return Buffer.concat(parts);
}

const readText = async (entry: TarEntry, mostBytes: number) =>
  (await readBytes(entry, mostBytes)).toString('utf8');

/** Place of each kind in the file; objects and their lists alternate. */
const order = { head: 0, rows: 1, object: 2, list: 2, manifest: 3, seal: 4 } as const;

type Sums = Omit<TableEntry, 'columns' | 'lastNumber'>;

class BackupReading {
  readonly #entries: AsyncIterator<TarEntry>;
  readonly #sink: BackupSink;
  /** Read ahead: the end of a table is seen at the entry after it. */
  #ahead: { readonly entry: TarEntry | undefined } | undefined;
  readonly #tables = new Map<string, Sums>();
  readonly #objects = new ObjectSums();
  #head: BackupHead | undefined;
  #manifest: { readonly value: BackupManifest; readonly text: string } | undefined;
  #seal: string | undefined;

  constructor(entries: AsyncIterator<TarEntry>, sink: BackupSink) {
    this.#entries = entries;
    this.#sink = sink;
  }

  async #next(): Promise<TarEntry | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead !== undefined) return ahead.entry;
    const next = await this.#entries.next();
    return next.done === true ? undefined : next.value;
  }

  async #readTable(first: TarEntry, table: string, firstNumber: number): Promise<void> {
    if (firstNumber !== 1 || this.#tables.has(table))
      invalid(`the rows of "${table}" are not in order`);
    const sum = new RowsSum();
    const next = () => this.#next();
    const putBack = (entry: TarEntry | undefined) => {
      this.#ahead = { entry };
    };
    async function* rows() {
      let entry = first;
      for (let number = firstNumber; ; number += 1) {
        requireSize(entry, backupLimits.chunkBytes);
        for await (const part of entry.body) {
          sum.add(part);
          yield part;
        }
        const after = await next();
        const kind = after === undefined ? undefined : entryKind(after.name);
        if (after === undefined || kind?.kind !== 'rows' || kind.table !== table) {
          putBack(after);
          return;
        }
        if (kind.number !== number + 1) invalid(`the rows of "${table}" are not in order`);
        entry = after;
      }
    }
    await this.#sink.rows(table, rows());
    this.#tables.set(table, { name: table, ...sum.end() });
  }

  async #readObject({ body, size }: TarEntry, place: ObjectPlace, key: string): Promise<void> {
    if (this.#objects.waiting >= backupLimits.listedObjects)
      invalid('stored files are not in its lists');
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const part of body) {
        hash.update(part);
        yield part;
      }
    }
    await this.#sink.object(place, key, hashed());
    this.#objects.add(place, key, { bytes: size, sha256: hash.digest('hex') });
  }

  async #readList(entry: TarEntry): Promise<void> {
    const list = await readBytes(entry, backupLimits.listBytes);
    if (!list.equals(this.#objects.takeList()))
      invalid(`stored files are not what "${entry.name}" says`);
  }

  async #readManifest(entry: TarEntry): Promise<void> {
    const text = await readText(entry, backupLimits.manifestBytes);
    if (this.#objects.waiting > 0) invalid('stored files are not in its lists');
    this.#manifest = { value: parseManifest(text), text };
  }

  async #read(entry: TarEntry, kind: EntryKind): Promise<void> {
    if (kind.kind === 'head') this.#head = parseHead(await readText(entry, backupLimits.headBytes));
    else if (kind.kind === 'rows') await this.#readTable(entry, kind.table, kind.number);
    else if (kind.kind === 'object') await this.#readObject(entry, kind.place, kind.key);
    else if (kind.kind === 'list') await this.#readList(entry);
    else if (kind.kind === 'manifest') await this.#readManifest(entry);
    else this.#seal = await readText(entry, backupLimits.sealBytes);
  }

  async readAll(): Promise<Backup> {
    let last = -1;
    for (let entry = await this.#next(); entry !== undefined; entry = await this.#next()) {
      const kind = entryKind(entry.name);
      const place = order[kind.kind];
      const mayRepeat = place === order.rows || place === order.object;
      if (place < last || (place === last && !mayRepeat) || (last === -1 && place !== order.head))
        invalid(`its entry "${entry.name}" is out of order`);
      last = place;
      await this.#read(entry, kind);
    }
    return this.#end();
  }

  #end(): Backup {
    const head = this.#head;
    const manifest = this.#manifest;
    const seal = this.#seal;
    if (head === undefined || manifest === undefined || seal === undefined)
      return invalid('it ends before its manifest');
    if (JSON.stringify(manifest.value.head) !== JSON.stringify(head))
      return invalid('backup.json is not what its manifest says');
    this.#compareTables(manifest.value.tables);
    const { media, events, sha256 } = this.#objects.end();
    if (JSON.stringify(manifest.value.objects) !== JSON.stringify({ media, events, sha256 }))
      return invalid('stored files are not what its manifest says');
    return { head, manifest: manifest.value, manifestText: manifest.text, seal };
  }

  #compareTables(tables: readonly TableEntry[]): void {
    const empty = new RowsSum().end();
    for (const { name, rows, bytes, sha256 } of tables) {
      const found = this.#tables.get(name) ?? { name, ...empty };
      this.#tables.delete(name);
      if (found.rows !== rows || found.bytes !== bytes || found.sha256 !== sha256)
        invalid(`the rows of "${name}" are not what its manifest says`);
    }
    const [more] = this.#tables.keys();
    if (more !== undefined) invalid(`its manifest lacks the table "${more}"`);
  }
}

/** Faults of the file itself: cut, damaged, not there. */
async function asInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return invalid(reason.replace(/\.$/, ''), error);
  }
}

/**
 * Reads and checks a backup.
 * @throws {DomainError} BACKUP_INVALID, and the errors of the sink
 * @see rule SEC-S122
 */
export const readBackup = (file: string, sink = checkAlone): Promise<Backup> =>
  asInvalid(async () => {
    const entries = readTarFile(file);
    try {
      return await new BackupReading(entries, sink).readAll();
    } finally {
      await entries.return(undefined);
    }
  });

/** Reads the head only, to refuse a backup early. @throws {DomainError} BACKUP_INVALID */
export const readBackupHead = (file: string): Promise<BackupHead> =>
  asInvalid(async () => {
    for await (const entry of readTarFile(file)) {
      if (entry.name !== 'backup.json') break;
      return parseHead(await readText(entry, backupLimits.headBytes));
    }
    return invalid('it was not written by npm run backup');
  });
