/**
 * Reasons for which a slate cannot be sent or was not made (SLATE-005, SLATE-006, SLATE-012, SLATE-013, SLATE-016 to
 * SLATE-020).
 */
import { type JobDetail, slateUploadLimitBytes } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { errorCodeOf, errorText, hasStatus } from '../../../api/api-error.ts';
import { text } from '../../../messages.ts';
import { known, t } from '../../../texts/t.ts';

/** Endings of the files that are taken, with their dots, as the accept attribute of a file input takes them. */
export const slateEndings = ['.mp4'] as const;

/** Keys that every profile has: they describe no media format. */
const soundKeys = new Set(['useAudioNormalization', 'audioNormalization']);

/** Whether a profile describes the media format of the stream: after an analysis, or written by hand. */
export function hasProfile(profile: unknown): boolean {
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) return false;
  return Object.keys(profile).some((key) => !soundKeys.has(key));
}

/** The reason for which a file cannot be sent; undefined when it can. */
export function slateFileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  profile: unknown,
): string | undefined {
  if (!hasProfile(profile)) return text('slateNeedsProfile');
  if (!slateEndings.some((ending) => name.toLowerCase().endsWith(ending))) {
    return t('Only .mp4 files can be uploaded as ad slates.');
  }
  if (size === 0) return t('The file is empty.');
  return size >= slateUploadLimitBytes ? text('slateTooLarge') : undefined;
}

export interface SlateProblem {
  readonly title: string;
  readonly text: string;
}

/** The upload socket reported that the file is refused (OP-28). */
export class SlateRefused extends Error {
  override readonly name = 'SlateRefused';
}

/** Sentence about a failed upload, with the server's reason where it gave one. */
export function uploadProblemText(error: unknown): string {
  if (error instanceof SlateRefused && error.message !== '') return known(error.message);
  if (hasStatus(error, 413)) return text('slateTooLarge');
  const code = errorCodeOf(error);
  return code === undefined || code === 'INTERNAL' ? text('slateUploadProblem') : errorText(error);
}

/** Sentence about a slate that was not put into the channel. */
export function putProblem(error: unknown): SlateProblem {
  const code = errorCodeOf(error);
  if (code === 'FLOW_MISSING') return { title: text('slateNotCreated'), text: errorText(error) };
  return { title: text('slateNotEncoded'), text: errorText(error) };
}

/** Sentence about a failed job: its error, then those of its tasks. */
export function jobProblem({ error, tasks }: Pick<JobDetail, 'error' | 'tasks'>): SlateProblem {
  const ofTasks = tasks
    .filter((task) => task.error !== '')
    .map(({ name, type, error: reason }) => {
      return `${name === '' ? type : name}: ${reason}`;
    });
  const own = error === '' ? [] : [error];
  const lines = [...own, ...ofTasks];
  return { title: text('slateNotEncoded'), text: lines.join('\n') || t('The job gave no reason.') };
}

/** The jobs that have to be archived before the slate is tried again. */
export function failedJobIds(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || errorCodeOf(error) !== 'CHANNEL_ASSET_FAILED') return;
  return strings(error.error.details?.['jobIds']);
}

/** Id of the job that makes the slate, when the answer names one (SLATE-011). */
export function encodingJobId(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || errorCodeOf(error) !== 'CHANNEL_ASSET_ENCODING') return;
  return strings([error.error.details?.['jobId']])[0];
}

function strings(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
