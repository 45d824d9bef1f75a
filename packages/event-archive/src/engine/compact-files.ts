/** Merges the files of one company and day into one. */

import { writeByDay } from './convert-segments.ts';
import type { EngineTask, MadeFile } from './engine-task.ts';
import { literal } from './load-duckdb.ts';
import { withWorkDatabase } from './work-database.ts';

/** SQL relation of the rows of files; a column that files of an earlier version lack is null. */
export const rowsOfFiles = (files: readonly string[]) =>
  `read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;

export function mergeFiles({
  files,
  folder,
}: Extract<EngineTask, { kind: 'compact' }>): Promise<MadeFile[]> {
  return withWorkDatabase(folder, (connection) =>
    writeByDay(connection, rowsOfFiles(files), folder),
  );
}
