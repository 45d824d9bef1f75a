/** Classifies errors of PostgreSQL for a batch: final, or passing. */
import { BatchRefused } from '@interlude/reporting';

/**
 * Classes of SQLSTATE: data exceptions, violated constraints, limits of the program (an index row that is too large).
 * They are caused by the written values. All other errors (connections, locks, resources, intervention of an operator,
 * a schema of another version) may be gone at the next attempt.
 * @see PostgreSQL Appendix A
 */
const finalClasses: ReadonlySet<string> = new Set(['22', '23', '54']);

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Whether PostgreSQL refuses the written values for good, so that the same statement would fail again.
 * @see PostgreSQL Appendix A
 */
export function isRefusedForGood(error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && finalClasses.has(code.slice(0, 2));
}

/** Turns a final error of a statement into BatchRefused; its message contains no value of the batch. */
export function asRefusal(error: unknown): unknown {
  const code = codeOf(error);
  return isRefusedForGood(error)
    ? new BatchRefused(`PostgreSQL refuses it for good (SQLSTATE ${code})`, error)
    : error;
}
