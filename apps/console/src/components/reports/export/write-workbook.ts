/** Writes sheets as an .xlsx file in the browser (EXP-001). Loaded when the first one is wanted. */
import type { SheetCell } from '@interlude/contract';
import writeXlsxFile, { type Cell } from 'write-excel-file/browser';
import { cellText, sheetDate } from './cell-values.ts';
import type { ExportSheet } from './workbook.ts';

const dateFormat = 'd/m/yy hh:mm';

function written(cell: SheetCell, zone: string, isHead: boolean): Cell {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'object') {
    return { value: sheetDate(cell.dateMs, zone), type: Date, format: dateFormat };
  }
  return { value: cellText(cell), type: String, ...(isHead && { fontWeight: 'bold' as const }) };
}

/** Characters: wide enough for a date, and no column takes the whole window. */
const columnWidth = { least: 14, most: 48 } as const;

function columnsOf(rows: ExportSheet['rows']): { width: number }[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_none, column) => {
    const lengths = rows.map((row) => {
      const cell = row[column];
      return typeof cell === 'string' ? cell.length + 2 : columnWidth.least;
    });
    return { width: Math.min(columnWidth.most, Math.max(columnWidth.least, ...lengths)) };
  });
}

export function writeWorkbook(sheets: readonly ExportSheet[]): Promise<Blob> {
  return writeXlsxFile(
    sheets.map(({ name, zone, rows }) => {
      const headRow = rows.findIndex((row) => row.length === 0) + 1;
      return {
        sheet: name,
        columns: columnsOf(rows),
        data: rows.map((row, index) =>
          row.map((cell, column) => {
            const isBlock = index < headRow && column === 0;
            return written(cell, zone, isBlock || index === headRow);
          }),
        ),
      };
    }),
  ).toBlob();
}
