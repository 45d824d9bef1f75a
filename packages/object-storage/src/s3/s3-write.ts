/**
 * Writes objects: in one request when they fit into one part, else as a multipart upload that is completed or aborted.
 */
import type { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import type { S3mini } from 's3mini';
import { inParallel, partsOf } from '../parts.ts';

/** Parts of one object that are uploaded at a time: each is a buffer in memory. */
const PARTS_AT_ONCE = 2;

export interface S3Write {
  readonly client: S3mini;
  /** Client without the caller's signal: it can abort the upload after the caller has aborted. */
  readonly cleaner: S3mini;
  /** With the prefix of the system. */
  readonly path: string;
  readonly contentType: string;
  /** Runs a request and turns its errors into errors of the catalogue. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
}

interface NumberedPart {
  readonly number: number;
  readonly bytes: Buffer;
}

async function* numbered(
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<NumberedPart> {
  let number = 1;
  yield { number, bytes: first };
  for await (const bytes of rest) {
    number += 1;
    yield { number, bytes };
  }
}

async function completeUpload(
  write: S3Write,
  uploadId: string,
  etags: ReadonlyMap<number, string>,
) {
  const parts = [...etags]
    .map(([partNumber, etag]) => ({ partNumber, etag }))
    .sort((a, b) => a.partNumber - b.partNumber);
  const { client, path, call } = write;
  const done = await call(() => client.completeMultipartUpload(path, uploadId, parts));
  // S3 may answer 200 and report in the body that the upload failed.
  if (!('etag' in done) || typeof done.etag !== 'string' || done.etag === '') {
    const reason = 'it could not put the parts together';
    throw domainError('STORAGE_FAILED', { storage: 's3', reason });
  }
}

async function writeParts(write: S3Write, parts: AsyncIterable<NumberedPart>): Promise<void> {
  const { client, cleaner, path, contentType, call } = write;
  const uploadId = await call(() => client.getMultipartUploadId(path, contentType));
  try {
    const etags = new Map<number, string>();
    await inParallel(parts, PARTS_AT_ONCE, async ({ number, bytes }) => {
      const sent = await call(() => client.uploadPart(path, uploadId, bytes, number));
      etags.set(number, sent.etag);
    });
    await completeUpload(write, uploadId, etags);
  } catch (error) {
    await cleaner.abortMultipartUpload(path, uploadId).catch(() => undefined);
    throw error;
  }
}

/** @throws {DomainError} STORAGE_FAILED, STORAGE_FULL; the error of the body; the signal's reason */
export async function writeObject(
  write: S3Write,
  body: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { client, path, contentType, call } = write;
  const parts = partsOf(body, signal);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  const second = await parts.next();
  if (second.done === true) {
    await call(() => client.putObject(path, first, contentType));
    return;
  }
  const rest = async function* () {
    yield second.value;
    yield* parts;
  };
  await writeParts(write, numbered(first, rest()));
}
