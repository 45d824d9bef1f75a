/** Rows that one spool segment adds to the rollups. `writer` and `seq` are the key of the batch ledger. */
import type { BreakSums } from '../break-records/break-sums.ts';
import type { KeyText } from '../events/key-text.ts';
import type { Sketch } from '../sketches/hyper-log-log.ts';

/** The counters of a rollup row, in the order of its columns. All are sums, so rows add. */
export const counterNames = [
  'sessionStarts',
  'sessionEnds',
  'avails',
  'slates',
  'impressions',
  'starts',
  'firstQuartiles',
  'midpoints',
  'thirdQuartiles',
  'completes',
  'clicks',
  'errors',
  'adRequests',
  'adTimeouts',
  'skipped',
  'fallbacks',
  'viewMs',
  'availMs',
  'adMs',
  'slateMs',
  'bytes',
  'repeats',
  'beaconsSent',
  'beaconsAnswered',
  'beaconsFailed',
  'impressionBeaconsFailed',
  'impressionBeaconsRetried',
  'stallSplices',
  'stalls',
  'exitSplices',
  'exits',
] as const;
export type CounterName = (typeof counterNames)[number];
export type Counters = Record<CounterName, number>;

/** Numbers are stored: append, never reorder. `cdn` is reserved. */
export const dimensions = {
  total: 0,
  country: 1,
  device: 2,
  asset: 3,
  creative: 4,
  error: 5,
  cdn: 6,
  reason: 7,
  tracker: 8,
  splice: 9,
} as const;
export type Dimension = keyof typeof dimensions;

export type Grain = 'minute' | 'hour';

/** One row to add; its key is (grain, tenant, dimension, channel, bucket, campaign, value). */
export interface RollupRow {
  readonly grain: Grain;
  readonly tenant: KeyText;
  readonly dimension: Dimension;
  readonly channel: KeyText;
  /**
   * Start of the bucket in minutes since 1970-01-01T00:00Z. Rows of the grain `hour` are quarters of an hour here: the
   * store widens those of companies in a zone on the whole hour.
   */
  readonly bucket: number;
  /** '' = none. */
  readonly campaign: KeyText;
  /** The country, device, creative … ; '' for `total`. */
  readonly value: KeyText;
  readonly counters: Counters;
}

/** Viewers of a quarter of an hour, which the store merges into days of the company's zone; never add them. */
export interface SketchRow {
  readonly tenant: KeyText;
  readonly dimension: Dimension;
  readonly channel: KeyText;
  /** Start of the quarter, minutes since 1970-01-01T00:00Z. */
  readonly bucket: number;
  readonly value: KeyText;
  readonly sketch: Sketch;
}

/** Ad events of a tenant in a quarter of an hour: what an invoice counts, by day of the company's zone. */
export interface UsageRow {
  readonly tenant: KeyText;
  /** Start of the quarter, minutes since 1970-01-01T00:00Z. */
  readonly bucket: number;
  readonly adEvents: number;
}

/** Sums of a break, to add; its key is (tenant, channel, breakId). */
export interface BreakRow {
  readonly tenant: KeyText;
  readonly channel: KeyText;
  readonly breakId: KeyText;
  readonly sums: BreakSums;
}

export interface Batch {
  readonly writer: string;
  readonly seq: number;
  readonly rows: RollupRow[];
  readonly sketches: SketchRow[];
  readonly usage: UsageRow[];
  readonly breaks: BreakRow[];
  /** Newest event in the batch, epoch ms; undefined when it is empty. */
  readonly newestAtMs: number | undefined;
  /** Events that came more than the accepted time late; they are in no row. */
  readonly lateDropped: number;
}
