/** Converts a row of `uploads` to an upload in chunks. */
import type { Selectable } from 'kysely';
import type { UploadsTable } from '../schema.ts';

export type UploadState = 'receiving' | 'joining' | 'done' | 'failed';

export interface StoredUpload {
  readonly id: string;
  readonly userId: string;
  readonly channelId: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly totalChunks: number;
  /** Ascending. */
  readonly received: readonly number[];
  readonly state: UploadState;
  readonly profile: unknown;
  readonly channelType: string;
  readonly http: boolean;
  /** Empty until the upload is done, as is `mediaId`. */
  readonly titleId: string;
  readonly mediaId: string;
  readonly storageSystemId: string;
  /** Why it failed. */
  readonly errorCode: string;
  /** Epoch ms of the last activity. */
  readonly updatedMs: number;
}

const states: readonly UploadState[] = ['receiving', 'joining', 'done', 'failed'];

/** `{[0,3),[7,8)}` → 0, 1, 2, 7 */
function numbersOf(multirange: string): number[] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) }, (_, index) => Number(from) + index),
  );
}

export function toStoredUpload(row: Selectable<UploadsTable>): StoredUpload {
  return {
    id: row.id,
    userId: row.user_id,
    channelId: row.channel_id,
    filename: row.filename,
    sizeBytes: row.size_bytes,
    totalChunks: row.total_chunks,
    received: numbersOf(row.received),
    state: states.find((state) => state === row.state) ?? 'failed',
    profile: row.profile,
    channelType: row.channel_type,
    http: row.http,
    titleId: row.title_id,
    mediaId: row.media_id,
    storageSystemId: row.storage_system_id,
    errorCode: row.error_code,
    updatedMs: row.updated_at.getTime(),
  };
}
