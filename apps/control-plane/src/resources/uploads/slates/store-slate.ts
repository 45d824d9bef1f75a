/** The file of a slate → storage → title, media and jobs, with an event for each step (SLATE-010, SLATE-022). */
import type { Readable } from 'node:stream';
import {
  type ChannelAssetRequestBody,
  type ChannelType,
  type encodingProfile,
  mediaInput,
  slateUploadLimitBytes,
  storedFileUrl,
} from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { TenantStorage } from '@interlude/object-storage';
import type {
  NewSource,
  RegisteredSource,
  StoredSystem,
  UploadStore,
} from '@interlude/persistence';
import { newId, type Scanner } from '@interlude/runtime';
import type { z } from 'zod';
import { takeFile } from '../files/take-file.ts';
import type { UploadStorages } from '../files/upload-storage.ts';
import { type AnnounceUpload, progressSteps, type UploadEventDeps } from './slate-events.ts';

export interface ConditioningRequest {
  readonly tenantId: string;
  /** The user who uploads it. */
  readonly userId: string;
  readonly titleId: string;
  /** `new` = the channel is not saved yet: the slate is only stored (OP-77). */
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly profile: z.output<typeof encodingProfile>;
}

export interface ConditioningAnswer {
  readonly message: string;
  readonly jobId?: string;
}

/** The service of channel assets. */
export interface SlateAssets {
  /** @throws {DomainError} CHANNEL_ASSET_ENCODING while a job makes it */
  put(
    caller: { readonly tenantId: string; readonly userId: string },
    request: ChannelAssetRequestBody,
  ): Promise<unknown>;
}

/** Has an uploaded slate conditioned for its channel (SLATE-010). Never throws: the slate is stored, and can be chosen again. */
export type SlateConditioning = (request: ConditioningRequest) => Promise<ConditioningAnswer>;

export function createSlateConditioning(assets: SlateAssets): SlateConditioning {
  return async ({ tenantId, userId, ...request }) => {
    if (request.channelId === 'new')
      return { message: 'The slate is stored. Save the channel to condition it.' };
    try {
      const caller = { tenantId, userId };
      await assets.put(caller, {
        ...{ ...request, allChannels: false, mediaUrl: undefined, name: '' },
        ...{ titleType: 'ad-slate', http: false, workflowParams: {} },
      });
      return { message: 'The slate is ready for the channel.' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const jobId = error.details['jobId'];
      if (error.code !== 'CHANNEL_ASSET_ENCODING' || typeof jobId !== 'string') {
        return { message: error.message };
      }
      return { message: 'A job conditions the slate for the channel.', jobId };
    }
  };
}

/** Services that both ways of uploading a slate use: as one file and in chunks. */
export interface SlateUploadDeps extends UploadEventDeps {
  readonly uploads: UploadStore;
  readonly storages: UploadStorages;
  readonly scanner: Scanner;
  readonly condition: SlateConditioning;
  readonly checkQuota: (tenantId: string, bytes: number) => Promise<void>;
  readonly stitcherPublicUrl: string;
}

export interface SlateToStore {
  readonly tenantId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly filename: string;
  /** Bytes, for the progress; 0 = unknown. */
  readonly sizeBytes: number;
  readonly profile: z.output<typeof encodingProfile>;
  readonly channelType: ChannelType;
  readonly http: boolean;
  readonly file: Readable;
  readonly place: TenantStorage<StoredSystem>;
  readonly signal: AbortSignal;
  readonly announce: AnnounceUpload;
  /** For a file in one piece: checks the bytes received so far against the plan. */
  readonly admit?: ((bytes: number) => Promise<void>) | undefined;
  /** Writes the rows; undefined = the upload was cancelled meanwhile. */
  readonly register: (source: NewSource) => Promise<RegisteredSource | undefined>;
}

export interface StoredSlate {
  readonly titleId: string;
  readonly url: string;
}

const scanned = {
  clean: 'No virus was found.',
  infected: 'A virus was found.',
  unscanned: 'No scanner is configured: the file was not scanned.',
} as const;

const tooLarge = () => domainError('SLATE_TOO_LARGE', { limitBytes: slateUploadLimitBytes });

export const overHttp = (url: string, http: boolean) =>
  http ? url.replace(/^https:/i, 'http:') : url;

const slateName = (filename: string) => filename.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'slate';

async function takeSlate({ scanner }: SlateUploadDeps, slate: SlateToStore, id: string) {
  const { tenantId, announce, place, file, signal } = slate;
  announce('uploadToAzure', 0, `The file is written to ${place.system.name}.`);
  const onProgress = progressSteps(slate.sizeBytes || slateUploadLimitBytes, (progress) =>
    announce('uploadToAzure', progress, ''),
  );
  const taken = await takeFile(file, {
    storage: place.storage,
    keyOf: (ext) => `${tenantId}/sources/${id}.${ext}`,
    accepted: ['mp4'],
    maxBytes: slateUploadLimitBytes - 1,
    tooLarge,
    scanner,
    signal,
    admit: slate.admit,
    onProgress,
    onScanning: () => announce('antivirusCheck', 0, 'The file is checked for viruses.'),
  });
  announce('antivirusCheck', 100, scanned[taken.scan]);
  return taken;
}

/** @returns undefined when the upload was cancelled meanwhile; then, and after an error, its file is removed */
export async function storeSlate(
  deps: SlateUploadDeps,
  slate: SlateToStore,
): Promise<StoredSlate | undefined> {
  const { stitcherPublicUrl, condition } = deps;
  const { tenantId, userId, channelId, channelType, profile, announce, place } = slate;
  const id = newId();
  const { key, sizeBytes } = await takeSlate(deps, slate, id);
  const name = slateName(slate.filename);
  const { system, storage } = place;
  const url = storedFileUrl({ stitcherPublicUrl, system, key });
  const media = mediaInput.parse({ name, url, ext: 'mp4', createdBySystemId: system.id });
  const settings = { name, type: 'ad-slate' as const, studio: '', deliverer: '', synopsis: '' };
  let registered: RegisteredSource | undefined;
  try {
    const file = { systemId: system.id, key, sizeBytes };
    registered = await slate.register({ id, media, file, title: { settings }, by: userId });
  } finally {
    if (registered === undefined) await storage.remove(key).catch(() => undefined);
  }
  if (registered === undefined) return undefined;
  const { titleId } = registered.media;
  const { message, jobId } = await condition({
    tenantId,
    userId,
    titleId,
    channelId,
    channelType,
    profile,
  });
  const more = { titleId, ...(jobId !== undefined && { jobId }) };
  announce('updateChannel', 100, message, more);
  const address = overHttp(url, slate.http);
  announce('done', 100, 'Upload Successful', { ...more, url: address });
  return { titleId, url: address };
}
