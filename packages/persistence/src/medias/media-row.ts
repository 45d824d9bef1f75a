/** Converts a row of `medias` to a media. */
import { type Media, mediaTypes } from '@interlude/contract';
import type { Selectable } from 'kysely';
import type { MediasTable } from '../schema.ts';

export type MediaRow = Selectable<MediasTable>;

/** A file, or a folder (its key ends in `/`), of one of the tenant's storage systems. */
export interface StoredFile {
  readonly systemId: string;
  readonly key: string;
}

/** A media with the location of its file; `file` undefined = an address outside of the platform's storages. */
export interface StoredMedia extends Media {
  readonly file: StoredFile | undefined;
}

export function toStoredMedia(row: MediaRow): StoredMedia {
  return {
    id: row.id,
    name: row.name,
    type: mediaTypes.find((type) => type === row.type) ?? 'source',
    contentType: row.content_type,
    titleId: row.title_id,
    url: row.url,
    externalResourceId: row.external_resource_id,
    externalResourceType: row.external_resource_type,
    createdBySystemId: row.created_by_system_id,
    ext: row.ext,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    file:
      row.storage_key === ''
        ? undefined
        : { systemId: row.storage_system_id, key: row.storage_key },
  };
}
