/**
 * Budgets of sources in bytes, entries and time, by tier. A playlist of a day in segments of 2 s has 43,200 entries; on
 * trial one of 11 hours is read. Memory is estimated by the length of documents and the number of their entries (ADR
 * 0029).
 */
import type { Tenant } from '@interlude/contract';

const MiB = 1024 * 1024;

export interface TierBudget {
  /** One manifest. */
  readonly documentBytes: number;
  /** Segments of one media playlist, elements of one MPD. */
  readonly entries: number;
  /** Memory of one live source or one VOD asset, all renditions together. */
  readonly sourceBytes: number;
  /** Memory of all sources and assets of a company, in one process. */
  readonly tenantBytes: number;
  /** Of manifests, in one process: an eighth of `tenantBytes`. */
  readonly receivedPerSecond: number;
  /** Likewise, before the next request waits: a source is opened with all its renditions. */
  readonly receivedAtOnce: number;
  /** Assets that are read at one time, or sources that are looked at; further ones wait. */
  readonly assetsAtOnce: number;
}

export const tierBudgets: Readonly<Record<Tenant['tier'], TierBudget>> = {
  trial: {
    documentBytes: 4 * MiB,
    entries: 20_000,
    sourceBytes: 48 * MiB,
    tenantBytes: 96 * MiB,
    receivedPerSecond: 12 * MiB,
    receivedAtOnce: 24 * MiB,
    assetsAtOnce: 2,
  },
  basic: {
    documentBytes: 8 * MiB,
    entries: 50_000,
    sourceBytes: 96 * MiB,
    tenantBytes: 256 * MiB,
    receivedPerSecond: 32 * MiB,
    receivedAtOnce: 64 * MiB,
    assetsAtOnce: 4,
  },
  professional: {
    documentBytes: 8 * MiB,
    entries: 50_000,
    sourceBytes: 192 * MiB,
    tenantBytes: 512 * MiB,
    receivedPerSecond: 64 * MiB,
    receivedAtOnce: 128 * MiB,
    assetsAtOnce: 8,
  },
  enterprise: {
    documentBytes: 8 * MiB,
    entries: 50_000,
    sourceBytes: 384 * MiB,
    tenantBytes: 1024 * MiB,
    receivedPerSecond: 128 * MiB,
    receivedAtOnce: 256 * MiB,
    assetsAtOnce: 16,
  },
};

export const budgetLimits = {
  /** All companies together, as a share of the heap that Node may use. */
  heapShare: 0.5,
  /** One company, whatever its plan, as a share of that. */
  companyShare: 0.5,
  /** Lines of a media playlist for each segment that it may have: a date, keys and a marker before each, and more. */
  linesPerEntry: 8,
  /** Variants and renditions of a multivariant playlist; 40 of them are read. */
  multivariantBytes: MiB,
  multivariantEntries: 1_000,
  /** Objects of one entry in memory: a segment with its lines, an element with its attributes. */
  entryBytes: 500,
  /** One run of segments of a DASH source, in memory. */
  runBytes: 80,
  /** Segments of a DASH source that are kept: those of one MPD, and as many that have left it. */
  boundaries: 100_000,
  /** Lines without an address one after the other: tags of a segment, or at the beginning or the end. */
  tagLines: 4_000,
  /** Assumed length of an element of a feed, bytes; used only to estimate how long parsing takes. */
  usualElementBytes: 50,
  /** Times that a text is in memory: as it was read, and in pieces. */
  textCopies: 2,
  /** Renditions of one source that are requested at one time. */
  renditionsAtOnce: 12,
  /** Requests of a company that wait until an asset can be read; one more is refused. */
  waitingForAssets: 200,
  /** A source that is too large is not requested again before this. */
  tooLargeForMs: 30_000,
} as const;

export const workLimits = {
  /** Work on less is short: it runs at once while the turn of the event loop has time left. */
  smallEntries: 2_000,
  smallBytes: 256 * 1024,
  /** Time for short work in one turn of the event loop, ms. */
  turnMs: 8,
  /** After long work as many times as long as it took belong to others. */
  restFactor: 2,
  /** Bytes that are counted in one turn of the event loop. */
  sliceBytes: MiB,
} as const;
