import type { Job } from '@interlude/contract';
import { useEffect, useState } from 'react';
import { durationText, jobDurationMs } from './job-duration.ts';

const tickMs = 1_000;

export function JobDuration({ job }: { job: Pick<Job, 'status' | 'start' | 'end'> }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const running = job.status === 'running' && job.start !== null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [running]);
  const duration = jobDurationMs(job, nowMs);
  return (
    <span className="dimmed num">{duration === undefined ? '–' : durationText(duration)}</span>
  );
}
