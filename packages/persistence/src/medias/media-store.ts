/** Medias of a tenant: uploads, files made of them, and addresses outside of the platform. */
import type { ListQuery, MediaSettings, Page } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type RawBuilder, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import type { Database } from '../database.ts';
import { fetchPage, type ListShape } from '../lists/list-page.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { freeFiles, lockMediaFiles, sumFileBytes } from './media-files.ts';
import { type MediaRow, type StoredFile, type StoredMedia, toStoredMedia } from './media-row.ts';

export interface NewStoredMedia extends MediaSettings {
  /** Given when the name of the file is derived from it; left out: a new one. */
  readonly id?: string;
  readonly file: StoredFile & { readonly sizeBytes: number };
}

export interface RemovedMedias {
  /** Number of medias. */
  readonly removed: number;
  /** Files to which no media refers any more: to be removed after the transaction. */
  readonly files: readonly StoredFile[];
}

export interface MediaStore {
  /** Filters: `type`, `titleId`, `externalResourceId`, `createdBySystemId`. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<StoredMedia>>;
  find(tenantId: string, id: string): Promise<StoredMedia | undefined>;
  /** The first media of the tenant with this address that has a file in a storage. */
  findByUrl(tenantId: string, url: string): Promise<StoredMedia | undefined>;
  /**
   * Creates a media by its address; one with the address of a stored file shares that file. @throws {DomainError}
   * TITLE_NOT_FOUND
   */
  create(tenantId: string, settings: MediaSettings): Promise<StoredMedia>;
  /**
   * Undefined when the tenant has no such media.
   * @throws {DomainError} EDIT_CONFLICT, TITLE_NOT_FOUND, INVALID_FIELDS for another address of a stored file
   */
  update(
    tenantId: string,
    id: string,
    change: MediaSettings & { readonly updatedAt?: string | undefined },
  ): Promise<StoredMedia | undefined>;
  remove(tenantId: string, id: string): Promise<RemovedMedias>;
  /** Removes all medias of one encoding. */
  removeEncoding(tenantId: string, externalResourceId: string): Promise<RemovedMedias>;
  /** Bytes of the tenant's files. */
  usedBytes(tenantId: string): Promise<number>;
}

const shape = {
  select: sql`*`,
  from: sql`medias`,
  sortable: {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    name: sql`lower(name)`,
    type: sql`type`,
    url: sql`url`,
    titleId: sql`title_id`,
    sizeBytes: sql`size_bytes`,
    id: sql`id`,
  },
  // API-046: medias are also looked for by the id of their title.
  searched: [sql`name`, sql`id`, sql`title_id`, sql`url`],
  tieBreak: sql`id`,
  counted: 'medias',
} satisfies ListShape;

function conditions(query: ListQuery): RawBuilder<unknown>[] {
  const { type, titleId, externalResourceId, createdBySystemId } = query;
  return [
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(titleId === undefined ? [] : [sql`title_id = ${titleId}`]),
    ...(externalResourceId === undefined
      ? []
      : [sql`external_resource_id = ${externalResourceId}`]),
    ...(createdBySystemId === undefined ? [] : [sql`created_by_system_id = ${createdBySystemId}`]),
  ];
}

function publish(
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
) {
  return notifyChange(db, { tenant: tenantId, kind: 'medias', id, action });
}

const columns = (media: MediaSettings) => ({
  name: media.name,
  type: media.type,
  content_type: media.contentType,
  title_id: media.titleId,
  url: media.url,
  external_resource_id: media.externalResourceId,
  external_resource_type: media.externalResourceType,
  created_by_system_id: media.createdBySystemId,
  ext: media.ext,
});

/** Keeps the title from being removed until the transaction ends. */
async function holdTitle({ db }: TenantScope, titleId: string): Promise<void> {
  if (titleId === '') return;
  const row = await db
    .selectFrom('titles')
    .select('id')
    .where('id', '=', titleId)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw domainError('TITLE_NOT_FOUND');
}

const noFile = { systemId: '', key: '', sizeBytes: 0 };

