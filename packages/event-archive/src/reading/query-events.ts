/**
 * Answers one SQL query over files of the archive. Its database is empty, in memory and locked: it reads these files
 * only, writes nothing, and accepts one statement that only reads.
 * @see rule SEC-S124
 */
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { domainError } from '@interlude/contract/errors';
import { archiveColumns } from '../archive-row.ts';
import { rowsOfFiles } from '../engine/compact-files.ts';
import { literal, loadDuckDb } from '../engine/load-duckdb.ts';
import type { LocalFiles } from './local-files.ts';

/** Limits of one query. */
export const queryLimits = {
  memoryMb: 512,
  threads: 2,
  seconds: 60,
  rows: 10_000,
} as const;

export type QueryLimits = { readonly [Key in keyof typeof queryLimits]: number };

export type QueryValue = string | number | boolean | null;

export interface QueryAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly QueryValue[])[];
  /** More rows exist than are returned. */
  readonly isCut: boolean;
}

const failed = (reason: string, cause?: unknown) =>
  domainError('EVENT_QUERY_FAILED', { reason }, cause);

const noEvents = `select ${Object.entries(archiveColumns)
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(', ')} where false`;

/**
 * Creates the view `events` and locks the connection: from then on it reads these files only, and no setting can
 * change.
 */
async function lock(connection: DuckDBConnection, { paths }: LocalFiles): Promise<void> {
  const source = paths.length === 0 ? noEvents : `select * from ${rowsOfFiles(paths)}`;
  await connection.run(`create view events as ${source}`);
  if (paths.length > 0) {
    await connection.run(`set allowed_paths = [${paths.map(literal).join(', ')}]`);
  }
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
}

/**
 * Prepares the query, which must be one select: `allowed_paths` would let a `copy`, or an `explain analyze` of one,
 * overwrite the files.
 */
async function prepared(connection: DuckDBConnection, question: string) {
  const { StatementType } = await loadDuckDb();
  const statements = await connection.extractStatements(question);
  if (statements.count !== 1) throw failed('Ask one question: one statement without a second one.');
  const statement = await statements.prepare(0);
  if (statement.statementType === StatementType.SELECT) return statement;
  throw failed('The archive is only read: the statement has to be a select.');
}

/** Numbers as numbers where they are exact, all else as DuckDB writes it. */
function plain(value: unknown): QueryValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') {
    return value;
  }
  return String(value);
}

async function readRows(result: DuckDBResult, most: number) {
  const rows: QueryValue[][] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { rows, isCut: false };
    for (const row of chunk.getRows()) {
      if (rows.length === most) return { rows, isCut: true };
      rows.push(row.map(plain));
    }
  }
}

/**
 * Answers an SQL query over the view `events`.
 * @throws {DomainError} EVENT_QUERY_FAILED with the message of DuckDB, or with the limit that the query exceeds
 * @see rule SEC-S124
 */
export async function queryEvents(
  files: LocalFiles,
  question: string,
  limits: QueryLimits = queryLimits,
): Promise<QueryAnswer> {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${limits.memoryMb}MB`,
    threads: String(limits.threads),
    // No temporary folder: a query that does not fit in memory is refused.
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    connection.interrupt();
  }, limits.seconds * 1_000);
  try {
    await lock(connection, files);
    const result = await (await prepared(connection, question)).stream();
    const { rows, isCut } = await readRows(result, limits.rows);
    return { columns: result.deduplicatedColumnNames(), rows, isCut };
  } catch (error) {
    if (isOver)
      throw failed(
        `The question took more than ${limits.seconds} s: --seconds allows more.`,
        error,
      );
    const words = error instanceof Error ? error.message : String(error);
    if (words.includes('Out of Memory')) {
      throw failed(
        `The question needs more than ${limits.memoryMb} MB: --memory allows more.`,
        error,
      );
    }
    throw failed(words, error);
  } finally {
    clearTimeout(timer);
    connection.closeSync();
    instance.closeSync();
  }
}
