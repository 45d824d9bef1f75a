/** Cells of an export as a spreadsheet or a text takes them: figures stay figures, and text is never a formula. Pure. */

import type { SheetCell } from '@interlude/contract';
import { clockAt, dayAt } from '@interlude/reporting';

/** Longest text of a spreadsheet's cell. */
const maxCharacters = 32_767;

/** Characters that XML 1.0 §2.2 does not allow. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function cellText(value: string): string {
  return value.replace(notInXml, '').slice(0, maxCharacters);
}

/**
 * A date whose UTC reading is the clock of a zone: spreadsheets have no zones.
 * @param ms epoch milliseconds
 */
export function sheetDate(ms: number, zone: string): Date {
  return new Date(`${dayAt(ms, zone)}T${clockAt(ms, zone)}:00.000Z`);
}

/**
 * Starts of a text that a spreadsheet reads as a formula when it opens a CSV (OWASP, CSV injection), in full width too.
 */
const formulaStart = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function csvCell(cell: SheetCell, zone: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return `${dayAt(cell.dateMs, zone)} ${clockAt(cell.dateMs, zone)}`;
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface Sheet {
  readonly name: string;
  readonly zone: string;
  readonly rows: readonly (readonly SheetCell[])[];
}

/** All sheets in one CSV (RFC 4180), each below its name; the byte order mark declares UTF-8. */
export function csvText(sheets: readonly Sheet[]): string {
  const lines = sheets.flatMap(({ name, zone, rows }, index) => [
    ...(index > 0 ? [''] : []),
    ...(sheets.length > 1 ? [name] : []),
    ...rows.map((row) => row.map((cell) => csvCell(cell, zone)).join(',')),
  ]);
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
