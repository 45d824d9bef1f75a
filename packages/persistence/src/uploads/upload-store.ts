/**
 * Uploads: the state of an upload in chunks, so that any replica can take any chunk, and the registration of its
 * complete file.
 *
 *   receiving ──all chunks──▶ joining ──▶ done
 *       └──────── failed ◀───────┘             an upload without a row was given up
 */
import { domainError } from '@interlude/contract/errors';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { lockMediaFiles } from '../medias/media-files.ts';
import type { UploadsTable } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { type NewSource, type RegisteredSource, registerSource } from './register-source.ts';
import { requireSpace } from './storage-quota.ts';
import { type StoredUpload, toStoredUpload } from './upload-row.ts';

export interface NewUpload {
  readonly id: string;
  readonly userId: string;
  readonly channelId: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly totalChunks: number;
  readonly profile: unknown;
  readonly channelType: string;
  readonly http: boolean;
  readonly storageSystemId: string;
}

export interface UploadStore {
  /** The stored upload of this id, or a new one. @throws {DomainError} STORAGE_QUOTA_REACHED, TOO_MANY_REQUESTS */
  begin(tenantId: string, upload: NewUpload): Promise<StoredUpload>;
  find(tenantId: string, id: string): Promise<StoredUpload | undefined>;
  /**
   * Records a stored chunk. `joins` is true for exactly one caller: the one with the last missing chunk. Undefined when
   * the upload was given up.
   */
  receive(
    tenantId: string,
    id: string,
    chunk: number,
  ): Promise<{ readonly upload: StoredUpload; readonly joins: boolean } | undefined>;
  /** Renews the activity of the process that joins the chunks; false when the upload was given up. */
  beat(tenantId: string, id: string): Promise<boolean>;
  /** Takes over the joining from a process without activity for `silentMs`, milliseconds. */
  takeOver(tenantId: string, id: string, silentMs: number): Promise<boolean>;
  /** Goes back to receiving: these chunks have to be uploaded again. */
  reopen(tenantId: string, id: string, lost: readonly number[]): Promise<void>;
  fail(tenantId: string, id: string, errorCode: string): Promise<void>;
  /** Undefined when the upload was given up. @throws {DomainError} STORAGE_QUOTA_REACHED */
  finish(tenantId: string, id: string, source: NewSource): Promise<RegisteredSource | undefined>;
  /** Removes an upload that is unfinished or failed; false when there is none. */
  remove(tenantId: string, id: string): Promise<boolean>;
  /**
   * Reserves space for a file that is being received, in place of its earlier reservation. `remove` gives it back; for
   * a process that died, the purge of stale uploads does.
   * @throws {DomainError} STORAGE_QUOTA_REACHED, TOO_MANY_REQUESTS
   */
  reserve(
    tenantId: string,
    of: { readonly id: string; readonly userId: string },
    bytes: number,
  ): Promise<void>;
  /**
   * Registers a file that was received in one request.
   * @param reservationId reservation that its size replaces
   * @throws {DomainError} STORAGE_QUOTA_REACHED, TITLE_NOT_FOUND
   */
  register(tenantId: string, source: NewSource, reservationId?: string): Promise<RegisteredSource>;
}

/** Uploads of one tenant that may be in progress. */
const maxUnderWay = 100;

type UploadRow = Selectable<UploadsTable>;

