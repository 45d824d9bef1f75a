/**
 * Folds the events of one spool segment into rows to add. The same events and options always give
 * the same batch, in the same order: after a crash the segment is folded again and the ledger sees
 * the same key.
 */
import type { EventType, StitcherEvent } from '../events/event.ts';
import { type KeyText, keyTextOf } from '../events/key-text.ts';
import { sketchOf } from '../sketches/hyper-log-log.ts';
import {
  type Batch,
  type CounterName,
  type Counters,
  counterNames,
  type Dimension,
  dimensions,
  type Grain,
  type RollupRow,
  type SketchRow,
  type UsageRow,
} from './batch.ts';
import { FoldingBreaks } from './fold-breaks.ts';

const minuteMs = 60_000;
/** Every time zone begins its hours at a quarter of those of UTC. */
const quarterMinutes = 15;
const dayMs = 86_400_000;
const acceptedLatenessMs = 7 * dayMs;
const acceptedFutureMs = 5 * minuteMs;
/** Of one event, milliseconds or bytes: no hour of events makes a sum that a column does not hold (bigint). */
const maxAmount = 100_000_000_000;
/** Of one event: the columns of counts hold 2^31. */
const maxCount = 1_000_000;

export interface FoldOptions {
  readonly writer: string;
  readonly seq: number;
  /** When the segment was opened, epoch ms: the reference for late events and clocks that ran ahead. */
  readonly segmentAtMs: number;
}

const counterOf: Record<EventType, CounterName | undefined> = {
  sessionStart: 'sessionStarts',
  sessionEnd: 'sessionEnds',
  view: undefined,
  avail: 'avails',
  adRequest: 'adRequests',
  adTimeout: 'adTimeouts',
  skipped: 'skipped',
  slate: 'slates',
  impression: 'impressions',
  start: 'starts',
  firstQuartile: 'firstQuartiles',
  midpoint: 'midpoints',
  thirdQuartile: 'thirdQuartiles',
  complete: 'completes',
  click: 'clicks',
  error: 'errors',
  fallback: 'fallbacks',
  break: undefined,
  beacons: undefined,
  splices: undefined,
};
const durationOf: Partial<Record<EventType, CounterName>> = {
  view: 'viewMs',
  avail: 'availMs',
  impression: 'adMs',
  slate: 'slateMs',
  // Of rows of the dimension `splice` alone: time away from splices.
  splices: 'viewMs',
};
/** What is charged: one ad event is one impression. */
const billed: ReadonlySet<EventType> = new Set(['impression']);

function noCounters(): Counters {
  const counters: Partial<Counters> = {};
  for (const name of counterNames) {
    counters[name] = 0;
  }
  return counters as Counters;
}

function amount(value: number | undefined): number {
  return Math.min(maxAmount, Math.max(0, Math.round(value ?? 0) || 0));
}

const countOf = (value: number) => Math.min(maxCount, amount(value));
/** Sums over sessions that are figures of their own dimensions alone. */
const withoutTotal: ReadonlySet<EventType> = new Set(['beacons', 'splices']);

function addTo(counters: Counters, event: StitcherEvent): void {
  const counter = counterOf[event.type];
  if (counter) {
    counters[counter] += 1;
  }
  const duration = durationOf[event.type];
  if (duration) {
    counters[duration] += amount(event.durationMs);
  }
  counters.bytes += amount(event.bytes);
  const { beacons } = event;
  if (beacons) {
    counters.beaconsSent += countOf(beacons.sent);
    counters.beaconsAnswered += countOf(beacons.answered);
    counters.beaconsFailed += countOf(beacons.failed);
    counters.impressionBeaconsFailed += countOf(beacons.impressionsFailed);
    counters.impressionBeaconsRetried += countOf(beacons.impressionsRetried);
  }
  const { quality } = event;
  if (quality) {
    counters.stallSplices += countOf(quality.stallSplices);
    counters.stalls += countOf(quality.stalls);
    counters.exitSplices += countOf(quality.exitSplices);
    counters.exits += countOf(quality.exits);
  }
  if (event.isRepeat) {
    counters.repeats += 1;
  }
}

/** The values of an event by dimension; a dimension it does not know is left out. */
function valuesOf(event: StitcherEvent): [Dimension, KeyText][] {
  // What became of beacons is a figure of trackers and creatives alone, what happened at splices of those and creatives.
  const values: [Dimension, KeyText][] = withoutTotal.has(event.type)
    ? []
    : [['total', keyTextOf('')]];
  const known: [Dimension, string | undefined][] = [
    ['country', event.country],
    ['device', event.device],
    ['asset', event.asset],
    ['creative', event.creative],
    ['tracker', event.tracker],
    ['splice', event.splice],
    ['error', event.errorCode === undefined ? undefined : String(event.errorCode)],
    ['reason', event.reason],
  ];
  for (const [dimension, value] of known) {
    if (value !== undefined && value !== '') {
      values.push([dimension, keyTextOf(value)]);
    }
  }
  return values;
}

const sketched: ReadonlySet<Dimension> = new Set(['total', 'country', 'device', 'asset']);
const separator = '\u0000';

