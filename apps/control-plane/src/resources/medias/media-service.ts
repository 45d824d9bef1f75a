/**
 * Medias of a tenant. Rows are removed before their files: a crash in between leaves a file without a row, which the
 * worker's purge of orphans removes, never a row without its file.
 */
import {
  type ListQuery,
  type Media,
  type MediaSettings,
  mediaInput,
  type mediaUpdate,
  type Page,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { CachedSystem, TenantStorages } from '@interlude/object-storage';
import type { MediaStore, RemovedMedias, StoredFile } from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';
import type { z } from 'zod';
import type { ControlPlaneEvents } from '../../events.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';

export interface MediaServiceOptions {
  readonly medias: MediaStore;
  readonly storages: TenantStorages<CachedSystem>;
  readonly egress: TenantEgresses;
  readonly events: Pick<ControlPlaneEvents, 'fileNotRemoved'>;
}

export interface MediaService {
  list(tenantId: string, query: ListQuery): Promise<Page<Media>>;
  schema(): Record<string, unknown>;
  read(tenantId: string, id: string): Promise<Media>;
  create(tenantId: string, media: MediaSettings): Promise<Media>;
  update(tenantId: string, id: string, change: z.output<typeof mediaUpdate>): Promise<Media>;
  /** With `externalResourceId`: removes all medias of that encoding, which must include the named one. */
  remove(tenantId: string, id: string, encoding: string | undefined): Promise<number>;
  removeEncoding(tenantId: string, encoding: string): Promise<number>;
}

export function createMediaService(options: MediaServiceOptions): MediaService {
  const { medias, storages, egress, events } = options;

  async function removeFile(tenantId: string, { systemId, key }: StoredFile): Promise<void> {
    try {
      const { storage } = await storages.of(tenantId, systemId);
      await (key.endsWith('/') ? storage.removeFolder(key) : storage.remove(key));
    } catch (error) {
      events.fileNotRemoved(tenantId, key, error);
    }
  }

  async function cleared(tenantId: string, { removed, files }: RemovedMedias): Promise<number> {
    await Promise.all(files.map((file) => removeFile(tenantId, file)));
    return removed;
  }

  /** External addresses will be fetched: plainly forbidden ones are refused at once. */
  async function checkAddress(tenantId: string, url: string): Promise<void> {
    if ((await medias.findByUrl(tenantId, url)) === undefined) {
      egress.forTenant(tenantId).check(url);
    }
  }

  async function read(tenantId: string, id: string): Promise<Media> {
    const media = await medias.find(tenantId, id);
    if (!media) throw domainError('MEDIA_NOT_FOUND');
    return media;
  }

  const removeEncoding = async (tenantId: string, encoding: string) =>
    cleared(tenantId, await medias.removeEncoding(tenantId, encoding));

  return {
    list: (tenantId, query) => medias.list(tenantId, query),
    schema: () => jsonSchema(mediaInput, 'input'),
    read,
    create: async (tenantId, media) => {
      await checkAddress(tenantId, media.url);
      return medias.create(tenantId, media);
    },
    update: async (tenantId, id, change) => {
      if ((await read(tenantId, id)).url !== change.url) await checkAddress(tenantId, change.url);
      const media = await medias.update(tenantId, id, change);
      if (!media) throw domainError('MEDIA_NOT_FOUND');
      return media;
    },
    remove: async (tenantId, id, encoding) => {
      if (encoding !== undefined) {
        const { externalResourceId } = await read(tenantId, id);
        if (externalResourceId !== encoding) throw domainError('MEDIA_NOT_FOUND');
        return removeEncoding(tenantId, encoding);
      }
      const removed = await cleared(tenantId, await medias.remove(tenantId, id));
      if (removed === 0) throw domainError('MEDIA_NOT_FOUND');
      return removed;
    },
    removeEncoding,
  };
}
