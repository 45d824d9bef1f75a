/**
 * A form with one file (RFC 7578): its fields, then the file as a stream. Fields after the file are ignored, because
 * the file is processed while it arrives.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { isStorable } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowLongBody } from './server-limits.ts';

const limits = {
  fields: 20,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  files: 1,
  parts: 25,
  headerPairs: 50,
  // The receiver counts the bytes; this limit would truncate the file without an error.
  fileSize: Number.POSITIVE_INFINITY,
};

export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  /** Fails when the client disconnects. */
  readonly file: Readable;
  /** The client's file name, for display only. */
  readonly filename: string;
}

export function uploadInvalid(reason: string, cause?: unknown): DomainError {
  return domainError('UPLOAD_INVALID', { reason }, cause);
}

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

const unstorable = 'a field holds characters that cannot be stored';

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  const fields = new Map<string, string>();
  // NOTE: leaving a `for await` would end the parser, and with it the file.
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await parts.next();
    if (done === true || part === undefined) throw uploadInvalid('it has no file');
    if (part.type === 'file') {
      const filename = part.filename ?? '';
      if (!isStorable(filename)) throw uploadInvalid(unstorable);
      return { fields, file: part.file, filename };
    }
    if (typeof part.value !== 'string') continue;
    if (!isStorable(part.fieldname) || !isStorable(part.value)) throw uploadInvalid(unstorable);
    fields.set(part.fieldname, part.value);
  }
}

/** Time to read the rest of a refused request, milliseconds. */
const drainMs = 15 * 60_000;

/**
 * Browsers read the answer only after they have sent the whole request, and the next request of the connection follows
 * it: the rest of a refused file is read and dropped.
 */
function drain(request: IncomingMessage): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), drainMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

async function readForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw uploadInvalid('it is no multipart/form-data');
  try {
    return await readParts(request);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw uploadInvalid(
      error instanceof Error ? error.message : 'it is not a valid multipart form',
      error,
    );
  }
}

/**
 * Reads the fields and passes them to `work` with the file; the unread rest of the file is dropped.
 * @throws {DomainError} UPLOAD_INVALID; the errors of `work`
 */
export async function withUploadForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (form: UploadForm) => Promise<T>,
): Promise<T> {
  allowLongBody(request.raw, reply.raw);
  let form: UploadForm | undefined;
  let broken: Error | undefined;
  try {
    form = await readForm(request);
    form.file.once('error', (error) => {
      broken = error;
    });
    return await work(form);
  } catch (error) {
    // The parser ends the file with its own error: a form without its end boundary, for example.
    if (broken !== undefined && error === broken) throw uploadInvalid(broken.message, broken);
    throw error;
  } finally {
    form?.file.destroy();
    drain(request.raw);
  }
}

/** Aborts when the client disconnects before the end of its request. */
export function requestSignal(request: IncomingMessage): AbortSignal {
  const disconnected = new AbortController();
  request.once('close', () => {
    if (!request.complete) disconnected.abort(new Error('the client closed the connection'));
  });
  return disconnected.signal;
}
