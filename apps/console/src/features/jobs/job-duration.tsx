/** The duration of a job from its start to its end, or to now while it runs (JOB-008). */
import type { Job } from '@interlude/contract';
import { useEffect, useState } from 'react';

const tickMs = 1_000;

type JobTimes = Pick<Job, 'status' | 'start' | 'end'>;

/**
 * Milliseconds from start to end; while the job runs, to `nowMs`. Undefined for a job that has not
 * started, or that ended without a recorded end.
 */
export function jobDurationMs({ status, start, end }: JobTimes, nowMs: number): number | undefined {
  if (start === null) return;
  if (end === null && status !== 'running') return;
  const endMs = end === null ? nowMs : Date.parse(end);
  return Math.max(0, endMs - Date.parse(start));
}

/** '8 s', '3 min 05 s', '2 h 03 min'. */
export function durationText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}

export function JobDuration({ job }: { job: JobTimes }) {
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
