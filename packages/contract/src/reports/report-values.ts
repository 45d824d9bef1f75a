/** The closed lists and limits that reports and their screens share. */

export const chartTypes = [
  'Map',
  'Table',
  'Text',
  'SSAIMainKPI',
  'AreaAndLine',
  'MultiLine',
  'CampaignArea',
  'HorizontalBars',
] as const;
export type ChartType = (typeof chartTypes)[number];

/** Milliseconds of HOURS, DAYS and WEEKS. A day and a week are those of the calendar of the company's time zone. */
export const reportIntervals = { hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 } as const;
export const defaultReportInterval = reportIntervals.days;

/** Which period a card shows (DATA-032): `last` is the selected main period (OP-43). */
export const reportTimings = ['24h', '30d', 'last'] as const;
export type ReportTiming = (typeof reportTimings)[number];

export const reportViewOptions = ['map', 'table'] as const;
export type ReportViewOption = (typeof reportViewOptions)[number];

/** Units of figures of a report, which set their text and the type of their cell in a spreadsheet. */
export const reportUnits = ['count', 'ratio', 'milliseconds', 'bytes', 'money', 'text'] as const;
export type ReportUnit = (typeof reportUnits)[number];

/** Stages of a break after `offered`, in the order in which time is lost. */
export const breakStages = ['asked', 'answered', 'usable', 'placed', 'seen'] as const;
export type BreakStage = (typeof breakStages)[number];

/** Limits of one instance of a report. */
export const reportLimits = {
  /** Lines and bars of channels (REP-026). */
  lines: 5,
  /** Bars, sorted by value, descending (REP-027). */
  bars: 10,
  /** Rows of a table. */
  rows: 500,
  /** Points of one line: 400 days by day, 40 days by hour. */
  buckets: 1_000,
  /** Selected channels in an address, which has at most 16 KiB in all; more are sent by POST. */
  channelsInAddress: 250,
  channels: 1_000,
  /** Longest period: 26 months are kept. */
  periodMs: 800 * 86_400_000,
} as const;
