/** A bar while the job runs, one word once it is over: a failed job has no full bar (JOB-006, JOB-007). */
import type { Job } from '@interlude/contract';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx';
import { useShownProgress } from './use-shown-progress.ts';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

type JobProgressFacts = Pick<Job, 'name' | 'status' | 'progress'> & Partial<Pick<Job, 'archived'>>;

export function JobProgress({ job }: { job: JobProgressFacts }) {
  const { name, status, progress, archived = false } = job;
  const shown = useShownProgress(job);
  if (status === 'done') {
    return (
      <span className="job-end" data-status="done">
        <IconCheck size={14} /> done
        {archived && <ArchivedMark />}
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <span className="job-end" data-status={archived ? 'archived' : 'failed'}>
        <IconAlertTriangle size={14} /> failed
        {progress > 0 && ` at ${percent.format(progress / 100)}`}
        {archived && <ArchivedMark />}
      </span>
    );
  }
  return (
    <span className="job-progress">
      <ProgressBar label={`Progress of ${name}`} value={shown} max={100} />
      <span className="num">{percent.format(shown / 100)}</span>
    </span>
  );
}

/** The job counts no more: neither for the banner nor against a further try. */
function ArchivedMark() {
  return <span className="job-archived">archived</span>;
}
