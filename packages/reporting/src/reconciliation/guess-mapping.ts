/** Guesses the mapping of an ad server's file by its header row and first rows. */
import type { FileTimeFormat, ReconciliationMapping } from '@interlude/contract';
import { fileTimeFormats } from '@interlude/contract';
import { fileHourOf } from './file-hour.ts';

const wordsOf = {
  creative: [
    /\buniversal ?ad ?id\b/,
    /\bad ?-?id\b.*\bregistry\b/,
    /^creative( |_)?id$/,
    /creative/,
    /\bad ?id\b/,
    /^ad$/,
    /kreation|werbemittel/,
  ],
  time: [
    /date.*time|timestamp|datetime/,
    /^date|\bdate\b/,
    /^day$|^time$/,
    /datum|tag|zeit/,
    /^hour/,
  ],
  hour: [/^hour( of day)?$/, /^stunde$/],
  impressions: [
    /^(total )?impressions$/,
    /impression|imps\b/,
    /ad views/,
    /einblendung|impressionen/,
    /^count$/,
  ],
} as const;

const find = (
  columns: readonly string[],
  words: readonly RegExp[],
  besides: readonly number[] = [],
) => {
  const names = columns.map((name) => name.toLowerCase().replaceAll('_', ' ').trim());
  for (const word of words) {
    const index = names.findIndex((name, at) => word.test(name) && !besides.includes(at));
    if (index >= 0) return index;
  }
  return undefined;
};

/** The first format that reads all samples. */
function formatOf(samples: readonly string[]): FileTimeFormat | undefined {
  return fileTimeFormats.find((format) =>
    samples.every((time) => fileHourOf({ time, hour: '0' }, format, 'UTC') !== undefined),
  );
}

/** @param rows the first rows below the header */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  timeZone: string,
): Partial<ReconciliationMapping> {
  const time = find(columns, wordsOf.time);
  const creative = find(columns, wordsOf.creative);
  const impressions = find(columns, wordsOf.impressions);
  // The row of totals that ends a short file has no time.
  const samples =
    time === undefined ? [] : rows.map((row) => row[time] ?? '').filter((text) => text !== '');
  const isDateAlone =
    samples.length > 0 && samples.every((text) => !/[T :]\d{1,2}|^\d{9,}$/.test(text));
  const hour = isDateAlone
    ? find(columns, wordsOf.hour, time === undefined ? [] : [time])
    : undefined;
  const timeFormat = samples.length > 0 ? formatOf(samples) : undefined;
  return {
    ...(creative !== undefined && { creative }),
    ...(time !== undefined && { time }),
    ...(impressions !== undefined && { impressions }),
    ...(timeFormat && { timeFormat }),
    hour: hour ?? null,
    timeZone,
  };
}
