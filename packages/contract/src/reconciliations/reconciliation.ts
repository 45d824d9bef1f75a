/** A file of an ad server, compared with the impressions that the platform counted, by creative and hour. */
import { z } from 'zod';
import { reportSettings } from '../reports/report-settings.ts';
import { nameText } from '../text.ts';

/** Limits of a file and of its result. */
export const reconciliationLimits = {
  /** UTF-16 units: a JSON body has at most 1 MiB. */
  characters: 900_000,
  /** Of the request that uploads it. */
  requestBytes: 1_048_576,
  rows: 20_000,
  columns: 60,
  cellCharacters: 500,
  /** Rows that are shown before the columns are named. */
  previewRows: 5,
  /** From the first hour of the file to its last. */
  days: 31,
  /** Days for which hours are kept. */
  keptDays: 90,
  /** Lines of a result, those with the largest difference. */
  lines: 2_000,
  /** Of a company. */
  files: 50,
} as const;

/**
 * How times are written in a file.
 * - iso: 2026-11-23 14:00, 2026-11-23T14, with an offset too
 * - dayFirst: 23.11.2026 14:00, 23/11/2026 14
 * - monthFirst: 11/23/2026 14:00, 11/23/2026 2:00 PM
 * - epochSeconds, epochMs: since 1970-01-01T00:00Z
 */
export const fileTimeFormats = [
  'iso',
  'dayFirst',
  'monthFirst',
  'epochSeconds',
  'epochMs',
] as const;
export type FileTimeFormat = (typeof fileTimeFormats)[number];

const column = z
  .number()
  .int()
  .min(0)
  .max(reconciliationLimits.columns - 1);

/** Columns of a file by their meaning, numbered from 0. */
export const reconciliationMapping = z.object({
  creative: column.describe(
    'named as in the reports: universal ad id, else the ids of ad and creative',
  ),
  time: column.describe('date and hour, or the date alone'),
  hour: column
    .nullable()
    .describe('0 to 23, where the date stands alone; null: in the column of the time'),
  impressions: column,
  timeFormat: z.enum(fileTimeFormats),
  timeZone: reportSettings.shape.timeZone.describe('IANA zone of times without an offset'),
});
export type ReconciliationMapping = z.output<typeof reconciliationMapping>;

/**
 * - failedBeacons: impression beacons that the tracker did not answer
 * - duplicates: impression beacons that were sent again; the tracker may have counted both
 * - late: the ad server counted them in the next hour
 * - notInFile: the file has no such creative in any hour
 * - notCounted: the platform counted nothing for the creative in any hour of the file
 */
export const discrepancyCauses = [
  'failedBeacons',
  'duplicates',
  'late',
  'notInFile',
  'notCounted',
] as const;
export type DiscrepancyCause = (typeof discrepancyCauses)[number];

export const reconciliationLine = z.object({
  creative: z.string(),
  hourMs: z.number().describe('start of the hour, epoch ms'),
  theirs: z.number(),
  ours: z.number(),
  difference: z.number().describe('theirs less ours'),
  share: z.number().nullable().describe('difference of ours; null where ours is 0'),
  causes: z.array(z.object({ cause: z.enum(discrepancyCauses), impressions: z.number() })),
});
export type ReconciliationLine = z.output<typeof reconciliationLine>;

export const reconciliationResult = z.object({
  theirs: z.number(),
  ours: z.number(),
  difference: z.number(),
  share: z.number().nullable(),
  fromMs: z.number(),
  toMs: z.number(),
  rows: z.number().describe('of the file'),
  skippedRows: z
    .number()
    .describe('rows without a number of impressions or a creative, as totals at the end'),
  differing: z.number().describe('lines with a difference, also those beyond the limit'),
  lines: z.array(reconciliationLine),
});
export type ReconciliationResult = z.output<typeof reconciliationResult>;

const summary = {
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['mapping', 'waiting', 'running', 'done', 'failed']),
  progress: z.number().describe('per cent'),
  problem: z.string().nullable(),
};
export const reconciliationSummary = z.object(summary);
export type ReconciliationSummary = z.output<typeof reconciliationSummary>;

export const reconciliationPreview = z.object({
  columns: z.array(z.string()).describe('the header row'),
  rows: z.array(z.array(z.string())).describe('the first rows after it'),
  guess: reconciliationMapping.partial().describe('what the header row suggests'),
});
export type ReconciliationPreview = z.output<typeof reconciliationPreview>;

export const reconciliation = z.object({
  ...summary,
  preview: reconciliationPreview,
  mapping: reconciliationMapping.nullable(),
  result: reconciliationResult.nullable(),
});
export type Reconciliation = z.output<typeof reconciliation>;

export const reconciliationInput = z.object({
  name: nameText(100),
  csv: z.string().min(1).max(reconciliationLimits.characters),
});
