/** Chunks of an upload in the storage, as one stream. */
import { Readable } from 'node:stream';
import { DomainError } from '@interlude/contract';
import type { ObjectStorage } from '@interlude/object-storage';
import type { StoredUpload } from '@interlude/persistence';
import { uploadInvalid } from '../../http/upload-form.ts';

export const uploadFolder = (tenantId: string, uploadId: string) =>
  `${tenantId}/uploads/${uploadId}/`;

export const chunkKey = (tenantId: string, uploadId: string, chunk: number) =>
  `${uploadFolder(tenantId, uploadId)}${chunk}`;

/** Chunks that were received and are not there any more: they have to come again. */
export class LostChunks extends Error {
  override readonly name = 'LostChunks';
  readonly chunks: readonly number[];

  constructor(chunks: readonly number[]) {
    super(`chunks ${chunks.slice(0, 10).join(', ')} are gone`);
    this.chunks = chunks;
  }
}

async function requireChunks(
  storage: Pick<ObjectStorage, 'list'>,
  tenantId: string,
  upload: StoredUpload,
): Promise<void> {
  const there = new Map<string, number>();
  for await (const { key, sizeBytes } of storage.list(uploadFolder(tenantId, upload.id))) {
    there.set(key, sizeBytes);
  }
  const sizes = Array.from({ length: upload.totalChunks }, (_, chunk) =>
    there.get(chunkKey(tenantId, upload.id, chunk)),
  );
  const lost = sizes.flatMap((size, chunk) => (size === undefined ? [chunk] : []));
  if (lost.length > 0) throw new LostChunks(lost);
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

/** @throws {LostChunks} @throws {DomainError} UPLOAD_INVALID when sizes differ from what was announced */
export async function joinChunks(
  storage: Pick<ObjectStorage, 'list' | 'read'>,
  tenantId: string,
  upload: StoredUpload,
): Promise<Readable> {
  await requireChunks(storage, tenantId, upload);
  return Readable.from(read(storage, tenantId, upload), { objectMode: false });
}
