/**
 * The figures of one instance of a report: one period of one report (DATA-034, API-045). Fields of the specification
 * keep its names; `asOf`, `complete` and the fields that explain the axes are added.
 */
import { z } from 'zod';
import { chartTypes, reportUnits } from './report-values.ts';

/** A figure, a word, or null: nothing was measured there (never 0). */
const cell = z.union([z.number(), z.string(), z.null()]);

/** A cell of a spreadsheet: `dateMs` is a date, epoch milliseconds. Loose, as answers project no union of objects. */
export const sheetCell = z.union([cell, z.looseObject({ dateMs: z.number() })]);
export type SheetCell = z.output<typeof sheetCell>;

/**
 * Parameters from one instance for the next one, sent back unchanged: as the JSON text `reportParams` in the query, or
 * as the object in a body. `keys` are the channels, campaigns, devices … of the first period, so that the other period
 * shows the same lines in the same order.
 */
export const reportParams = z.object({
  instance: z.number().int().min(0).max(1).default(0).describe('0 = main, 1 = compared period'),
  keys: z.array(z.string().max(200)).max(20).default([]),
});
export type ReportParams = z.output<typeof reportParams>;

/**
 * By chart type:
 * - SSAIMainKPI: exactly 4 `metrics`, `labels`, `hovers` and `units`; `series` is empty.
 * - AreaAndLine, MultiLine: `labels` are starts of buckets (epoch ms), `bucketEnds` their ends; one series a line; the
 *   first of AreaAndLine is the area.
 * - CampaignArea: `campaigns` are names by ad views, `campaignsData` the buckets of the selected one (of all where none
 *   is selected).
 * - HorizontalBars: `labels` are names, one series; at most 10, descending.
 * - Map: `labels` are ISO 3166-1 alpha-2 codes, `countries` their names; one series per column, the first one colours
 *   the map.
 * - Table: `labels` are the heads of the columns, the first one of the row names; one series a row, its `data` the
 *   cells after the name; `units` are those of the columns after the first.
 * - Text: `labels` are sentences of plain text, `sentences` what they are made of.
 */
export const reportData = z.object({
  reportName: z.string(),
  chartType: z.enum(chartTypes),
  labels: z.array(z.union([z.string(), z.number()])).default([]),
  series: z
    .array(
      z.object({
        name: z.string(),
        data: z.array(cell),
        key: z.string().optional().describe('id behind the name: of a channel, a creative …'),
      }),
    )
    .default([]),
  metrics: z
    .array(z.number().nullable())
    .default([])
    .describe('SSAIMainKPI: its 4 values; otherwise the total of each series; null: not measured'),
  units: z.array(z.enum(reportUnits)).default([]).describe('of each metric'),
  hovers: z.array(z.string()).default([]).describe('what each metric is, in a sentence'),
  helpTexts: z.array(z.string()).default([]).describe('HTML of b, i, p, ul, li, code'),
  sentences: z
    .array(
      z.object({
        pattern: z.string().describe('in English, with `{values}`'),
        values: z.record(
          z.string(),
          z.object({
            value: z.number().nullable().describe('null: there was none to measure'),
            unit: z.enum(['count', 'ratio', 'hours']),
          }),
        ),
      }),
    )
    .default([])
    .describe('Text: for each label the same in parts, for readers of another language'),
  hint: z
    .string()
    .optional()
    .describe('HTML as of helpTexts: what is missing for more figures, and what to do'),
  campaigns: z.array(z.string()).default([]),
  campaignsData: z
    .array(
      z.object({
        key: z.number().describe('start of the bucket, epoch ms'),
        key_as_string: z.iso.datetime(),
        bcn_q4: z.object({ value: z.number().describe('completed ad views') }),
        ratio: z.object({
          value: z.number().nullable().describe('0 to 1, of started; null: none was started'),
        }),
      }),
    )
    .default([]),
  excelData: z
    .object({
      sheets: z.array(z.object({ name: z.string(), data: z.array(z.array(sheetCell)) })),
    })
    .default({ sheets: [] }),
  countries: z
    .array(z.object({ code: z.string(), name: z.string(), isocode: z.string() }))
    .default([])
    .describe('Map: code as in labels, isocode = ISO 3166-1 numeric, as maps of the world use it'),
  attribution: z
    .string()
    .default('')
    .describe('what the licence of the data asks to show, as of the addresses of countries'),
  bucketEnds: z.array(z.number()).default([]).describe('epoch ms, one for each label of time'),
  runningFrom: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe('index of the first bucket that still counts; null: all have ended'),
  start: z.number().describe('epoch ms, as counted: floored to the width of the counters'),
  end: z.number().describe('epoch ms, excluded'),
  interval: z.number().describe('milliseconds'),
  timeZone: z.string().describe('IANA zone of the buckets: that of the company'),
  asOf: z.iso.datetime().nullable().describe('newest event that is counted; null: none yet'),
  complete: z
    .boolean()
    .describe('the period has ended and what was counted by then is in it; late events may add'),
  reportParams: reportParams
    .nullable()
    .default(null)
    .describe('for the next instance; null: this was the last one'),
  code: z.string().optional().describe('of the error catalogue: this instance failed'),
  message: z.string().optional(),
});
/** The answer of the server, with defaults filled in. */
export type ReportData = z.output<typeof reportData>;
/** The data that a report returns: empty fields may be left out. */
export type ReportDataInput = z.input<typeof reportData>;