async function insertRow(
  scope: TenantScope,
  media: MediaSettings & { readonly id?: string },
  file: StoredFile & { readonly sizeBytes: number },
): Promise<StoredMedia> {
  const now = scopeNow(scope);
  await holdTitle(scope, media.titleId);
  const row = await scope.db
    .insertInto('medias')
    .values({
      id: media.id ?? newId(now.getTime()),
      ...columns(media),
      storage_system_id: file.systemId,
      storage_key: file.key,
      size_bytes: file.sizeBytes,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, row.id, 'created');
  return toStoredMedia(row);
}

/**
 * Inserts a media with a file in the storage, in the transaction of the caller.
 * @throws {DomainError} TITLE_NOT_FOUND
 * @see DATA-026; ADR 0021
 */
export async function insertStoredMedia(
  scope: TenantScope,
  media: NewStoredMedia,
): Promise<StoredMedia> {
  await lockMediaFiles(scope);
  return insertRow(scope, media, media.file);
}

async function findFileOf({ db }: TenantScope, url: string): Promise<MediaRow | undefined> {
  return db
    .selectFrom('medias')
    .selectAll()
    .where('url', '=', url)
    .where('storage_key', '<>', '')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

async function createByAddress(scope: TenantScope, media: MediaSettings): Promise<StoredMedia> {
  await lockMediaFiles(scope);
  const shared = await findFileOf(scope, media.url);
  const file = shared && {
    systemId: shared.storage_system_id,
    key: shared.storage_key,
    sizeBytes: shared.size_bytes,
  };
  return insertRow(scope, media, file ?? noFile);
}

async function updateMedia(
  scope: TenantScope,
  id: string,
  change: Parameters<MediaStore['update']>[2],
): Promise<StoredMedia | undefined> {
  const row = await scope.db
    .selectFrom('medias')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  checkEdit(row, change.updatedAt);
  if (row.storage_key !== '' && change.url !== row.url) {
    const message = 'The address of a stored file cannot be changed.';
    throw domainError('INVALID_FIELDS', { fields: `url: ${message}`, errors: { url: message } });
  }
  if (change.titleId !== row.title_id) await holdTitle(scope, change.titleId);
  const saved = await scope.db
    .updateTable('medias')
    .set({ ...columns(change), updated_at: laterThan(row, scopeNow(scope)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toStoredMedia(saved);
}

async function removeWhere(
  scope: TenantScope,
  column: 'id' | 'external_resource_id',
  value: string,
): Promise<RemovedMedias> {
  await lockMediaFiles(scope);
  const removed = await scope.db
    .deleteFrom('medias')
    .where(column, '=', value)
    .returningAll()
    .execute();
  for (const { id } of removed) await publish(scope, id, 'removed');
  return { removed: removed.length, files: await freeFiles(scope, removed) };
}

/**
 * Medias of titles and the files behind them.
 * @returns a store; changes reject with TITLE_NOT_FOUND, INVALID_FIELDS or EDIT_CONFLICT, removals return the
 * files that no media uses any more
 * @see DATA-026, MED-012
 */
export function createMediaStore(database: Database): MediaStore {
  const inTenant = database.forTenant;
  return {
    list: (tenantId, query) =>
      inTenant(tenantId, async ({ db }) => {
        const page = await fetchPage<MediaRow>(db, { ...shape, where: conditions(query) }, query);
        return { rows: page.rows.map(toStoredMedia), total: page.total };
      }),
    find: (tenantId, id) =>
      inTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('medias')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toStoredMedia(row);
      }),
    findByUrl: (tenantId, url) =>
      inTenant(tenantId, async (scope) => {
        const row = await findFileOf(scope, url);
        return row && toStoredMedia(row);
      }),
    create: (tenantId, media) => inTenant(tenantId, (scope) => createByAddress(scope, media)),
    update: (tenantId, id, change) => inTenant(tenantId, (scope) => updateMedia(scope, id, change)),
    remove: (tenantId, id) => inTenant(tenantId, (scope) => removeWhere(scope, 'id', id)),
    removeEncoding: (tenantId, externalResourceId) =>
      inTenant(tenantId, (scope) => removeWhere(scope, 'external_resource_id', externalResourceId)),
    usedBytes: (tenantId) => inTenant(tenantId, ({ db }) => sumFileBytes(db)),
  };
}
