/** Which errors of PostgreSQL are final for a batch, and which pass. */
import { BatchRefused } from '@interlude/reporting';

/**
 * Classes of SQLSTATE: data exceptions, violated constraints, limits of the program (an index row that is too large).
 * They follow from what is written. Everything else (connections, locks, resources, an operator's intervention, a
 * schema of another version) can be over at the next try.
 * @see PostgreSQL Appendix A
 */
const finalClasses: ReadonlySet<string> = new Set(['22', '23', '54']);

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Whether PostgreSQL will never take what was written: the same statement fails again.
 * @see PostgreSQL Appendix A
 */
export function isRefusedForGood(error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && finalClasses.has(code.slice(0, 2));
}

/** The error of a statement, as BatchRefused when it is final. The sentence has no value of the batch. */
export function asRefusal(error: unknown): unknown {
  const code = codeOf(error);
  return isRefusedForGood(error)
    ? new BatchRefused(`PostgreSQL refuses it for good (SQLSTATE ${code})`, error)
    : error;
}
