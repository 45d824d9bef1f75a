/** POST upload-ad-slate: a slate whole, or one chunk of it; and what is asked about uploads (API-037, API-038). */
import { DomainError, domainError, type SlateUpload } from '@interlude/contract';
import type { ChannelStore, MediaStore, StoredUpload } from '@interlude/persistence';
import { newId } from '@interlude/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/call.ts';
import { withUploadForm } from '../../http/upload-form.ts';
import type { ChunkJoiner } from './chunk-joiner.ts';
import { uploadFolder } from './join-chunks.ts';
import { presentUpload } from './present-upload.ts';
import { requestSignal } from './request-signal.ts';
import { readSlateHeaders } from './slate-headers.ts';
import { createTell, type SlateParts } from './slate-parts.ts';
import { overHttp, storeSlate } from './store-slate.ts';
import { type ChunkCall, takeChunk } from './take-chunk.ts';

export interface SlateUploadOptions extends SlateParts {
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

async function takeWhole(
  parts: SlateParts,
  { caller, channelId, form, headers }: ChunkCall,
  signal: AbortSignal,
): Promise<SlateUpload> {
  const { tenantId, userId } = caller;
  const uploadId = headers.uploadId ?? newId();
  const tell = createTell(parts, { tenantId, userId, uploadId });
  try {
    await parts.checkQuota(tenantId, headers.sizeBytes);
    const stored = await storeSlate(parts, {
      ...{ ...headers, tenantId, tell, file: form.file, channelId, signal },
      filename: headers.filename || form.filename,
      place: await parts.storages.forUploads(tenantId),
      register: (source) => {
        tell('uploaded', 100, 'All of the file has arrived.');
        return parts.uploads.register(tenantId, source);
      },
    });
    const { titleId = '', url = '' } = stored ?? {};
    const chunks = { receivedChunks: 1, totalChunks: 1, missingChunks: [] };
    return { uploadId, ...chunks, state: 'done', errorCode: '', complete: true, titleId, url };
  } catch (error) {
    const isInfected = error instanceof DomainError && error.code === 'UPLOAD_INFECTED';
    const message = error instanceof DomainError ? error.message : 'problem with upload file.';
    tell(isInfected ? 'virusInfected' : 'error', 100, message);
    throw error;
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
