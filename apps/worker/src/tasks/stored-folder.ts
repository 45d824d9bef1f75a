/** The storage folder of a job's package. Each attempt has its own: attempts never write into each other's folder. */
import { clipHashOf, type JobRun } from '@interlude/persistence';
import type { TaskServices } from './task.ts';

type Made = Pick<JobRun, 'tenantId' | 'jobId' | 'clipId' | 'profileHash'>;

/** `<tenant>/ads/<clip>/<profile>/<job>/` */
function jobFolder({ tenantId, jobId, clipId, profileHash }: Made): string {
  const profile = profileHash === '' ? 'none' : profileHash;
  return `${tenantId}/ads/${clipHashOf(clipId)}/${profile}/${jobId}/`;
}

export const attemptFolder = (run: Made & Pick<JobRun, 'attempt'>) =>
  `${jobFolder(run)}${run.attempt}/`;

/** Id of the storage of a job; empty = the built-in local folder, undefined = the job stores nothing. */
function storageSystemOf(run: Pick<JobRun, 'tasks'>): string | undefined {
  const task = run.tasks.find(({ type }) => type === 'store');
  return task && String(task.settings['systemId'] ?? '');
}

/** Removes the stored files of all attempts so far, if any. */
export async function removeAttempts(
  services: Pick<TaskServices, 'findStorage'>,
  job: Made & Pick<JobRun, 'attempt' | 'tasks'>,
): Promise<void> {
  const systemId = storageSystemOf(job);
  if (systemId === undefined) return;
  const { storage } = await services.findStorage(job.tenantId, systemId);
  for (let attempt = 1; attempt <= job.attempt; attempt += 1) {
    await storage.removeFolder(attemptFolder({ ...job, attempt }));
  }
}
