/**
 * Folds the events of one spool segment into rows to add. The same events and options always give
 * the same batch, in the same order: after a crash the segment is folded again and the ledger sees
 * the same key.
 */
import { type EventType, eventTypes, type StitcherEvent } from '../events/event.ts';
import { type KeyText, keyTextOf } from '../events/key-text.ts';
import { sketchOfPlaces, sketchPlace } from '../sketches/hyper-log-log.ts';
import { PlaceSet } from '../sketches/place-set.ts';
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
/** Most milliseconds or bytes of one event, so that the sums of an hour fit into a column (bigint). */
const maxAmount = 100_000_000_000;
/** Largest count of one event: columns of counts end at 2^31. */
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
  // In rows of the dimension `splice` alone: time away from splices.
  splices: 'viewMs',
};
/** Types that are charged: one ad event is one impression. */
const billed: ReadonlySet<EventType> = new Set(['impression']);

const placeOf = (name: CounterName | undefined) =>
  name === undefined ? -1 : counterNames.indexOf(name);

/** Columns of a row in which a type of event counts; -1 = none. */
const placesOf = new Map(
  eventTypes.map((type) => [
    type,
    { count: placeOf(counterOf[type]), duration: placeOf(durationOf[type]) },
  ]),
);
const noPlaces = { count: -1, duration: -1 };
const bytesPlace = placeOf('bytes');
const repeatsPlace = placeOf('repeats');

function amount(value: number | undefined): number {
  // Events from the spool have finite numbers alone.
  const finite = value !== undefined && Number.isFinite(value) ? value : 0;
  return Math.min(maxAmount, Math.max(0, Math.round(finite)));
}

const countOf = (value: number) => Math.min(maxCount, amount(value));
/** Sums over sessions, which count in their own dimensions and not in `total`. */
const withoutTotal: ReadonlySet<EventType> = new Set(['beacons', 'splices']);

const noneAdded: readonly number[] = [];

