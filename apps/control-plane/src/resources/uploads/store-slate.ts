/** A slate's file → storage → title, media and jobs, with everything the socket tells on the way. */
import type { Readable } from 'node:stream';
import {
  type ChannelType,
  domainError,
  type encodingProfile,
  mediaInput,
  slateUploadLimitBytes,
  storedFileUrl,
} from '@interlude/contract';
import type { NewSource, RegisteredSource } from '@interlude/persistence';
import { newId } from '@interlude/runtime';
import type { z } from 'zod';
import type { TenantStorage } from '../../storages/tenant-storages.ts';
import { takeFile } from './file-intake.ts';
import { progressSteps, type SlateParts, slateName, type TellUpload } from './slate-parts.ts';

export interface SlateToStore {
  readonly tenantId: string;
  readonly channelId: string;
  readonly filename: string;
  /** Bytes, for the progress; 0 = not known. */
  readonly sizeBytes: number;
  readonly profile: z.output<typeof encodingProfile>;
  readonly channelType: ChannelType;
  readonly http: boolean;
  readonly file: Readable;
  readonly place: TenantStorage;
  readonly signal: AbortSignal;
  readonly tell: TellUpload;
  /** Writes the rows; undefined = the upload was given up meanwhile. */
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

async function takeSlate({ scanner }: SlateParts, slate: SlateToStore, id: string) {
  const { tenantId, tell, place, file, signal } = slate;
  tell('uploadToAzure', 0, `The file is written to ${place.system.name}.`);
  const onProgress = progressSteps(slate.sizeBytes || slateUploadLimitBytes, (progress) =>
    tell('uploadToAzure', progress, ''),
  );
  const taken = await takeFile(file, {
    storage: place.storage,
    keyOf: (ext) => `${tenantId}/sources/${id}.${ext}`,
    accepted: ['mp4'],
    maxBytes: slateUploadLimitBytes - 1,
    tooLarge,
    scanner,
    signal,
    onProgress,
    onScanning: () => tell('antivirusCheck', 0, 'The file is checked for viruses.'),
  });
  tell('antivirusCheck', 100, scanned[taken.scan]);
  return taken;
}

/** Undefined when it was given up meanwhile; then, and after an error, nothing of it is left. */
export async function storeSlate(
  parts: SlateParts,
  slate: SlateToStore,
): Promise<StoredSlate | undefined> {
  const { stitcherPublicUrl, condition } = parts;
  const { tenantId, channelId, channelType, profile, tell, place } = slate;
  const id = newId();
  const { key, sizeBytes } = await takeSlate(parts, slate, id);
  const name = slateName(slate.filename);
  const { system, storage } = place;
  const url = storedFileUrl({ stitcherPublicUrl, system, key });
  const media = mediaInput.parse({ name, url, ext: 'mp4', createdBySystemId: system.id });
  const settings = { name, type: 'ad-slate' as const, studio: '', deliverer: '', synopsis: '' };
  let registered: RegisteredSource | undefined;
  try {
    const file = { systemId: system.id, key, sizeBytes };
    registered = await slate.register({ id, media, file, title: { settings } });
  } finally {
    if (registered === undefined) await storage.remove(key).catch(() => undefined);
  }
  if (registered === undefined) return undefined;
  const { titleId } = registered.media;
  const { message, jobId } = await condition({
    tenantId,
    titleId,
    channelId,
    channelType,
    profile,
  });
  const more = { titleId, ...(jobId !== undefined && { jobId }) };
  tell('updateChannel', 100, message, more);
  const address = overHttp(url, slate.http);
  tell('done', 100, 'Upload Successful', { ...more, url: address });
  return { titleId, url: address };
}
