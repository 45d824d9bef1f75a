/** Loads DuckDB, an optional dependency: the platform runs without it, and only commands that need it fail. */
import { domainError } from '@interlude/contract/errors';

export type DuckDb = typeof import('@duckdb/node-api');

/** @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE when it is not installed, or does not load on this machine */
export async function loadDuckDb(): Promise<DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    const reason =
      'DuckDB does not load on this machine; run `npm ci` with optional dependencies (package @duckdb/node-api)';
    throw domainError('EVENT_ARCHIVE_UNAVAILABLE', { reason }, error);
  }
}

/** A text as a literal of SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
