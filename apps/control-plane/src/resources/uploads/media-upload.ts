/** Upload of a source media as one multipart POST (API-036). */
import { mediaInput, mediaUploadLimitBytes, storedFileUrl } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { MediaStore, TitleStore, UploadStore } from '@interlude/persistence';
import { newId, type Scanner } from '@interlude/runtime';
import type { Handler } from '../../http/call.ts';
import { invalidFields } from '../../http/field-errors.ts';
import {
  requestSignal,
  type UploadForm,
  uploadInvalid,
  withUploadForm,
} from '../../http/upload-form.ts';
import { reserveSpace, type SpaceReservation } from './files/reserve-space.ts';
import { takeFile } from './files/take-file.ts';
import type { UploadStorages } from './files/upload-storage.ts';

export interface MediaUploadOptions {
  readonly titles: Pick<TitleStore, 'find'>;
  readonly medias: Pick<MediaStore, 'find'>;
  readonly uploads: Pick<UploadStore, 'register' | 'reserve' | 'remove'>;
  readonly checkQuota: (tenantId: string, bytes: number) => Promise<void>;
  readonly storages: UploadStorages;
  readonly scanner: Scanner;
  readonly stitcherPublicUrl: string;
}

export type MediaUpload = Handler<(typeof contract)['titles']['uploadMedia']>;

/** Bytes of a form beside its file. */
const formBytes = 1024 * 1024;

const tooLarge = () => domainError('UPLOAD_TOO_LARGE', { limitBytes: mediaUploadLimitBytes });

/** Name, type and content type from the form; the server sets all other fields. */
function describe({ fields, filename }: UploadForm, titleId: string) {
  if ((fields.get('titleId') || titleId) !== titleId) {
    throw uploadInvalid('titleId is not the one in the address');
  }
  const given = mediaInput.omit({ url: true }).safeParse({
    name: (fields.get('name')?.trim() || filename.trim() || 'upload').slice(0, 300).toWellFormed(),
    type: fields.get('type') || 'source',
    contentType: fields.get('contentType') || 'video',
  });
  if (given.success) return given.data;
  throw invalidFields(
    Object.fromEntries(given.error.issues.map(({ path, message }) => [path.join('.'), message])),
  );
}

interface Place {
  readonly tenantId: string;
  readonly userId: string;
  readonly titleId: string;
  readonly space: SpaceReservation;
}

export function createMediaUpload(options: MediaUploadOptions): MediaUpload {
  const { titles, uploads, checkQuota, storages, scanner, stitcherPublicUrl } = options;

  async function take(
    { tenantId, userId, titleId, space }: Place,
    form: UploadForm,
    signal: AbortSignal,
  ) {
    const media = describe(form, titleId);
    const { system, storage } = await storages.forUploads(tenantId);
    const id = newId();
    const { key, sizeBytes, container } = await takeFile(form.file, {
      storage,
      keyOf: (ext) => `${tenantId}/sources/${id}.${ext}`,
      accepted: ['mp4', 'mov'],
      maxBytes: mediaUploadLimitBytes,
      tooLarge,
      scanner,
      signal,
      admit: space.admit,
    });
    const url = storedFileUrl({ stitcherPublicUrl, system, key });
    try {
      const source = {
        id,
        media: { ...media, url, ext: container, createdBySystemId: system.id },
        file: { systemId: system.id, key, sizeBytes },
        title: { id: titleId },
        by: userId,
      };
      const registered = await uploads.register(tenantId, source, space.id);
      return registered.media;
    } catch (error) {
      await storage.remove(key).catch(() => undefined);
      throw error;
    }
  }

  return async ({ caller, params: { id: titleId }, request, reply }) => {
    const { tenantId, userId } = caller;
    if (!(await titles.find(tenantId, titleId))) throw domainError('TITLE_NOT_FOUND');
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > mediaUploadLimitBytes + formBytes) throw tooLarge();
    await checkQuota(tenantId, Math.max(0, announced - formBytes));
    const space = reserveSpace(uploads, caller);
    try {
      return await withUploadForm(request, reply, (form) =>
        take({ tenantId, userId, titleId, space }, form, requestSignal(request.raw)),
      );
    } finally {
      await space.end();
    }
  };
}
