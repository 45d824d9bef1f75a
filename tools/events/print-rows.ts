/** Rows as a table for people, as CSV or as JSON. Texts in them come from ad servers and players. */
import type { QueryAnswer, QueryValue } from '@interlude/event-archive';
import type { Format } from './arguments.ts';

/** Control characters of terminals, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** First characters of cells that spreadsheets evaluate as formulas (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;
const maxCellChars = 60;

const shown = (value: QueryValue) =>
  (value === null ? '' : String(value)).replace(controls, '\ufffd');

function cell(value: QueryValue): string {
  const text = shown(value);
  return text.length > maxCellChars ? `${text.slice(0, maxCellChars - 1)}…` : text;
}

function table({ columns, rows }: QueryAnswer): string {
  const lines = [columns.map(cell), ...rows.map((row) => row.map(cell))];
  const widths = columns.map((_, place) =>
    lines.reduce((width, line) => Math.max(width, line[place]?.length ?? 0), 0),
  );
  const isNumber = columns.map((_, place) =>
    rows.every((row) => typeof row[place] === 'number' || row[place] === null),
  );
  const text = lines.map((line) =>
    line
      .map((one, place) => {
        const width = widths[place] ?? 0;
        return isNumber[place] ? one.padStart(width) : one.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [text[0] ?? '', rule, ...text.slice(1), ''].join('\n');
}

function csvCell(value: QueryValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. */
const csv = ({ columns, rows }: QueryAnswer) =>
  [columns.map(csvCell), ...rows.map((row) => row.map(csvCell))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');

const json = ({ columns, rows }: QueryAnswer) =>
  `${JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? null]))),
    null,
    2,
  )}\n`;

export function printRows(answer: QueryAnswer, format: Format): string {
  if (format === 'csv') return csv(answer);
  return format === 'json' ? json(answer) : table(answer);
}
