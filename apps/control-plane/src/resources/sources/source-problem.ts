/** Why a source cannot be analysed, as types and sentences of the console. */
import type { SourceAnalysis, SourceProblemType } from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import { HlsLimitError } from '@interlude/hls';
import { namedTooLarge } from '@interlude/runtime';

export type SourceError = NonNullable<SourceAnalysis['error']>;

/** Aborts reading; never leaves this folder. */
export class SourceProblem extends Error {
  readonly type: SourceProblemType;

  constructor(type: SourceProblemType, message: string) {
    super(message);
    this.name = 'SourceProblem';
    this.type = type;
  }
}

const types: Readonly<Record<string, SourceProblemType>> = {
  URL_FORBIDDEN: 'SOURCE_FORBIDDEN',
  FETCH_FAILED: 'SOURCE_UNREACHABLE',
  FETCH_TIMEOUT: 'SOURCE_TIMEOUT',
  FETCH_TOO_LARGE: 'MANIFEST_TOO_LARGE',
  SOURCE_TOO_LARGE: 'MANIFEST_TOO_LARGE',
  FETCH_STATUS: 'SOURCE_REFUSED',
};

/** @returns undefined for an error that is not the source's fault */
export function sourceError(thrown: unknown): SourceError | undefined {
  const error = thrown instanceof DomainError ? namedTooLarge(thrown) : thrown;
  if (error instanceof SourceProblem) return { type: error.type, message: error.message };
  if (error instanceof HlsLimitError) return { type: 'MANIFEST_TOO_LARGE', message: error.message };
  const type = error instanceof DomainError ? types[error.code] : undefined;
  return type === undefined || !(error instanceof Error)
    ? undefined
    : { type, message: error.message };
}
