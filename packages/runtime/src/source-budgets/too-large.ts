/** What is beyond a budget of sources: one error with a sentence for each budget. */
import { DomainError, domainError } from '@interlude/contract';

const sentences = {
  segments: 'segments in one playlist',
  elements: 'elements in one MPD',
  announced: 'segments that one MPD announces',
  periods: 'Periods in one MPD',
  representations: 'Representations in one Period',
  runs: 'S elements of a SegmentTimeline, once for each Representation with an address of its own',
  tags: 'lines before one segment',
  renditions: 'variants and renditions in its multivariant playlist',
  document: 'bytes in one manifest',
  multivariant: 'bytes in its multivariant playlist',
  source: 'bytes in all its manifests',
  company: 'bytes in all sources of the company',
  server: 'bytes in all sources of the server',
} as const;

export type BudgetReason = keyof typeof sentences;

/**
 * SOURCE_TOO_LARGE.
 * @see rules SEC-S55, SEC-S56
 */
export function tooLarge(reason: BudgetReason, allowed: number): DomainError {
  return domainError('SOURCE_TOO_LARGE', { allowed, what: sentences[reason], reason });
}

/**
 * To find that out has cost more than other failures do, and the next time it is as large.
 * @see rule SEC-S55
 */
export function isTooLarge(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    (error.code === 'SOURCE_TOO_LARGE' || error.code === 'FETCH_TOO_LARGE')
  );
}

/** What is too large in one response is named as what is too large in all of them: by a sentence with what to do. */
export function namedTooLarge(error: DomainError): DomainError {
  return error.code === 'FETCH_TOO_LARGE'
    ? tooLarge('document', Number(error.details?.['limitBytes']))
    : error;
}
