/** Files of one company and day become one. */

import { writeByDay } from './convert-segments.ts';
import type { EngineTask, MadeFile } from './engine-task.ts';
import { literal } from './load-duckdb.ts';
import { withWorkDatabase } from './work-database.ts';

/** A relation of the rows of files; those of an earlier version may lack a column. */
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
