/**
 * Format of a backup: a tar of, in this order, `backup.json` (the head), `rows/<table>/<number>.copy`, `media/<key>`
 * and `events/<key>` with `lists/<number>.ndjson` after every few thousand of them, `manifest.json`, `seal`. The
 * manifest has the checksums of all entries before it, and the seal is its signature under the installation's key.
 * @see ADR 0049
 */
import { createHash } from 'node:crypto';
import { domainError } from '@interlude/contract/errors';
import { isObjectKey } from '@interlude/object-storage';
import { z } from 'zod';

export const backupFormat = 'interlude-backup';
export const backupVersion = 1;

/** Limits in bytes: of entries that are read into memory as a whole, and of the largest streamed entry. */
export const backupLimits = {
  headBytes: 1024 ** 2,
  manifestBytes: 16 * 1024 ** 2,
  sealBytes: 200,
  /** Of rows. */
  writtenChunkBytes: 4 * 1024 ** 2,
  chunkBytes: 16 * 1024 ** 2,
  /** Stored files whose checksums are collected before a list is written. */
  listedObjects: 5_000,
  listBytes: 16 * 1024 ** 2,
  /** Of names that are shown or kept where there may be any number. */
  names: 100,
} as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const headSchema = z.strictObject({
  format: z.literal(backupFormat),
  version: z.literal(backupVersion),
  createdAt: z.iso.datetime(),
  /** Of Interlude. */
  interlude: z.string().max(100),
  /** Major version of the server. */
  postgres: z.int().positive(),
  migrations: z
    .array(z.strictObject({ name: z.string().regex(/^\d{4}-[a-z0-9-]{1,100}$/), checksum: sha256 }))
    .min(1)
    .max(2_000),
  key: z.strictObject({
    fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
    /** The key itself, sealed with a passphrase; null: it is elsewhere. */
    sealed: z.string().max(1_000).nullable(),
  }),
});

const tableSchema = z.strictObject({
  name: identifier,
  columns: z.array(identifier).min(1).max(1_000),
  lastNumber: count.nullable(),
  rows: count,
  bytes: count,
  sha256,
});

const sumSchema = z.strictObject({ count, bytes: count });

const manifestSchema = z.strictObject({
  head: headSchema,
  tables: z.array(tableSchema).max(1_000),
  /** Tables that are never in a backup. */
  leftOut: z.array(identifier).max(1_000),
  /** SHA-256 of all lists one after the other. */
  objects: z.strictObject({ media: sumSchema, events: sumSchema, sha256 }),
  /** Stored files that were removed while they were read: how many, and the first of them. */
  missing: z.strictObject({ count, names: z.array(z.string()).max(backupLimits.names) }),
  /** Storages outside of the data folder, whose files stay where they are. */
  remoteStorages: z
    .array(
      z.strictObject({
        tenantId: z.string(),
        systemId: z.string(),
        name: z.string(),
        type: z.string(),
      }),
    )
    .max(100_000),
  /** Type of the storage of archived events, when it is outside of the data folder. */
  remoteArchive: z.enum(['s3', 'azure']).nullable(),
});

export type BackupHead = z.output<typeof headSchema>;
export type BackupManifest = z.output<typeof manifestSchema>;
export type TableEntry = z.output<typeof tableSchema>;

/** @throws {DomainError} always */
export function invalid(reason: string, cause?: unknown): never {
  throw domainError('BACKUP_INVALID', { reason }, cause);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return invalid(`its ${name} is no JSON`);
  }
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

/** @throws {DomainError} BACKUP_INVALID */
export function parseHead(text: string): BackupHead {
  const value = parseJson(text, 'backup.json');
  const kind = z
    .looseObject({ format: z.literal(backupFormat), version: z.number() })
    .safeParse(value);
  if (!kind.success) invalid('it was not written by npm run backup');
  if (kind.data.version !== backupVersion)
    invalid(
      `its format has version ${kind.data.version}, and this version of Interlude reads ${backupVersion}`,
    );
  const head = headSchema.safeParse(value);
  return head.success ? head.data : invalid(`backup.json: ${firstProblem(head.error)}`);
}

/** @throws {DomainError} BACKUP_INVALID */
export function parseManifest(text: string): BackupManifest {
  const manifest = manifestSchema.safeParse(parseJson(text, 'manifest.json'));
  if (!manifest.success) return invalid(`manifest.json: ${firstProblem(manifest.error)}`);
  const { tables } = manifest.data;
  if (new Set(tables.map(({ name }) => name)).size !== tables.length)
    return invalid('manifest.json names a table twice');
  return manifest.data;
}

/** As they are written: the same value gives the same text. */
export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export type ObjectPlace = 'media' | 'events';

/** Kind of an entry, from its name alone. */
export type EntryKind =
  | { readonly kind: 'head' | 'list' | 'manifest' | 'seal' }
  | { readonly kind: 'rows'; readonly table: string; readonly number: number }
  | { readonly kind: 'object'; readonly place: ObjectPlace; readonly key: string };

const digits = 6;
export const chunkName = (table: string, number: number) =>
  `rows/${table}/${String(number).padStart(digits, '0')}.copy`;
export const listName = (number: number) => `lists/${String(number).padStart(digits, '0')}.ndjson`;
/** Keys of archived events begin with the name of their place. */
export const objectName = (place: ObjectPlace, key: string) =>
  place === 'media' ? `media/${key}` : key;

const fixedNames: Readonly<Record<string, 'head' | 'manifest' | 'seal'>> = {
  'backup.json': 'head',
  'manifest.json': 'manifest',
  seal: 'seal',
};
const rowsName = /^rows\/([a-z_][a-z0-9_]{0,62})\/(\d{6,9})\.copy$/;
const listsName = /^lists\/\d{6,9}\.ndjson$/;

/**
 * The names that a backup has, and no others: no path leads out of a storage.
 * @throws {DomainError} BACKUP_INVALID
 */
export function entryKind(name: string): EntryKind {
  const fixed = Object.hasOwn(fixedNames, name) ? fixedNames[name] : undefined;
  if (fixed !== undefined) return { kind: fixed };
  const [, table, number] = rowsName.exec(name) ?? [];
  if (table !== undefined) return { kind: 'rows', table, number: Number(number) };
  if (listsName.test(name)) return { kind: 'list' };
  const slash = name.indexOf('/');
  const place = name.slice(0, slash);
  const key = name.slice(slash + 1);
  if (place === 'media' && isObjectKey(key)) return { kind: 'object', place, key };
  if (place === 'events' && isObjectKey(name)) return { kind: 'object', place, key: name };
  return invalid(`it has an entry "${name}"`);
}

/** The checksums of stored files in their order, as the lists have them. Those of a whole backup are never in memory. */
export class ObjectSums {
  readonly #all = createHash('sha256');
  readonly #places = { media: { count: 0, bytes: 0 }, events: { count: 0, bytes: 0 } };
  #lines: string[] = [];

  add(
    place: ObjectPlace,
    key: string,
    object: { readonly bytes: number; readonly sha256: string },
  ) {
    this.#places[place].count += 1;
    this.#places[place].bytes += object.bytes;
    this.#lines.push(`${JSON.stringify({ name: objectName(place, key), ...object })}\n`);
  }

  /** Files since the last list. */
  get waiting(): number {
    return this.#lines.length;
  }

  takeList(): Buffer {
    const list = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#all.update(list);
    return list;
  }

  /** Once, at the end. */
  end(): BackupManifest['objects'] {
    const { media, events } = this.#places;
    return { media, events, sha256: this.#all.digest('hex') };
  }
}