/** Amounts that few events add beside a count and a duration: column and amount in turn. */
function alsoAddedBy(event: StitcherEvent): readonly number[] {
  const { bytes, beacons, quality, isRepeat } = event;
  if (bytes === undefined && beacons === undefined && quality === undefined && !isRepeat) {
    return noneAdded;
  }
  const added: number[] = [];
  if (bytes !== undefined) {
    added.push(bytesPlace, amount(bytes));
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
  if (isRepeat) {
    added.push(repeatsPlace, 1);
  }
  return added;
}

/** Amounts that an event adds to each row in which it counts. */
interface Added {
  /** Column that counts it; -1 = none. */
  readonly count: number;
  /** Column that its duration is added to; -1 = none. */
  readonly duration: number;
  readonly durationMs: number;
  readonly also: readonly number[];
}

function addedBy(event: StitcherEvent): Added {
  const { count, duration } = placesOf.get(event.type) ?? noPlaces;
  const durationMs = duration < 0 ? 0 : amount(event.durationMs);
  return { count, duration, durationMs, also: alsoAddedBy(event) };
}

const countersOfRow = counterNames.length;

/** The counters of all rows in one array: an array for each row would be garbage to collect. */
class CountedRows {
  #counts = new Float64Array(countersOfRow * 256);
  #rows = 0;

  /** @returns index of the first counter of the new row */
  add(): number {
    const from = this.#rows * countersOfRow;
    this.#rows += 1;
    if (from + countersOfRow > this.#counts.length) {
      const longer = new Float64Array(2 * this.#counts.length);
      longer.set(this.#counts);
      this.#counts = longer;
    }
    return from;
  }

  #increase(at: number, by: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + by;
  }

  increase(from: number, { count, duration, durationMs, also }: Added): void {
    if (count >= 0) this.#increase(from + count, 1);
    if (duration >= 0) this.#increase(from + duration, durationMs);
    for (let at = 0; at < also.length; at += 2) {
      this.#increase(from + (also[at] ?? 0), also[at + 1] ?? 0);
    }
  }

  counters(from: number): Counters {
    const counters: Partial<Counters> = {};
    for (const [place, name] of counterNames.entries()) {
      counters[name] = this.#counts[from + place] ?? 0;
    }
    return counters as Counters;
  }
}

const errorText = (errorCode: number | undefined) =>
  errorCode !== undefined && Number.isFinite(errorCode) ? String(errorCode) : undefined;

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

/** Values by raw text: texts that become the same key text share one value. */
class ByKey<Value> {
  readonly #known = new Map<string, Value>();

  /** `find` without `make`, for lookups of every event: the closure would be made for each. */
  known(text: string): Value | undefined {
    return this.#known.get(text);
  }

  find(text: string, make: (key: KeyText) => Value): Value {
    return inner(this.#known, text, () => {
      const key = keyTextOf(text);
      return key === text ? make(key) : inner(this.#known, key, () => make(key));
    });
  }
}

type RowKey = Omit<RollupRow, 'counters'>;
type ViewersKey = Omit<SketchRow, 'sketch'>;

/** Values of one bucket, by number of the dimension and by text. */
type Values<Kept> = ByKey<Kept>[];

function valuesOf<Kept>(values: Values<Kept>, dimension: Dimension): ByKey<Kept> {
  const place = dimensions[dimension];
  values[place] ??= new ByKey();
  return values[place];
}

/** By bucket; most events are of the bucket of the event before them. */
class Buckets<Value> {
  readonly #all = new Map<number, Value>();
  #bucket = -1;
  #value: Value | undefined;

  /** `find` without `make`, as in `ByKey`. */
  known(bucket: number): Value | undefined {
    if (this.#bucket !== bucket) {
      this.#value = this.#all.get(bucket);
      this.#bucket = bucket;
    }
    return this.#value;
  }

  find(bucket: number, make: () => Value): Value {
    const known = this.known(bucket);
    if (known !== undefined) return known;
    const value = make();
    this.#all.set(bucket, value);
    this.#value = value;
    return value;
  }
}

/** Of a channel, in all campaigns. */
interface OfChannel {
  readonly campaigns: ByKey<OfCampaign>;
  readonly viewers: Buckets<Values<PlaceSet>>;
  readonly tenant: KeyText;
  readonly channel: KeyText;
}

interface OfCampaign {
  readonly campaign: KeyText;
  /** Index of the first counter of each row of a minute. */
  readonly minutes: Buckets<number>;
  readonly quarters: Buckets<OfQuarter>;
}

/** A row, and the viewers of its channel in all campaigns, which are counted beside it. */
interface Row {
  /** Index of its first counter. */
  readonly from: number;
  readonly viewers: PlaceSet | undefined;
}

interface OfQuarter {
  /** Start of the quarter, epoch minutes. */
  readonly quarter: number;
  total: Row | undefined;
  readonly values: Values<Row>;
}

const newCampaign = (campaign: KeyText): OfCampaign => ({
  ...{ campaign, minutes: new Buckets(), quarters: new Buckets() },
});

const newQuarter = ({ quarters }: OfCampaign, quarter: number): OfQuarter =>
  quarters.find(quarter, () => ({ quarter, total: undefined, values: [] }));

/** The groups in which an event counts, and the amounts that it adds. */
interface Counting {
  readonly ofChannel: OfChannel;
  readonly ofCampaign: OfCampaign;
  readonly ofQuarter: OfQuarter;
  readonly added: Added;
  /** Place of the viewer by `sketchPlace`; 0 = no viewer is counted. */
  readonly viewer: number;
}

/** Finds rows step by step, from the tenant to the value: no key is concatenated for an event. */
class Folding {
  readonly #tenants = new ByKey<ByKey<OfChannel>>();
  readonly #counted = new CountedRows();
  readonly #rows: (readonly [RowKey, from: number])[] = [];
  readonly #viewers: (readonly [ViewersKey, PlaceSet])[] = [];
  readonly #usage = new Map<KeyText, Map<number, number>>();

  add(event: StitcherEvent, atMs: number): void {
    const minute = Math.floor(atMs / minuteMs);
    const quarter = minute - (minute % quarterMinutes);
    const ofChannel =
      this.#tenants.known(event.tenant)?.known(event.channel) ?? this.#newChannel(event);
    const ofCampaign = ofChannel.campaigns.find(event.campaign ?? '', newCampaign);
    const ofQuarter = ofCampaign.quarters.known(quarter) ?? newQuarter(ofCampaign, quarter);
    const added = addedBy(event);
    const viewer = event.viewer === '' ? 0 : sketchPlace(event.viewer);
    const counting = { ofChannel, ofCampaign, ofQuarter, added, viewer };
    // `beacons` count by tracker and creative alone, `splices` by splice and creative.
    if (!withoutTotal.has(event.type)) {
      const from =
        ofCampaign.minutes.known(minute) ?? this.#newMinuteRow(ofChannel, ofCampaign, minute);
      this.#counted.increase(from, added);
      ofQuarter.total ??= this.#newHourRow(counting, 'total', keyTextOf(''));
      this.#count(ofQuarter.total, counting);
    }
    this.#countValue(counting, 'country', event.country);
    this.#countValue(counting, 'device', event.device);
    this.#countValue(counting, 'asset', event.asset);
    this.#countValue(counting, 'creative', event.creative);
    this.#countValue(counting, 'tracker', event.tracker);
    this.#countValue(counting, 'splice', event.splice);
    this.#countValue(counting, 'error', errorText(event.errorCode));
    this.#countValue(counting, 'reason', event.reason);
    if (billed.has(event.type)) {
      const ofTenant = inner(this.#usage, ofChannel.tenant, () => new Map<number, number>());
      ofTenant.set(quarter, (ofTenant.get(quarter) ?? 0) + 1);
    }
  }

  #newChannel(event: StitcherEvent): OfChannel {
    const channels = this.#tenants.find(event.tenant, () => new ByKey<OfChannel>());
    return channels.find(event.channel, (channel) => ({
      ...{ tenant: keyTextOf(event.tenant), channel, campaigns: new ByKey() },
      viewers: new Buckets(),
    }));
  }

  #count({ from, viewers }: Row, { added, viewer }: Counting): void {
    this.#counted.increase(from, added);
    if (viewer !== 0) viewers?.add(viewer);
  }

  #countValue(counting: Counting, dimension: Dimension, text: string | undefined): void {
    if (text === undefined || text === '') return;
    const values = valuesOf(counting.ofQuarter.values, dimension);
    const row =
      values.known(text) ??
      values.find(text, (value) => this.#newHourRow(counting, dimension, value));
    this.#count(row, counting);
  }

  #newRow(key: RowKey): number {
    const from = this.#counted.add();
    this.#rows.push([key, from]);
    return from;
  }

  #newMinuteRow({ tenant, channel }: OfChannel, { campaign, minutes }: OfCampaign, bucket: number) {
    return minutes.find(bucket, () => {
      const what = { dimension: 'total', value: keyTextOf('') } as const;
      return this.#newRow({ grain: 'minute', tenant, channel, bucket, campaign, ...what });
    });
  }

  #newHourRow(
    { ofChannel, ofCampaign, ofQuarter }: Counting,
    dimension: Dimension,
    value: KeyText,
  ): Row {
    const { tenant, channel, viewers } = ofChannel;
    const key = { dimension, bucket: ofQuarter.quarter, value };
    const from = this.#newRow({
      ...{ grain: 'hour', tenant, channel, campaign: ofCampaign.campaign },
      ...key,
    });
    if (!sketched.has(dimension)) {
      return { from, viewers: undefined };
    }
    const seen = valuesOf(
      viewers.find(key.bucket, () => []),
      dimension,
    ).find(value, () => {
      const places = new PlaceSet();
      this.#viewers.push([{ tenant, channel, ...key }, places]);
      return places;
    });
    return { from, viewers: seen };
  }

  rows(): RollupRow[] {
    return this.#rows
      .map(([key, from]) => ({ ...key, counters: this.#counted.counters(from) }))
      .sort(compareRows);
  }

  sketches(): SketchRow[] {
    const textOf = ({ tenant, dimension, channel, bucket, value }: ViewersKey) =>
      [tenant, dimension, channel, bucket, value].join(separator);
    return this.#viewers
      .filter(([, { size }]) => size > 0)
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

/**
 * Aggregates the events of one spool segment, as `foldEvents` does, in steps between which other work can be done.
 * @param parts events in order, in parts of about a thousand: a step each
 * @returns a generator whose last value is the batch
 */
export function* foldSteps(
  parts: Iterable<readonly StitcherEvent[]>,
  options: FoldOptions,
): Generator<void, Batch> {
  const folding = new Folding();
  const breaks = new FoldingBreaks();
  let newestAtMs: number | undefined;
  let lateDropped = 0;
  for (const events of parts) {
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
    yield;
  }
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

const eventsOfPart = 1_000;

function* partsOf(events: Iterable<StitcherEvent>): Generator<readonly StitcherEvent[]> {
  let part: StitcherEvent[] = [];
  for (const event of events) {
    if (part.push(event) < eventsOfPart) continue;
    yield part;
    part = [];
  }
  yield part;
}

/**
 * Aggregates the events of one spool segment. An event more than 5 min ahead of the segment is moved to its time.
 * @returns counters per minute and quarter of an hour, viewer sketches and usage per quarter; times in epoch minutes
 */
export function foldEvents(events: Iterable<StitcherEvent>, options: FoldOptions): Batch {
  const steps = foldSteps(partsOf(events), options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
