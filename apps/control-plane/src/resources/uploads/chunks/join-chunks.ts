/** The stored chunks of an upload, read as one stream. */
import { Readable } from 'node:stream';
import { DomainError } from '@interlude/contract/errors';
import type { ObjectStorage } from '@interlude/object-storage';
import type { StoredUpload } from '@interlude/persistence';
import { uploadInvalid } from '../../../http/upload-form.ts';

export const uploadFolder = (tenantId: string, uploadId: string) =>
  `${tenantId}/uploads/${uploadId}/`;

export const chunkKey = (tenantId: string, uploadId: string, chunk: number) =>
  `${uploadFolder(tenantId, uploadId)}${chunk}`;

/** Received chunks that are missing in the storage: the client has to send them again. */
export class LostChunks extends Error {
  override readonly name = 'LostChunks';
  readonly chunks: readonly number[];

  constructor(chunks: readonly number[]) {
    super(`chunks ${chunks.slice(0, 10).join(', ')} are missing in the storage`);
    this.chunks = chunks;
  }
}

async function requireChunks(
  storage: Pick<ObjectStorage, 'list'>,
  tenantId: string,
  upload: StoredUpload,
): Promise<void> {
  const stored = new Map<string, number>();
  for await (const { key, sizeBytes } of storage.list(uploadFolder(tenantId, upload.id))) {
    stored.set(key, sizeBytes);
  }
  const sizes = Array.from({ length: upload.totalChunks }, (_, chunk) =>
    stored.get(chunkKey(tenantId, upload.id, chunk)),
  );
  const missing = sizes.flatMap((size, chunk) => (size === undefined ? [chunk] : []));
  if (missing.length > 0) throw new LostChunks(missing);
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  if (bytes !== upload.sizeBytes) {
    throw uploadInvalid(`it has ${bytes} bytes, and ${upload.sizeBytes} were announced`);
  }
}

async function* read(
  storage: Pick<ObjectStorage, 'read'>,
  tenantId: string,
  { id, totalChunks }: StoredUpload,
): AsyncGenerator<Buffer> {
  for (let chunk = 0; chunk < totalChunks; chunk += 1) {
    try {
      const { body } = await storage.read(chunkKey(tenantId, id, chunk));
      yield* body;
    } catch (error) {
      const isGone = error instanceof DomainError && error.code === 'STORED_FILE_NOT_FOUND';
      throw isGone ? new LostChunks([chunk]) : error;
    }
  }
}

/** @throws {LostChunks} @throws {DomainError} UPLOAD_INVALID when the sizes differ from the announced size */
export async function joinChunks(
  storage: Pick<ObjectStorage, 'list' | 'read'>,
  tenantId: string,
  upload: StoredUpload,
): Promise<Readable> {
  await requireChunks(storage, tenantId, upload);
  return Readable.from(read(storage, tenantId, upload), { objectMode: false });
}
