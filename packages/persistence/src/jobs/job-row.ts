/** Converts a row of `jobs` to a job. */
import { type Job, type JobDetail, type JobTask, jobStatuses, jobTask } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Kysely, Selectable } from 'kysely';
import { type StoredMedia, toStoredMedia } from '../medias/media-row.ts';
import type { JobsTable, Schema } from '../schema.ts';

export type JobRow = Selectable<JobsTable>;

const iso = (date: Date | null) => date?.toISOString() ?? null;

export const toJob = (row: JobRow): Job => ({
  id: row.id,
  name: row.name,
  status: jobStatuses.find((status) => status === row.status) ?? 'failed',
  progress: row.progress,
  start: iso(row.started_at),
  end: iso(row.ended_at),
  flowId: row.flow_id,
  flowName: row.flow_name,
  titleId: row.title_id,
  createdAt: row.created_at.toISOString(),
  archived: row.archived,
});

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const jobSettingsOf = (row: Pick<JobRow, 'settings'>): Record<string, unknown> =>
  object(row.settings);

export const jobTasksOf = (row: Pick<JobRow, 'tasks'>): JobTask[] =>
  jobTask.array().parse(row.tasks);

export function inputMediaIdsOf(row: Pick<JobRow, 'input_media_ids'>): string[] {
  return Array.isArray(row.input_media_ids) ? row.input_media_ids.map(String) : [];
}

/** Input medias that still exist, in the order of the job. */
export async function readInputMedias(
  db: Kysely<Schema>,
  row: Pick<JobRow, 'input_media_ids' | 'tenant_id'>,
): Promise<StoredMedia[]> {
  const ids = inputMediaIdsOf(row);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('medias')
    .selectAll()
    .where('tenant_id', '=', row.tenant_id)
    .where('id', 'in', ids)
    .execute();
  const medias = new Map(rows.map((media) => [media.id, toStoredMedia(media)]));
  return ids.flatMap((id) => medias.get(id) ?? []);
}

export async function readJobDetail(db: Kysely<Schema>, row: JobRow): Promise<JobDetail> {
  const medias = await readInputMedias(db, row);
  const title = await db
    .selectFrom('titles')
    .select('name')
    .where('id', '=', row.title_id)
    .executeTakeFirst();
  return {
    ...toJob(row),
    titleName: title?.name ?? '',
    attempt: row.attempt,
    attempts: row.attempts,
    timeout: row.timeout_minutes,
    error: row.error,
    errorCode: row.error_code,
    inputMediaIds: inputMediaIdsOf(row),
    inputMedias: medias.map(({ file: _file, ...media }) => media),
    settings: jobSettingsOf(row),
    tasks: jobTasksOf(row),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Locks the job, in a tenant scope. @throws {DomainError} JOB_NOT_FOUND */
export async function lockJob(db: Kysely<Schema>, id: string): Promise<JobRow> {
  const found = db.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate();
  const row = await found.executeTakeFirst();
  if (row === undefined) throw domainError('JOB_NOT_FOUND');
  return row;
}
