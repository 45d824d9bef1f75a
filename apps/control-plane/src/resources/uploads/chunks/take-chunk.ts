/**
 * Receives one chunk of a slate. Any replica takes any chunk, in any order and any number of times: the state of the
 * upload is in the database, the chunk in the storage.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { uploadChunkBytes } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { StoredUpload } from '@interlude/persistence';
import type { Caller } from '../../../http/call.ts';
import { type UploadForm, uploadInvalid } from '../../../http/upload-form.ts';
import { containerOf, headBytes } from '../files/file-container.ts';
import { createAnnouncer } from '../slates/slate-events.ts';
import type { SlateHeaders } from '../slates/slate-headers.ts';
import type { SlateUploadDeps } from '../slates/store-slate.ts';
import type { ChunkJoiner } from './chunk-joiner.ts';
import { chunkKey, uploadFolder } from './join-chunks.ts';

export interface ChunkCall {
  readonly caller: Caller;
  readonly channelId: string;
  readonly form: UploadForm;
  readonly headers: SlateHeaders;
}

/** 1 GiB in chunks of half a megabyte. */
const maxChunks = 2_048;

function wholeNumber(form: UploadForm, field: string): number {
  const text = form.fields.get(field) ?? '';
  if (!/^\d{1,6}$/.test(text)) throw uploadInvalid(`${field} is not a number`);
  return Number(text);
}

function readChunkNumbers(form: UploadForm, { sizeBytes }: SlateHeaders) {
  const chunk = wholeNumber(form, 'chunkNumber');
  const total = wholeNumber(form, 'totalChunks');
  if (sizeBytes === 0) throw uploadInvalid('the header filesize is missing');
  if (total < 1 || total > maxChunks) throw uploadInvalid(`totalChunks is not 1 to ${maxChunks}`);
  if (chunk >= total) throw uploadInvalid('chunkNumber is not below totalChunks');
  if (sizeBytes < total || sizeBytes > total * uploadChunkBytes) {
    throw uploadInvalid('filesize does not fit totalChunks');
  }
  return { chunk, total, mostBytes: mostBytesOf(chunk, total, sizeBytes) };
}

/**
 * Largest size of a chunk, bytes. Chunks have one size; the last has the rest, which some clients append to the one
 * before. Their sum is about the declared and reserved size.
 */
function mostBytesOf(chunk: number, total: number, sizeBytes: number): number {
  return chunk === total - 1 ? sizeBytes : Math.ceil(sizeBytes / (total - 1));
}

async function readChunk(file: Readable, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file) {
    if (!Buffer.isBuffer(piece)) continue;
    bytes += piece.length;
    if (bytes > uploadChunkBytes) throw uploadInvalid('a chunk is larger than 1 MiB');
    pieces.push(piece);
  }
  if (bytes === 0) throw uploadInvalid('the chunk is empty');
  if (bytes > mostBytes) throw uploadInvalid('a chunk is larger than its share of filesize');
  return Buffer.concat(pieces);
}

/** For clients without an uploadid header: the same file of the same user is the same upload. */
function derivedId({ caller, channelId, headers }: ChunkCall, total: number): string {
  const { filename, sizeBytes } = headers;
  const facts = JSON.stringify([caller.userId, channelId, filename, sizeBytes, total]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 32);
}

function requireSame(call: ChunkCall, upload: StoredUpload, total: number): void {
  const isSame =
    upload.userId === call.caller.userId &&
    upload.channelId === call.channelId &&
    upload.sizeBytes === call.headers.sizeBytes &&
    upload.totalChunks === total;
  if (!isSame) throw uploadInvalid('another upload has this uploadid');
}

async function begin(deps: SlateUploadDeps, call: ChunkCall, total: number): Promise<StoredUpload> {
  const { uploads, storages } = deps;
  const { tenantId, userId } = call.caller;
  const { filename, sizeBytes, http, profile, channelType, uploadId } = call.headers;
  const { system } = await storages.forUploads(tenantId);
  const id = uploadId ?? derivedId(call, total);
  const request = {
    ...{ id, userId, channelId: call.channelId, totalChunks: total, filename, sizeBytes, http },
    ...{ profile, channelType, storageSystemId: system.id },
  };
  const upload = await uploads.begin(tenantId, request);
  requireSame(call, upload, total);
  if (upload.state !== 'failed') return upload;
  if (uploadId !== undefined) {
    throw uploadInvalid(`it failed (${upload.errorCode}); begin a new one`);
  }
  await uploads.remove(tenantId, id);
  return uploads.begin(tenantId, request);
}

/** Refuses a file of another type by its first bytes, before the client sends the rest. */
async function checkHead(
  deps: SlateUploadDeps,
  tenantId: string,
  upload: StoredUpload,
  bytes: Buffer,
) {
  if (containerOf(bytes.subarray(0, headBytes)) === 'mp4') return;
  const error = domainError('UPLOAD_TYPE_UNSUPPORTED', { accepted: 'mp4' });
  const { id: uploadId, userId } = upload;
  createAnnouncer(deps, { tenantId, userId, uploadId })('error', 100, error.message);
  await deps.uploads.fail(tenantId, uploadId, error.code);
  const { storage } = await deps.storages.of(tenantId, upload.storageSystemId);
  await storage.removeFolder(uploadFolder(tenantId, uploadId)).catch(() => undefined);
  throw error;
}

/**
 * @returns the upload after this chunk
 * @throws {DomainError} UPLOAD_INVALID, UPLOAD_TYPE_UNSUPPORTED, UPLOAD_NOT_FOUND, STORAGE_QUOTA_REACHED, and the
 * errors of `ChunkJoiner.join`
 */
export async function takeChunk(
  deps: SlateUploadDeps,
  joiner: ChunkJoiner,
  call: ChunkCall,
): Promise<StoredUpload> {
  const { uploads, storages } = deps;
  const { tenantId } = call.caller;
  const { chunk, total, mostBytes } = readChunkNumbers(call.form, call.headers);
  const upload = await begin(deps, call, total);
  const bytes = await readChunk(call.form.file, mostBytes);
  if (upload.state !== 'receiving') {
    await joiner.resume(tenantId, upload);
    return upload;
  }
  if (chunk === 0) await checkHead(deps, tenantId, upload, bytes);
  const { storage } = await storages.of(tenantId, upload.storageSystemId);
  const key = chunkKey(tenantId, upload.id, chunk);
  await storage.put(key, bytes, { contentType: 'application/octet-stream' });
  const received = await uploads.receive(tenantId, upload.id, chunk);
  if (received === undefined) {
    await storage.removeFolder(uploadFolder(tenantId, upload.id)).catch(() => undefined);
    throw domainError('UPLOAD_NOT_FOUND');
  }
  const now = received.joins ? await joiner.join(tenantId, received.upload) : received.upload;
  if (now === undefined) throw domainError('UPLOAD_NOT_FOUND');
  return now;
}
