/** The error of a failed job and its remedy (JOB-011). */
import type { JobDetail } from '@interlude/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { known, t } from '../../../texts/t.ts';
import { jobAdvice } from './job-advice.ts';

export function JobFailure({ job }: { job: JobDetail }) {
  const failed = job.tasks.find((task) => task.error !== '');
  const error = job.error === '' ? (failed?.error ?? '') : job.error;
  const code = job.errorCode === '' ? (failed?.errorCode ?? '') : job.errorCode;
  return (
    <section
      className="job-failure"
      aria-label={t('Failure')}
      data-archived={job.archived || undefined}
    >
      <IconAlertTriangle size={17} aria-hidden="true" />
      <div>
        <p>
          <strong>
            {error === '' ? t('The job failed without an error message.') : known(error)}
          </strong>
        </p>
        <p>{jobAdvice(code)}</p>
        {code !== '' && <p className="mono dimmed">{code}</p>}
      </div>
    </section>
  );
}
