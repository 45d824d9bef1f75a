/** Items that notifications of a job concern: the job, its asset, and the channel that requested it. */
import type { EmittedNotification } from '../notifications/emit-notification.ts';

export function aboutJob(job: {
  readonly jobId: string;
  readonly titleId?: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}): Pick<EmittedNotification, 'about' | 'path'> {
  const { jobId, titleId, settings } = job;
  const { channelId } = settings;
  return {
    path: `/app/jobs/${jobId}`,
    about: { jobId, titleId, ...(typeof channelId === 'string' && { channelId }) },
  };
}
