/** The database of one task: nothing but its own folder is written, and no extension is loaded. */
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { engineLimits } from './engine-task.ts';
import { loadDuckDb } from './load-duckdb.ts';

/** @param folder of the task, for what does not fit in memory */
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

/** A number of a result, which comes as a number or as a bigint. */
export const numberOf = (value: unknown): number =>
  typeof value === 'bigint' || typeof value === 'number' ? Number(value) : 0;
