/** In-memory DuckDB for one task: it spills to the task's folder only, and loads no extension. */
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { engineLimits } from './engine-task.ts';
import { loadDuckDb } from './load-duckdb.ts';

/** @param folder of the task; DuckDB spills to it what does not fit in memory */
export async function withWorkDatabase<T>(
  folder: string,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: engineLimits.memory,
    threads: String(engineLimits.threads),
    temp_directory: join(folder, 'tmp'),
    max_temp_directory_size: engineLimits.temporaryDisk,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** Converts a number of a result, which DuckDB gives as a number or a bigint. */
export const numberOf = (value: unknown): number =>
  typeof value === 'bigint' || typeof value === 'number' ? Number(value) : 0;
