/** The log of a source: one line for each change of state, never one for each poll. */
import type { DomainError } from '@interlude/contract/errors';

export type SourceState = 'starting' | 'fine' | 'failing';

export interface SourceHealth {
  readonly state: SourceState;
  /** Epoch ms. */
  readonly sinceMs: number;
  /** Code and sentence of the last failure. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Result of a poll: whether the manifest has changed since the poll before, or why not: it failed. */
export type PollResult = 'changed' | 'unchanged' | 'failed';

export interface SourceReport {
  polled(outcome: PollResult): void;
  /** A change of state. */
  state(health: SourceHealth, error: DomainError | undefined): void;
  /** The source lists other renditions than before, and the output has taken them over. */
  reconfigured(renditions: number): void;
  /** A manifest made the stitcher's own code throw. */
  broken(error: unknown): void;
  warnings(codes: readonly string[]): void;
}

/** The health after a poll; the same object when nothing has changed. */
export function nextHealth(
  known: SourceHealth,
  error: DomainError | undefined,
  nowMs: number,
): SourceHealth {
  const state = error ? 'failing' : 'fine';
  return known.state === state && known.error?.code === error?.code
    ? known
    : { state, sinceMs: nowMs, error: error && { code: error.code, message: error.message } };
}
