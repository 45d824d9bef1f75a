/** POST upload-ad-slate, for a whole slate or one chunk of it; state and cancellation of uploads (API-037, API-038). */
import type { SlateUpload } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, MediaStore, StoredUpload } from '@interlude/persistence';
import { newId } from '@interlude/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/call.ts';
import { requestSignal, withUploadForm } from '../../http/upload-form.ts';
import type { ChunkJoiner } from './chunks/chunk-joiner.ts';
import { uploadFolder } from './chunks/join-chunks.ts';
import { type ChunkCall, takeChunk } from './chunks/take-chunk.ts';
import { reserveSpace } from './files/reserve-space.ts';
import { announceFailure, createAnnouncer } from './slates/slate-events.ts';
import { readSlateHeaders } from './slates/slate-headers.ts';
import { overHttp, type SlateUploadDeps, storeSlate } from './slates/store-slate.ts';

export interface SlateUploadOptions extends SlateUploadDeps {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly medias: Pick<MediaStore, 'find'>;
  readonly joiner: ChunkJoiner;
}

interface UploadCall {
  readonly caller: Caller;
  readonly channelId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface SlateUploads {
  upload(call: UploadCall): Promise<SlateUpload>;
  state(caller: Caller, id: string): Promise<SlateUpload>;
  cancel(caller: Caller, id: string): Promise<void>;
}

/** Numbers of missing chunks in an answer. */
const maxListed = 1_000;

/** @param url of the stored source; empty until it is complete */
function presentUpload(upload: StoredUpload, url: string): SlateUpload {
  const received = new Set(upload.received);
  const missing: number[] = [];
  for (let chunk = 0; chunk < upload.totalChunks && missing.length < maxListed; chunk += 1) {
    if (!received.has(chunk)) missing.push(chunk);
  }
  return {
    uploadId: upload.id,
    receivedChunks: received.size,
    totalChunks: upload.totalChunks,
    missingChunks: missing,
    state: upload.state,
    errorCode: upload.errorCode,
    complete: upload.state === 'done',
    titleId: upload.titleId,
    url,
  };
}

async function takeWhole(
  deps: SlateUploadDeps,
  { caller, channelId, form, headers }: ChunkCall,
  signal: AbortSignal,
): Promise<SlateUpload> {
  const { tenantId, userId } = caller;
  const uploadId = headers.uploadId ?? newId();
  const announce = createAnnouncer(deps, { tenantId, userId, uploadId });
  const space = reserveSpace(deps.uploads, caller);
  try {
    await deps.checkQuota(tenantId, headers.sizeBytes);
    const stored = await storeSlate(deps, {
      userId,
      ...{ ...headers, tenantId, announce, file: form.file, channelId, signal },
      admit: space.admit,
      filename: headers.filename || form.filename,
      place: await deps.storages.forUploads(tenantId),
      register: (source) => {
        announce('uploaded', 100, 'The file is complete.');
        return deps.uploads.register(tenantId, source, space.id);
      },
    });
    const { titleId = '', url = '' } = stored ?? {};
    const chunks = { receivedChunks: 1, totalChunks: 1, missingChunks: [] };
    return { uploadId, ...chunks, state: 'done', errorCode: '', complete: true, titleId, url };
  } catch (error) {
    announceFailure(announce, error);
    throw error;
  } finally {
    await space.end();
  }
}

export function createSlateUploads(options: SlateUploadOptions): SlateUploads {
  const { channels, uploads, storages, medias, joiner } = options;

  async function present(tenantId: string, upload: StoredUpload): Promise<SlateUpload> {
    if (upload.state !== 'done') return presentUpload(upload, '');
    const media = await medias.find(tenantId, upload.mediaId);
    return presentUpload(upload, overHttp(media?.url ?? '', upload.http));
  }

  async function find({ tenantId, userId }: Caller, id: string): Promise<StoredUpload> {
    const upload = await uploads.find(tenantId, id);
    if (upload?.userId !== userId) throw domainError('UPLOAD_NOT_FOUND');
    return upload;
  }

  async function take(call: UploadCall): Promise<SlateUpload> {
    const { caller, channelId, request, reply } = call;
    const isNew = channelId === 'new';
    const channel = isNew ? undefined : await channels.find(caller.tenantId, channelId);
    if (!isNew && !channel) throw domainError('CHANNEL_NOT_FOUND');
    const headers = readSlateHeaders(request, channel?.type);
    return withUploadForm(request, reply, async (form) => {
      const taken = { caller, channelId, form, headers };
      const isChunk = /^(true|1)$/i.test(form.fields.get('ischunk') ?? '');
      if (!isChunk) return takeWhole(options, taken, requestSignal(request.raw));
      return present(caller.tenantId, await takeChunk(options, joiner, taken));
    });
  }

  return {
    upload: take,
    state: async (caller, id) => {
      const upload = await find(caller, id);
      await joiner.resume(caller.tenantId, upload);
      return present(caller.tenantId, upload);
    },
    cancel: async (caller, id) => {
      const { tenantId } = caller;
      const { storageSystemId } = await find(caller, id);
      if (!(await uploads.remove(tenantId, id))) throw domainError('UPLOAD_NOT_FOUND');
      const { storage } = await storages.of(tenantId, storageSystemId);
      await storage.removeFolder(uploadFolder(tenantId, id));
    },
  };
}
