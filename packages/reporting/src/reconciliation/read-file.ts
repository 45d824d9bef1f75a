/** The impressions of an ad server's file, by creative and hour. */
import type { ReconciliationMapping } from '@interlude/contract';
import { keyTextOf } from '../events/key-text.ts';
import { fileHourOf } from './file-hour.ts';

export interface CreativeHour {
  readonly creative: string;
  /** Epoch ms. */
  readonly hourMs: number;
}

export interface FileImpressions extends CreativeHour {
  impressions: number;
}

export interface FileFigures {
  readonly counted: readonly FileImpressions[];
  readonly rows: number;
  readonly skippedRows: number;
  /** First cell that is no time, in a row with a creative and impressions; undefined = none. */
  readonly wrongTime: string | undefined;
}

export const creativeHourKey = ({ creative, hourMs }: CreativeHour) => `${hourMs}\u0000${creative}`;

/** `1,234`, `1.234`, `1 234` are 1234. */
function countOf(text: string): number | undefined {
  const plain = text.replaceAll(/[ .,'\u00A0\u202F](?=\d{3}(\D|$))/g, '');
  return /^\d{1,12}$/.test(plain) ? Number(plain) : undefined;
}

/** @param rows those below the header */
export function readFile(
  rows: readonly (readonly string[])[],
  mapping: ReconciliationMapping,
): FileFigures {
  const counted = new Map<string, FileImpressions>();
  let skippedRows = 0;
  let wrongTime: string | undefined;
  for (const row of rows) {
    const impressions = countOf(row[mapping.impressions] ?? '');
    const creative = keyTextOf(row[mapping.creative] ?? '');
    const time = row[mapping.time] ?? '';
    if (impressions === undefined || creative === '' || time === '') {
      skippedRows += 1;
      continue;
    }
    const hour = mapping.hour === null ? '' : (row[mapping.hour] ?? '');
    const hourMs = fileHourOf({ time, hour }, mapping.timeFormat, mapping.timeZone);
    if (hourMs === undefined) {
      wrongTime ??= time;
      continue;
    }
    const key = creativeHourKey({ creative, hourMs });
    const known = counted.get(key) ?? { creative, hourMs, impressions: 0 };
    known.impressions += impressions;
    counted.set(key, known);
  }
  return { counted: [...counted.values()], rows: rows.length, skippedRows, wrongTime };
}
