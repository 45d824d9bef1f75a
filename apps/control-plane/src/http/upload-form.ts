/**
 * A form with one file (RFC 7578): its fields, then the file as a stream. Fields behind the file are not
 * heard, because the file is worked on while it comes.
 */
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { DomainError, domainError } from '@interlude/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const limits = {
  fields: 20,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  files: 1,
  parts: 25,
  headerPairs: 50,
  // Who takes the file counts its bytes; this one would cut it off without an error.
  fileSize: Number.POSITIVE_INFINITY,
};

export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  /** To be read to its end or destroyed; fails when the client goes. */
  readonly file: Readable;
  /** As the client calls it: for people to read, never a name of ours. */
  readonly filename: string;
}

export function uploadInvalid(reason: string, cause?: unknown): DomainError {
  return domainError('UPLOAD_INVALID', { reason }, cause);
}

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  const fields = new Map<string, string>();
  // NOTE: leaving a `for await` would end the parser, and with it the file.
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await parts.next();
    if (done === true || part === undefined) throw uploadInvalid('it has no file');
    if (part.type === 'file') {
      return { fields, file: part.file, filename: part.filename ?? '' };
    }
    if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
  }
}

/** @throws {DomainError} UPLOAD_INVALID */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw uploadInvalid('it is no multipart/form-data');
  try {
    return await readParts(request);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw uploadInvalid(
      error instanceof Error ? error.message : 'it is not as it should be',
      error,
    );
  }
}
