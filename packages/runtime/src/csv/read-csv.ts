/** Reads untrusted CSV into rows of text, within limits (RFC 4180; comma, semicolon, tab or bar). */
import { CsvError, parse } from 'csv-parse/sync';

export interface CsvBounds {
  readonly rows: number;
  readonly columns: number;
  readonly cellCharacters: number;
}

export type ReadCsv =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  /** A sentence for the user. */
  | { readonly kind: 'problem'; readonly problem: string };

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter of which the first line has most. */
function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 20_000).split(/\r\n|\n|\r/, 1);
  const counts = delimiters.map((one) => ({ one, count: line.split(one).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).one;
}

const problemOf = (problem: string): ReadCsv => ({ kind: 'problem', problem });

/** @returns all rows, the header row first; blank lines are left out */
export function readCsv(
  text: string,
  { rows: mostRows, columns, cellCharacters }: CsvBounds,
): ReadCsv {
  let rows: string[][];
  try {
    rows = parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true },
      delimiter: delimiterOf(text),
      max_record_size: columns * (cellCharacters + 3),
      to: mostRows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return problemOf(`The file is no CSV: ${error.message.slice(0, 200)}`);
  }
  if (rows.length < 2) return problemOf('The file needs a header row and one row below it.');
  if (rows.length > mostRows + 1)
    return problemOf(`The file has more than ${mostRows} rows. Export a shorter period.`);
  if (rows.some((row) => row.length > columns))
    return problemOf(`A row has more than ${columns} columns.`);
  if (rows.some((row) => row.some((cell) => cell.length > cellCharacters))) {
    return problemOf(`A cell has more than ${cellCharacters} characters.`);
  }
  return { kind: 'rows', rows };
}
