/** Registers a stored upload as a media of a title and starts its analysis, in one transaction. */
import { flowNames, type MediaSettings, type TitleSettings } from '@interlude/contract';
import { insertJob } from '../jobs/start-job.ts';
import { lockMediaFiles } from '../medias/media-files.ts';
import type { StoredMedia } from '../medias/media-row.ts';
import { insertStoredMedia, type NewStoredMedia } from '../medias/media-store.ts';
import type { TenantScope } from '../scope.ts';
import { insertTitle } from '../titles/title-store.ts';
import { requireSpace } from './storage-quota.ts';

export interface NewSource {
  readonly id: string;
  readonly media: Omit<MediaSettings, 'titleId'>;
  readonly file: NewStoredMedia['file'];
  /** The title that it belongs to, or the settings of a new one. */
  readonly title: { readonly id: string } | { readonly settings: TitleSettings };
  /** The user who uploads it. */
  readonly by?: string | undefined;
}

export interface RegisteredSource {
  readonly media: StoredMedia;
  /** Job of the analysis; undefined when the tenant has no such workflow any more. */
  readonly jobId: string | undefined;
}

/** @throws {DomainError} STORAGE_QUOTA_REACHED, TITLE_NOT_FOUND */
export async function registerSource(
  scope: TenantScope,
  source: NewSource,
  uploadId: string,
): Promise<RegisteredSource> {
  await lockMediaFiles(scope);
  await requireSpace(scope, source.file.sizeBytes, uploadId);
  const { title, by } = source;
  const titleId = 'id' in title ? title.id : (await insertTitle(scope, title.settings, by)).id;
  const { id, file } = source;
  const media = await insertStoredMedia(scope, { ...source.media, id, titleId, file });
  const job = await insertJob(scope, {
    flowName: flowNames.analysis,
    name: media.name,
    titleId,
    inputMediaIds: [id],
    by,
  });
  return { media, jobId: job.state === 'started' ? job.jobId : undefined };
}
