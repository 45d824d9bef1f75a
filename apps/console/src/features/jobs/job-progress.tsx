/** A bar while the job runs, one word once it is over: a failed job has no full bar. */
import type { Job } from '@interlude/contract';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

export function JobProgress({ job }: { job: Pick<Job, 'name' | 'status' | 'progress'> }) {
  const { name, status, progress } = job;
  if (status === 'done') {
    return (
      <span className="job-end" data-status="done">
        <IconCheck size={14} /> done
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <span className="job-end" data-status="failed">
        <IconAlertTriangle size={14} /> failed
        {progress > 0 && ` at ${percent.format(progress / 100)}`}
      </span>
    );
  }
  return (
    <span className="job-progress">
      <progress max={100} value={progress} aria-label={`Progress of ${name}`} />
      <span className="num">{percent.format(progress / 100)}</span>
    </span>
  );
}
