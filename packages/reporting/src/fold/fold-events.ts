/**
 * Folds the events of one spool segment into rows to add. The same events and options always give
 * the same batch, in the same order: after a crash the segment is folded again and the ledger sees
 * the same key.
 */
import { type EventType, eventTypes, type StitcherEvent } from '../events/event.ts';
import { type KeyText, keyTextOf } from '../events/key-text.ts';
import { sketchOfPlaces, sketchPlace } from '../sketches/hyper-log-log.ts';
import {
  type Batch,
  type CounterName,
  type Counters,
  counterNames,
  type Dimension,
  dimensions,
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

const placeOf = (name: CounterName | undefined) =>
  name === undefined ? -1 : counterNames.indexOf(name);

/** Where an event counts in a row. */
const placesOf = new Map(
  eventTypes.map((type) => [
    type,
    { count: placeOf(counterOf[type]), duration: placeOf(durationOf[type]) },
  ]),
);
const bytesPlace = placeOf('bytes');
const repeatsPlace = placeOf('repeats');

/** The counters of a row, in the order of `counterNames`. */
type Counts = Float64Array;

function countersOf(counts: Counts): Counters {
  const counters: Partial<Counters> = {};
  for (const [place, name] of counterNames.entries()) {
    counters[name] = counts[place] ?? 0;
  }
  return counters as Counters;
}

function increase(counts: Counts, place: number, by: number): void {
  counts[place] = (counts[place] ?? 0) + by;
}

function amount(value: number | undefined): number {
  // Events that were on the disk have no other numbers.
  const finite = value !== undefined && Number.isFinite(value) ? value : 0;
  return Math.min(maxAmount, Math.max(0, Math.round(finite)));
}

const countOf = (value: number) => Math.min(maxCount, amount(value));
/** Sums over sessions that are figures of their own dimensions alone. */
const withoutTotal: ReadonlySet<EventType> = new Set(['beacons', 'splices']);

/** What an event adds to each row that counts it: places and amounts in turn. */
function addedBy(event: StitcherEvent): readonly number[] {
  const { beacons, quality } = event;
  const { count, duration } = placesOf.get(event.type) ?? { count: -1, duration: -1 };
  const added: number[] = [];
  if (count >= 0) {
    added.push(count, 1);
  }
  if (duration >= 0) {
    added.push(duration, amount(event.durationMs));
  }
  if (event.bytes !== undefined) {
    added.push(bytesPlace, amount(event.bytes));
  }
  if (beacons) {
    added.push(placeOf('beaconsSent'), countOf(beacons.sent));
    added.push(placeOf('beaconsAnswered'), countOf(beacons.answered));
    added.push(placeOf('beaconsFailed'), countOf(beacons.failed));
    added.push(placeOf('impressionBeaconsFailed'), countOf(beacons.impressionsFailed));
    added.push(placeOf('impressionBeaconsRetried'), countOf(beacons.impressionsRetried));
  }
  if (quality) {
    added.push(placeOf('stallSplices'), countOf(quality.stallSplices));
    added.push(placeOf('stalls'), countOf(quality.stalls));
    added.push(placeOf('exitSplices'), countOf(quality.exitSplices));
    added.push(placeOf('exits'), countOf(quality.exits));
  }
  if (event.isRepeat) {
    added.push(repeatsPlace, 1);
  }
  return added;
}

function addTo(counts: Counts, added: readonly number[]): void {
  for (let at = 0; at < added.length; at += 2) {
    increase(counts, added[at] ?? 0, added[at + 1] ?? 0);
  }
}

/** Dimensions that an event can have a value of, but for the total. */
const valueReaders = [
  ['country', ({ country }: StitcherEvent) => country],
  ['device', ({ device }: StitcherEvent) => device],
  ['asset', ({ asset }: StitcherEvent) => asset],
  ['creative', ({ creative }: StitcherEvent) => creative],
  ['tracker', ({ tracker }: StitcherEvent) => tracker],
  ['splice', ({ splice }: StitcherEvent) => splice],
  [
    'error',
    ({ errorCode }: StitcherEvent) =>
      errorCode !== undefined && Number.isFinite(errorCode) ? String(errorCode) : undefined,
  ],
  ['reason', ({ reason }: StitcherEvent) => reason],
] as const satisfies readonly (readonly [Dimension, (of: StitcherEvent) => string | undefined])[];

const sketched: ReadonlySet<Dimension> = new Set(['total', 'country', 'device', 'asset']);
const separator = '\u0000';

/** A map in a map: the inner one is made when it is first needed. */
function inner<Key, Value>(outer: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = outer.get(key);
  if (value === undefined) {
    value = make();
    outer.set(key, value);
  }
  return value;
}

/** By text as it comes: texts that become the same key share what is kept of it. */
class ByKey<Value> {
  readonly #known = new Map<string, Value>();

  find(text: string, make: (key: KeyText) => Value): Value {
    return inner(this.#known, text, () => {
      const key = keyTextOf(text);
      return key === text ? make(key) : inner(this.#known, key, () => make(key));
    });
  }
}

type RowKey = Omit<RollupRow, 'counters'>;
type ViewersKey = Omit<SketchRow, 'sketch'>;

/** What is kept of one bucket, by number of the dimension and by value. */
type Values<Kept> = ByKey<Kept>[];

function valuesOf<Kept>(values: Values<Kept>, dimension: Dimension): ByKey<Kept> {
  const place = dimensions[dimension];
  values[place] ??= new ByKey();
  return values[place];
}

/** Of a channel, in all campaigns. */
interface OfChannel {
  readonly campaigns: ByKey<OfCampaign>;
  readonly viewers: Map<number, Values<Set<number>>>;
  readonly tenant: KeyText;
  readonly channel: KeyText;
}

interface OfCampaign {
  readonly campaign: KeyText;
  readonly minutes: Map<number, Counts>;
  readonly quarters: Map<number, Values<Counts>>;
}

/** Rows are found step by step, from the company to the value: no text is put together for an event. */
class Folding {
  readonly #tenants = new ByKey<ByKey<OfChannel>>();
  readonly #rows: (readonly [RowKey, Counts])[] = [];
  readonly #viewers: (readonly [ViewersKey, Set<number>])[] = [];
  readonly #usage = new Map<KeyText, Map<number, number>>();

  add(event: StitcherEvent, atMs: number): void {
    const minute = Math.floor(atMs / minuteMs);
    const quarter = minute - (minute % quarterMinutes);
    const ofChannel = this.#ofChannel(event);
    const ofCampaign = ofChannel.campaigns.find(event.campaign ?? '', (campaign) => ({
      ...{ campaign, minutes: new Map(), quarters: new Map() },
    }));
    const added = addedBy(event);
    const viewer = event.viewer === '' ? undefined : sketchPlace(event.viewer);
    // What became of beacons is a figure of trackers and creatives alone, what happened at splices of those and creatives.
    if (!withoutTotal.has(event.type)) {
      addTo(this.#minuteRow(ofChannel, ofCampaign, minute), added);
      this.#add(ofChannel, ofCampaign, { quarter, dimension: 'total', value: '' }, viewer, added);
    }
    for (const [dimension, read] of valueReaders) {
      const value = read(event);
      if (value !== undefined && value !== '') {
        this.#add(ofChannel, ofCampaign, { quarter, dimension, value }, viewer, added);
      }
    }
    if (billed.has(event.type)) {
      const ofTenant = inner(this.#usage, ofChannel.tenant, () => new Map<number, number>());
      ofTenant.set(quarter, (ofTenant.get(quarter) ?? 0) + 1);
    }
  }

  #ofChannel(event: StitcherEvent): OfChannel {
    let tenant: KeyText | undefined;
    const channels = this.#tenants.find(event.tenant, () => new ByKey<OfChannel>());
    return channels.find(event.channel, (channel) => {
      tenant ??= keyTextOf(event.tenant);
      return { tenant, channel, campaigns: new ByKey(), viewers: new Map() };
    });
  }

  #newRow(key: RowKey): Counts {
    const counts = new Float64Array(counterNames.length);
    this.#rows.push([key, counts]);
    return counts;
  }

  #minuteRow({ tenant, channel }: OfChannel, { campaign, minutes }: OfCampaign, bucket: number) {
    return inner(minutes, bucket, () => {
      const what = { dimension: 'total', value: keyTextOf('') } as const;
      return this.#newRow({ grain: 'minute', tenant, channel, bucket, campaign, ...what });
    });
  }

  /** One dimension of an event: its row, and its viewer where viewers are counted. */
  #add(
    { tenant, channel, viewers }: OfChannel,
    { campaign, quarters }: OfCampaign,
    { quarter, dimension, value }: { quarter: number; dimension: Dimension; value: string },
    viewer: number | undefined,
    added: readonly number[],
  ): void {
    const rows = inner(quarters, quarter, () => []);
    const counts = valuesOf(rows, dimension).find(value, (key) =>
      this.#newRow({
        ...{ grain: 'hour', tenant, dimension, channel, bucket: quarter, campaign, value: key },
      }),
    );
    addTo(counts, added);
    if (viewer === undefined || !sketched.has(dimension)) {
      return;
    }
    const ofQuarter = inner(viewers, quarter, () => []);
    const seen = valuesOf(ofQuarter, dimension).find(value, (key) => {
      const of = new Set<number>();
      this.#viewers.push([{ tenant, dimension, channel, bucket: quarter, value: key }, of]);
      return of;
    });
    seen.add(viewer);
  }

  rows(): RollupRow[] {
    return this.#rows
      .map(([key, counts]) => ({ ...key, counters: countersOf(counts) }))
      .sort(compareRows);
  }

  sketches(): SketchRow[] {
    const textOf = ({ tenant, dimension, channel, bucket, value }: ViewersKey) =>
      [tenant, dimension, channel, bucket, value].join(separator);
    return this.#viewers
      .map(([row, viewers]) => ({ text: textOf(row), row, viewers }))
      .sort((a, b) => compareText(a.text, b.text))
      .map(({ row, viewers }) => ({ ...row, sketch: sketchOfPlaces(viewers) }));
  }

  usage(): UsageRow[] {
    return [...this.#usage]
      .flatMap(([tenant, quarters]) =>
        [...quarters].map(([bucket, adEvents]) => ({ tenant, bucket, adEvents })),
      )
      .sort((a, b) => compareText(a.tenant, b.tenant) || a.bucket - b.bucket);
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

/** So many events take a few milliseconds. */
const eventsOfStep = 1_000;

/**
 * Aggregates the events of one spool segment, as `foldEvents` does, in steps between which other work can be done.
 * @returns a generator whose last value is the batch
 */
export function* foldSteps(
  events: Iterable<StitcherEvent>,
  options: FoldOptions,
): Generator<void, Batch> {
  const folding = new Folding();
  const breaks = new FoldingBreaks();
  let newestAtMs: number | undefined;
  let lateDropped = 0;
  let count = 0;
  for (const event of events) {
    count += 1;
    if (count % eventsOfStep === 0) yield;
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
  yield;
  const rows = folding.rows();
  yield;
  const sketches = folding.sketches();
  return {
    ...{ writer: options.writer, seq: options.seq, rows, sketches },
    usage: folding.usage(),
    breaks: breaks.rows(),
    newestAtMs,
    lateDropped,
  };
}

/**
 * Aggregates the events of one spool segment. An event more than 5 min ahead of the segment is moved to its time.
 * @returns counters per minute and quarter of an hour, viewer sketches and usage per quarter; times in epoch minutes
 */
export function foldEvents(events: Iterable<StitcherEvent>, options: FoldOptions): Batch {
  const steps = foldSteps(events, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