function lockUpload({ db }: TenantScope, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function findUpload({ db }: TenantScope, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws {DomainError} TOO_MANY_REQUESTS */
async function requireTurn({ db }: TenantScope): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from uploads where state in ('receiving', 'joining')`.execute(db);
  if ((rows[0]?.count ?? 0) >= maxUnderWay) {
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
  }
}

/** Reserves bytes as an upload of one chunk that never arrives, so that they count like those of any upload. */
async function reserveBytes(
  scope: TenantScope,
  { id, userId }: { readonly id: string; readonly userId: string },
  bytes: number,
): Promise<void> {
  await lockMediaFiles(scope);
  await requireSpace(scope, bytes, id);
  const now = scopeNow(scope);
  const { numUpdatedRows } = await scope.db
    .updateTable('uploads')
    .set({ size_bytes: bytes, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await requireTurn(scope);
  await scope.db
    .insertInto('uploads')
    .values({
      ...{ id, user_id: userId, channel_id: '', filename: '', size_bytes: bytes },
      ...{ total_chunks: 1, state: 'receiving', profile: '{}', channel_type: '', http: false },
      ...{ storage_system_id: '', created_at: now, updated_at: now },
    })
    .execute();
}

async function beginUpload(scope: TenantScope, upload: NewUpload): Promise<StoredUpload> {
  const known = await lockUpload(scope, upload.id);
  if (known !== undefined) return toStoredUpload(known);
  await lockMediaFiles(scope);
  await requireSpace(scope, upload.sizeBytes, upload.id);
  await requireTurn(scope);
  const now = scopeNow(scope);
  const row = await scope.db
    .insertInto('uploads')
    .values({
      id: upload.id,
      user_id: upload.userId,
      channel_id: upload.channelId,
      filename: upload.filename,
      size_bytes: upload.sizeBytes,
      total_chunks: upload.totalChunks,
      state: 'receiving',
      profile: JSON.stringify(upload.profile),
      channel_type: upload.channelType,
      http: upload.http,
      storage_system_id: upload.storageSystemId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return toStoredUpload(row);
  // Read without a lock: the process that finishes the upload holds the row and waits for the lock of the files, which
  // is held here.
  const other = await findUpload(scope, upload.id);
  if (other === undefined) throw domainError('UPLOAD_NOT_FOUND');
  return toStoredUpload(other);
}

async function receiveChunk(
  scope: TenantScope,
  id: string,
  chunk: number,
): ReturnType<UploadStore['receive']> {
  const locked = await lockUpload(scope, id);
  if (locked === undefined) return undefined;
  if (locked.state !== 'receiving') return { upload: toStoredUpload(locked), joins: false };
  const { rows } = await sql<UploadRow>`
    update uploads
    set received = received + int4multirange(int4range(${chunk}, ${chunk + 1})),
      state = case when received + int4multirange(int4range(${chunk}, ${chunk + 1}))
        @> int4range(0, total_chunks) then 'joining' else state end,
      updated_at = ${scopeNow(scope)}
    where id = ${id} returning *`.execute(scope.db);
  const row = rows[0] ?? locked;
  return { upload: toStoredUpload(row), joins: row.state === 'joining' };
}

async function finishUpload(
  scope: TenantScope,
  id: string,
  source: NewSource,
): Promise<RegisteredSource | undefined> {
  const row = await lockUpload(scope, id);
  if (row?.state !== 'joining') return undefined;
  const registered = await registerSource(scope, source, id);
  const { media } = registered;
  await scope.db
    .updateTable('uploads')
    .set({
      state: 'done',
      title_id: media.titleId,
      media_id: media.id,
      updated_at: scopeNow(scope),
    })
    .where('id', '=', id)
    .execute();
  return registered;
}

/**
 * Uploads in progress, by chunk.
 * @returns a store; it rejects with TOO_MANY_REQUESTS, STORAGE_QUOTA_REACHED or UPLOAD_NOT_FOUND
 * @see rule SEC-S7
 */
export function createUploadStore(database: Database): UploadStore {
  const inTenant = database.forTenant;

  /** Changes a row that is in one of the states that the change allows; false when there is none. */
  const change = (
    tenantId: string,
    id: string,
    columns: { readonly state?: string; readonly error_code?: string },
    silentMs = 0,
  ) =>
    inTenant(tenantId, async (scope) => {
      const now = scopeNow(scope);
      const result = await scope.db
        .updateTable('uploads')
        .set({ ...columns, updated_at: now })
        .where('id', '=', id)
        .where('state', 'in', columns.state === 'failed' ? ['receiving', 'joining'] : ['joining'])
        .where('updated_at', '<=', new Date(now.getTime() - silentMs))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    });

  return {
    begin: (tenantId, upload) => inTenant(tenantId, (scope) => beginUpload(scope, upload)),
    find: (tenantId, id) =>
      inTenant(tenantId, async (scope) => {
        const row = await findUpload(scope, id);
        return row && toStoredUpload(row);
      }),
    receive: (tenantId, id, chunk) => inTenant(tenantId, (scope) => receiveChunk(scope, id, chunk)),
    beat: (tenantId, id) => change(tenantId, id, {}),
    takeOver: (tenantId, id, silentMs) => change(tenantId, id, {}, silentMs),
    reopen: (tenantId, id, lost) =>
      inTenant(tenantId, async (scope) => {
        const gone = `{${lost.map((chunk) => `[${chunk},${chunk + 1})`).join(',')}}`;
        await sql`
          update uploads set state = 'receiving', updated_at = ${scopeNow(scope)},
            received = received - ${gone}::int4multirange
          where id = ${id} and state = 'joining'`.execute(scope.db);
      }),
    fail: async (tenantId, id, errorCode) => {
      await change(tenantId, id, { state: 'failed', error_code: errorCode });
    },
    finish: (tenantId, id, source) =>
      inTenant(tenantId, (scope) => finishUpload(scope, id, source)),
    remove: (tenantId, id) =>
      inTenant(tenantId, async ({ db }) => {
        const result = await db
          .deleteFrom('uploads')
          .where('id', '=', id)
          .where('state', '<>', 'done')
          .executeTakeFirst();
        return result.numDeletedRows > 0n;
      }),
    reserve: (tenantId, of, bytes) => inTenant(tenantId, (scope) => reserveBytes(scope, of, bytes)),
    register: (tenantId, source, reservationId = '') =>
      inTenant(tenantId, async (scope) => {
        const registered = await registerSource(scope, source, reservationId);
        await scope.db.deleteFrom('uploads').where('id', '=', reservationId).execute();
        return registered;
      }),
  };
}
