/** Where a job puts its package. Each attempt has a folder of its own: one never writes into another's. */
import { clipHashOf, type JobRun } from '@interlude/persistence';
import type { TaskParts } from '../jobs/task.ts';

type Made = Pick<JobRun, 'tenantId' | 'jobId' | 'clipId' | 'profileHash'>;

/** `<tenant>/ads/<clip>/<profile>/<job>/` */
export function jobFolder({ tenantId, jobId, clipId, profileHash }: Made): string {
  const form = profileHash === '' ? 'none' : profileHash;
  return `${tenantId}/ads/${clipHashOf(clipId)}/${form}/${jobId}/`;
}

export const attemptFolder = (run: JobRun) => `${jobFolder(run)}${run.attempt}/`;

/** Empty = the built-in local folder; undefined = the job stores nothing. */
function storageSystemOf(run: Pick<JobRun, 'tasks'>): string | undefined {
  const task = run.tasks.find(({ type }) => type === 'store');
  return task && String(task.settings['systemId'] ?? '');
}

/** Nothing is there = done. */
export async function removeStored(
  parts: Pick<TaskParts, 'findStorage'>,
  job: Pick<JobRun, 'tenantId' | 'tasks'>,
  folder: string,
): Promise<void> {
  const systemId = storageSystemOf(job);
  if (systemId === undefined) return;
  const { storage } = await parts.findStorage(job.tenantId, systemId);
  await storage.removeFolder(folder);
}