/** What a row counts. */
interface Counted {
  readonly tenant: KeyText;
  readonly channel: KeyText;
  readonly campaign: KeyText;
  readonly dimension: Dimension;
  readonly value: KeyText;
}

const subjectOf = ({ tenant, channel, campaign }: StitcherEvent) => ({
  tenant: keyTextOf(tenant),
  channel: keyTextOf(channel),
  campaign: keyTextOf(campaign ?? ''),
});

class Folding {
  readonly #rows = new Map<string, RollupRow>();
  readonly #viewers = new Map<string, { row: Omit<SketchRow, 'sketch'>; viewers: Set<string> }>();
  readonly #usage = new Map<string, { tenant: KeyText; bucket: number; adEvents: number }>();

  add(event: StitcherEvent, atMs: number): void {
    const minute = Math.floor(atMs / minuteMs);
    const quarter = minute - (minute % quarterMinutes);
    const subject = subjectOf(event);
    if (!withoutTotal.has(event.type)) {
      const total = { dimension: 'total', value: keyTextOf('') } as const;
      this.#addRow('minute', { ...subject, ...total }, minute, event);
    }
    for (const [dimension, value] of valuesOf(event)) {
      this.#addRow('hour', { ...subject, dimension, value }, quarter, event);
      this.#addViewer({ ...subject, dimension, value }, quarter, event);
    }
    if (billed.has(event.type)) {
      this.#addUsage(subject.tenant, quarter);
    }
  }

  #addRow(grain: Grain, counted: Counted, bucket: number, event: StitcherEvent): void {
    const { tenant, channel, campaign, dimension, value } = counted;
    const key = [grain, tenant, dimension, channel, bucket, campaign, value].join(separator);
    let row = this.#rows.get(key);
    if (!row) {
      const counters = noCounters();
      row = { grain, tenant, dimension, channel, bucket, campaign, value, counters };
      this.#rows.set(key, row);
    }
    addTo(row.counters, event);
  }

  #addViewer(counted: Counted, bucket: number, event: StitcherEvent): void {
    const { tenant, channel, dimension, value } = counted;
    if (event.viewer === '' || !sketched.has(dimension)) {
      return;
    }
    const key = [tenant, dimension, channel, bucket, value].join(separator);
    let entry = this.#viewers.get(key);
    if (!entry) {
      entry = { row: { tenant, dimension, channel, bucket, value }, viewers: new Set() };
      this.#viewers.set(key, entry);
    }
    entry.viewers.add(event.viewer);
  }

  #addUsage(tenant: KeyText, bucket: number): void {
    const key = `${tenant}${separator}${bucket}`;
    const row = this.#usage.get(key) ?? { tenant, bucket, adEvents: 0 };
    row.adEvents += 1;
    this.#usage.set(key, row);
  }

  rows(): RollupRow[] {
    return [...this.#rows.values()].sort(compareRows);
  }

  sketches(): SketchRow[] {
    return [...this.#viewers.entries()]
      .sort(([a], [b]) => compareText(a, b))
      .map(([, { row, viewers }]) => ({ ...row, sketch: sketchOf(viewers) }));
  }

  usage(): UsageRow[] {
    return [...this.#usage.values()].sort(
      (a, b) => compareText(a.tenant, b.tenant) || a.bucket - b.bucket,
    );
  }
}

function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/** Sorted by key, so that concurrent writers take row locks in the same order. */
export function compareRows(a: RollupRow, b: RollupRow): number {
  return (
    compareText(a.grain, b.grain) ||
    compareText(a.tenant, b.tenant) ||
    dimensions[a.dimension] - dimensions[b.dimension] ||
    compareText(a.channel, b.channel) ||
    a.bucket - b.bucket ||
    compareText(a.campaign, b.campaign) ||
    compareText(a.value, b.value)
  );
}

/**
 * When an event counts: its own time, that of its segment where its clock ran more than 5 min ahead, and never when it
 * comes more than 7 days late.
 * @returns epoch ms; undefined: it is not counted
 */
export function countedAtMs(atMs: number, segmentAtMs: number): number | undefined {
  if (atMs < segmentAtMs - acceptedLatenessMs) return undefined;
  return atMs > segmentAtMs + acceptedFutureMs ? segmentAtMs : atMs;
}

/**
 * Aggregates the events of one spool segment. An event more than 5 min ahead of the segment is moved to its time.
 * @returns counters per minute and quarter of an hour, viewer sketches and usage per quarter; times in epoch minutes
 */
export function foldEvents(events: Iterable<StitcherEvent>, options: FoldOptions): Batch {
  const folding = new Folding();
  const breaks = new FoldingBreaks();
  let newestAtMs: number | undefined;
  let lateDropped = 0;
  for (const event of events) {
    const atMs = countedAtMs(event.atMs, options.segmentAtMs);
    if (atMs === undefined) {
      lateDropped += 1;
      continue;
    }
    newestAtMs = Math.max(newestAtMs ?? 0, atMs);
    if (event.type === 'break') {
      breaks.add(event, atMs);
      continue;
    }
    folding.add(event, atMs);
  }
  return {
    writer: options.writer,
    seq: options.seq,
    rows: folding.rows(),
    sketches: folding.sketches(),
    usage: folding.usage(),
    breaks: breaks.rows(),
    newestAtMs,
    lateDropped,
  };
}
