import type { Job } from '@interlude/contract';
import { useEffect, useRef, useState } from 'react';
import { jobPollMs, nextProgress, shownProgress } from './job-progress-rule.ts';

/** Percent that the bar of a job shows now; it grows by itself while the job runs. */
export function useShownProgress({ status, progress }: Pick<Job, 'status' | 'progress'>): number {
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
