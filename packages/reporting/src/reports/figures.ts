/** Figures that reports read: sums of rollups, viewers and facts of breaks. The store reads them with SQL. */
import type { BreakFacts, BreakStage } from '@interlude/contract';
import type { CounterName, Dimension } from '../fold/batch.ts';

/** Which rows of the tenant a report counts. */
export interface FigureScope {
  /** Edges of the buckets, epoch ms, ascending: bucket n is from edge n to edge n + 1. */
  readonly edges: readonly number[];
  /** Empty = all. */
  readonly channelIds: readonly string[];
  /** '' = all. */
  readonly campaign: string;
}

export type GroupColumn = 'bucket' | 'channel' | 'campaign' | 'value';

export interface CounterQuery {
  readonly dimension: Dimension;
  readonly groupBy: readonly GroupColumn[];
  readonly sums: readonly CounterName[];
  /** Values of the dimension; left out: all. */
  readonly values?: readonly string[] | undefined;
  /** Campaigns; left out: all, or that of the scope. */
  readonly campaigns?: readonly string[] | undefined;
  /** Only the groups with the largest sums of this counter; groups without any are left out. */
  readonly top?: { readonly by: CounterName; readonly limit: number } | undefined;
}

/** The sums of one group; a column that is not grouped by is 0 or ''. */
export interface CounterSum {
  readonly bucket: number;
  readonly channel: string;
  /** '' = without. */
  readonly campaign: string;
  readonly value: string;
  readonly sums: Readonly<Partial<Record<CounterName, number>>>;
}

export interface Uniques {
  readonly value: string;
  readonly viewers: number;
}

/** Viewers of one bucket: of its minutes the sum of watched time, and the greatest. */
export interface ViewersOfBucket {
  readonly bucket: number;
  readonly watchedMs: number;
  /** Watched milliseconds of the minute with most of them, over all channels of the scope together. */
  readonly peakMinuteMs: number;
}

/** Sums over breaks; milliseconds but for counts. */
export interface FunnelSums {
  readonly channel: string;
  /** Null where the period reaches beyond the days in which each break has a row of its own. */
  readonly breaks: number | null;
  readonly sessions: number;
  readonly offeredMs: number;
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly usableMs: number;
  readonly placedMs: number;
  readonly seenMs: number;
  readonly slateMs: number;
  readonly adsPlaced: number;
  readonly adsSeen: number;
}

export interface LossTotal {
  readonly reason: string;
  /** The party that can mend it (`LossOwner`). */
  readonly owner: string;
  readonly lostMs: number;
  readonly count: number;
}

export interface DemandTotal {
  readonly server: string;
  /** 0 = the ad server of the channel; n = the n-th wrapper. */
  readonly hop: number;
  readonly asked: number;
  readonly inTime: number;
  readonly late: number;
  readonly empty: number;
  readonly error: number;
  /** By `demandLatencyBoundsMs`. */
  readonly latencyHistogram: readonly number[];
}

/** Reads for one tenant. Every method answers groups in the order of their keys. */
export interface Figures {
  counters(scope: FigureScope, query: CounterQuery): Promise<CounterSum[]>;
  /** Unique viewers of the period by value of a dimension. */
  uniques(scope: FigureScope, dimension: Dimension): Promise<Uniques[]>;
  viewers(scope: FigureScope): Promise<ViewersOfBucket[]>;
  /** Bytes of ad media that were delivered, by bucket; over all channels. */
  deliveredBytes(scope: FigureScope): Promise<ReadonlyMap<number, number>>;
  /** Of each channel, those with most offered time first. */
  breaks(scope: FigureScope): Promise<FunnelSums[]>;
  /** Most lost time first. */
  losses(scope: FigureScope): Promise<LossTotal[]>;
  /** Most requests first. */
  demand(scope: FigureScope): Promise<DemandTotal[]>;
  /** Names of channels by id; one that is gone has none. */
  channelNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface BreakListQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly channelIds: readonly string[];
  /** '' = any. */
  readonly reason: string;
  /** '' = any. */
  readonly owner: string;
  /** Breaks by the time lost between the stage before and this one; reason and owner are ignored then. */
  readonly stage?: BreakStage | undefined;
  readonly limit: number;
}

/** The breaks behind a figure. */
export type ListBreaks = (query: BreakListQuery) => Promise<BreakFacts[]>;
