/** The message of a failed analysis (CHE-029 to CHE-032, OP-87). Pure. */
import type { SourceAnalysis, SourceProblemType } from '@interlude/contract';
import { errorText } from '../../../api/api-error.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { text } from '../../../messages.ts';
import { known } from '../../../texts/t.ts';

type SourceProblem = NonNullable<SourceAnalysis['error']>;

/** Problems whose sentences say what to do instead. */
const sentences: Partial<Record<SourceProblemType, string>> = {
  NO_MASTER_MANIFEST: text('noMasterManifest'),
  MP4_SOURCE: text('mp4Source'),
  MRSS_SOURCE: text('mrssSource'),
};

export function sourceProblemText({ type, message }: SourceProblem): string {
  return sentences[type] ?? text('analysisFailed', { message: known(message) });
}

/** Sentence about a call that was refused or never answered. */
export function callProblemText(error: unknown): string {
  const fields = Object.entries(serverFieldErrors(error)).map((entry) => entry.join(': '));
  return fields.length > 0 ? fields.join(', ') : errorText(error);
}
