/**
 * Puts a slate into the form of a channel: requests it, waits for its job, requests it again (SLATE-010 to SLATE-016).
 */
import type { ChannelAsset, JobDetail } from '@interlude/contract';
import { hasStatus } from '../../../api/api-error.ts';
import { t } from '../../../texts/t.ts';
import {
  encodingJobId,
  failedJobIds,
  jobProblem,
  putProblem,
  type SlateProblem,
} from './slate-problems.ts';

export interface SlateEncoding {
  readonly put: () => Promise<Pick<ChannelAsset, 'url'>>;
  readonly readJob: (id: string) => Promise<Pick<JobDetail, 'status' | 'error' | 'tasks'>>;
  /** Rejects when the wait is cancelled: another slate was chosen, or the page was left. */
  readonly pause: (durationMs: number) => Promise<void>;
  readonly onJob: (jobId: string) => void;
  /** Percent of the bar. */
  readonly onProgress: (percent: number) => void;
}

export type SlateOutcome =
  | { readonly kind: 'ready'; readonly url: string; readonly encoded: boolean }
  /** Three jobs failed; they have to be archived first. */
  | { readonly kind: 'used-up'; readonly jobIds: readonly string[]; readonly text: string }
  | ({ readonly kind: 'failed' } & SlateProblem);

/** Failed readings in a row after which the job counts as lost. */
const maxLostReadings = 12;
/** Jobs that are waited for one after another: each change of the form's profile meanwhile needs another job. */
const maxJobs = 5;

/** @throws what `pause` rejects with */
export async function encodeSlate(encoding: SlateEncoding): Promise<SlateOutcome> {
  let lastJob = '';
  for (let jobs = 0; jobs <= maxJobs; jobs += 1) {
    const requested = await requestSlate(encoding);
    if (typeof requested !== 'string') {
      return requested.kind === 'ready' ? { ...requested, encoded: lastJob !== '' } : requested;
    }
    if (requested !== lastJob) encoding.onJob(requested);
    lastJob = requested;
    const failed = await waitForJob(encoding, requested);
    if (failed !== undefined) return { kind: 'failed', ...failed };
  }
  return {
    kind: 'failed',
    ...putProblem(new Error(t('The profile of the channel keeps changing.'))),
  };
}

/** The outcome, or the id of the job that makes the slate. */
async function requestSlate({ put }: SlateEncoding): Promise<SlateOutcome | string> {
  try {
    const { url } = await put();
    return { kind: 'ready', url, encoded: false };
  } catch (error) {
    const jobIds = failedJobIds(error);
    if (jobIds !== undefined) {
      return { kind: 'used-up', jobIds, text: putProblem(error).text };
    }
    return encodingJobId(error) ?? { kind: 'failed', ...putProblem(error) };
  }
}

/** @returns undefined when the job is done */
async function waitForJob(
  { readJob, pause, onProgress }: SlateEncoding,
  jobId: string,
): Promise<SlateProblem | undefined> {
  let percent = 0;
  let lost = 0;
  onProgress(percent);
  for (;;) {
    await pause(slatePollMs);
    percent = nextSlateProgress(percent);
    onProgress(percent);
    try {
      const job = await readJob(jobId);
      lost = 0;
      if (job.status === 'done') return;
      if (job.status === 'failed') return jobProblem(job);
    } catch (error) {
      lost += 1;
      if (hasStatus(error, 404) || lost >= maxLostReadings) return putProblem(error);
    }
  }
}

/** Milliseconds between two readings. */
export const slatePollMs = 5_000;
const growthPercent = 2;
const wrapsAbovePercent = 99;
const wrapsToPercent = 70;

/**
 * The bar of a slate that is being encoded: its job is read every 5 s and the bar grows by 2 % each time; from
 * over 99 % it goes back to 70 %, for encoding may take longer than the bar (SLATE-014, OP-69).
 * @param shown percent
 * @returns percent after the next reading
 */
export function nextSlateProgress(shown: number): number {
  const grown = shown + growthPercent;
  return grown > wrapsAbovePercent ? wrapsToPercent : grown;
}
