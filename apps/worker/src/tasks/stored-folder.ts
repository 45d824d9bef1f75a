/** Where a job puts its package. Each attempt has a folder of its own: one never writes into another's. */
import { clipHashOf, type JobRun } from '@interlude/persistence';
import type { TaskParts } from '../jobs/task.ts';

type Made = Pick<JobRun, 'tenantId' | 'jobId' | 'clipId' | 'profileHash'>;

/** `<tenant>/ads/<clip>/<profile>/<job>/` */
function jobFolder({ tenantId, jobId, clipId, profileHash }: Made): string {
  const form = profileHash === '' ? 'none' : profileHash;
  return `${tenantId}/ads/${clipHashOf(clipId)}/${form}/${jobId}/`;
}

export const attemptFolder = (run: Made & Pick<JobRun, 'attempt'>) =>
  `${jobFolder(run)}${run.attempt}/`;

/** Empty = the built-in local folder; undefined = the job stores nothing. */
function storageSystemOf(run: Pick<JobRun, 'tasks'>): string | undefined {
  const task = run.tasks.find(({ type }) => type === 'store');
  return task && String(task.settings['systemId'] ?? '');
}

/** What all attempts so far stored; nothing is there = done. */
export async function removeAttempts(
  parts: Pick<TaskParts, 'findStorage'>,
  job: Made & Pick<JobRun, 'attempt' | 'tasks'>,
): Promise<void> {
  const systemId = storageSystemOf(job);
  if (systemId === undefined) return;
  const { storage } = await parts.findStorage(job.tenantId, systemId);
  for (let attempt = 1; attempt <= job.attempt; attempt += 1) {
    await storage.removeFolder(attemptFolder({ ...job, attempt }));
  }
}
