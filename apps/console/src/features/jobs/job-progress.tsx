/**
 * The progress of a job. While it runs, a bar that grows by 2 % every 5 s up to 100 %, or follows the reported
 * progress when that is higher (JOB-005, JOB-006, OP-69). When it has ended, its status (JOB-007).
 */
import type { Job } from '@interlude/contract';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx';

/** Milliseconds between two requests for the progress of a running job (JOB-005). */
export const jobPollMs = 5_000;
const growthPercent = 2;
const fullPercent = 100;

/** Percent shown after a tick. */
export function nextProgress(shown: number, reported: number): number {
  return Math.min(fullPercent, Math.max(shown + growthPercent, reported));
}

/** Percent shown between ticks. */
function shownProgress(grown: number, reported: number): number {
  return Math.min(fullPercent, Math.max(grown, reported));
}

/** Percent that the bar of a job shows now; it grows by itself while the job runs. */
function useShownProgress({ status, progress }: Pick<Job, 'status' | 'progress'>): number {
  const [grown, setGrown] = useState(progress);
  const reported = useRef(progress);
  reported.current = progress;
  const running = status === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(
      () => setGrown((shown) => nextProgress(shown, reported.current)),
      jobPollMs,
    );
    return () => clearInterval(timer);
  }, [running]);
  return running ? shownProgress(grown, progress) : progress;
}

const percent = onDemand(
  () =>
    new Intl.NumberFormat(readerLocale(), {
      style: 'percent',
      maximumFractionDigits: 0,
    }),
);

type JobProgressFacts = Pick<Job, 'name' | 'status' | 'progress'> & Partial<Pick<Job, 'archived'>>;

export function JobProgress({ job }: { job: JobProgressFacts }) {
  const { name, status, progress, archived = false } = job;
  const shown = useShownProgress(job);
  if (status === 'done') {
    return (
      <span className="job-end" data-status="done">
        {sentence('{iconCheck} done{archivedMark}', {
          iconCheck: <IconCheck size={14} />,
          archivedMark: archived && <ArchivedMark />,
        })}
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <span className="job-end" data-status={archived ? 'archived' : 'failed'}>
        {sentence('{iconAlertTriangle} failed{value}{archivedMark}', {
          iconAlertTriangle: <IconAlertTriangle size={14} />,
          value: progress > 0 && ` ${t('at {share}', { share: percent().format(progress / 100) })}`,
          archivedMark: archived && <ArchivedMark />,
        })}
      </span>
    );
  }
  return (
    <span className="job-progress">
      <ProgressBar label={t('Progress of {name}', { name })} value={shown} max={100} />
      <span className="num">{percent().format(shown / 100)}</span>
    </span>
  );
}

/** An archived job counts neither for the banner nor against another attempt. */
function ArchivedMark() {
  return <span className="job-archived">{t('archived')}</span>;
}
