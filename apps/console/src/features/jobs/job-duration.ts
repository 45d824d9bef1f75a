/** How long a job took, or takes so far (JOB-008). */
import type { Job } from '@interlude/contract';

type JobTimes = Pick<Job, 'status' | 'start' | 'end'>;

/**
 * Milliseconds from start to end; while the job runs, to `nowMs`. Undefined for a job that has not
 * started, or that ended without an end: a wrong figure would be worse than none.
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
