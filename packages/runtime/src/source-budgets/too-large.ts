/** Breaches of the budgets of sources: one error, with a sentence for each budget. */
import { DomainError, domainError } from '@interlude/contract/errors';

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
 * True for a document beyond a limit. Its detection costs more than other failures, and the source will be as large
 * next time, so that it is requested again only after a pause.
 * @see rule SEC-S55
 */
export function isTooLarge(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    (error.code === 'SOURCE_TOO_LARGE' || error.code === 'FETCH_TOO_LARGE')
  );
}

/**
 * FETCH_TOO_LARGE of one response as the SOURCE_TOO_LARGE of a manifest, whose sentence says what to do; other errors
 * unchanged.
 */
export function namedTooLarge(error: DomainError): DomainError {
  return error.code === 'FETCH_TOO_LARGE'
    ? tooLarge('document', Number(error.details?.['limitBytes']))
    : error;
}
