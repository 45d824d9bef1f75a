/**
 * Unique viewers of a period, from the sketches of its days: only a few sketches are in memory at a time, and only
 * spans whose rows have changed since the last read are read.
 * @see ADR 0071
 */
import type { ViewerIdPolicy } from '@interlude/contract';
import {
  civilOfDays,
  type Dimension,
  dimensions,
  SketchUnion,
  type Uniques,
} from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dimensionKind } from '../rollups/terms.ts';
import type { Schema } from '../schema.ts';
import type { KeptUniques, ViewersByValue } from './kept-uniques.ts';
import { ReportTooSlow, statementMs } from './timed-reading.ts';

/** Sketches of one value are joined up to this size; the last one may add 16 kB. */
const joinedBytes = 32_768;
/** Rows of joined sketches: at most 6.6 MB as text in flight, and as much that is being united. */
const rowsPerFetch = 100;
const numberBytes = 4;

interface SketchRow {
  /** Term number of the value. */
  readonly val: number;
  /**
   * Sketches by day; before each one, the number of its span, from 1, and its length, 4 bytes each. In base64, because
   * bytea is transferred in hexadecimal digits, which take half as much again.
   */
  readonly sketches: string;
}

export interface SketchQuery {
  readonly tenantId: string;
  readonly dimension: Dimension;
  /** Empty: all. */
  readonly channelIds: readonly string[];
  /** The same channels, as a condition on the column `channel`. */
  readonly channels: RawBuilder<unknown>;
  /** First and last day, days since 1970-01-01, both included. */
  readonly from: number;
  readonly to: number;
}

/** Days within which a viewer keeps one identity; uniques of several spans are added. */
interface Span {
  readonly first: number;
  readonly last: number;
}

const daysOf = ({ first, last }: Span) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const firstsOf = (spans: readonly Span[]) => spans.map(({ first }) => first);

/**
 * Days for which a span counts as open. The trigger `note_sketch_change` records changes of days older than 9; the two
 * more allow for time zones and clocks.
 */
const openDays = 11;

/**
 * A mark for each span, by its number from 1; it changes as soon as any process adds, replaces or deletes a row. It is
 * computed without reading the sketches.
 * @returns no mark for an open span without rows
 */
async function readMarks(
  db: Kysely<Schema>,
  query: SketchQuery,
  spans: readonly Span[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ today: number }>`
    select floor(extract(epoch from now()) / 86400)::integer as today`.execute(db);
  const openFrom = (rows[0]?.today ?? 0) - openDays;
  const closed: number[] = [];
  const open: number[] = [];
  for (const [index, { last }] of spans.entries()) {
    (last < openFrom ? closed : open).push(index + 1);
  }
  return new Map([
    ...(await readNotedChanges(db, query, spans, closed)),
    ...(await readRowMarks(db, query, spans, open)),
  ]);
}

const daysOfAll = (spans: readonly Span[], numbers: readonly number[]) =>
  numbers.flatMap((number) => {
    const span = spans[number - 1];
    return span ? daysOf(span) : [];
  });

/** Marks of closed spans: the recorded changes of their days. */
async function readNotedChanges(
  db: Kysely<Schema>,
  { dimension }: SketchQuery,
  spans: readonly Span[],
  numbers: readonly number[],
): Promise<[number, string][]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ span: number; changes: string }>`
    select width_bucket(day, ${firstsOf(spans)}::integer[]) as span,
      string_agg(day || ':' || changed, ' ' order by day) as changes
    from viewer_sketch_changes
    where dim = ${dimensions[dimension]} and day = any(${daysOfAll(spans, numbers)}::integer[])
    group by 1`.execute(db);
  const changes = new Map(rows.map((row) => [row.span, row.changes]));
  return numbers.map((number) => [number, `closed ${changes.get(number) ?? ''}`]);
}

/** Marks of open spans, whose events still arrive: their rows' writing transactions (`xmin`). */
async function readRowMarks(
  db: Kysely<Schema>,
  { dimension, channels }: SketchQuery,
  spans: readonly Span[],
  numbers: readonly number[],
): Promise<[number, string][]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ span: number; mark: string }>`
    select width_bucket(day, ${firstsOf(spans)}::integer[]) as span,
      count(*) || ':' || sum(hashint8(xmin::text::bigint)) as mark
    from viewer_sketches
    where dim = ${dimensions[dimension]} and day = any(${daysOfAll(spans, numbers)}::integer[])
      and ${channels}
    group by 1`.execute(db);
  return rows.map(({ span, mark }) => [span, `open ${mark}`]);
}

/**
 * Reads sketches in batches, ordered by value and day. The database joins small sketches, because a row for each of
 * them, or for each span, takes longer than uniting it.
 * @param days to read
 * @throws {ReportTooSlow} when all together took longer than 5 s
 */
async function* readSketches(
  db: Kysely<Schema>,
  { dimension, channels }: SketchQuery,
  spans: readonly Span[],
  days: readonly number[],
): AsyncGenerator<readonly SketchRow[]> {
  const untilMs = performance.now() + statementMs;
  // The inner order feeds string_agg one group after another, so that PostgreSQL never holds all groups.
  await sql`
    declare sketches no scroll cursor for
    with sized as (
      select val, width_bucket(day, ${firstsOf(spans)}::integer[]) as span, day, sketch,
        sum(octet_length(sketch)) over (
          partition by val order by day rows unbounded preceding
        ) / ${sql.lit(joinedBytes)} as part
      from viewer_sketches
      where dim = ${dimensions[dimension]} and day = any(${[...days]}::integer[]) and ${channels}
    )
    select val, encode(
      string_agg(int4send(span) || int4send(octet_length(sketch)) || sketch, '' order by day), 'base64'
    ) as sketches
    from sized group by val, part order by val, part`.execute(db);
  const fetchSome = () => sql<SketchRow>`fetch ${sql.lit(rowsPerFetch)} from sketches`.execute(db);
  let fetched = fetchSome();
  try {
    for (let isMore = true; isMore; ) {
      const { rows } = await fetched;
      isMore = rows.length === rowsPerFetch;
      // The database joins the next batch while this one is united.
      if (isMore) fetched = fetchSome();
      yield rows;
      if (isMore && performance.now() > untilMs)
        throw new ReportTooSlow('there are too many sketches');
    }
  } finally {
    // Awaits a pending fetch before the transaction ends, also when the consumer has stopped.
    await fetched.catch(() => undefined);
  }
  await sql`close sketches`.execute(db);
}

/** Span numbers and sketches of a row. */
function* readJoined(text: string): Generator<{ span: number; sketch: Buffer }> {
  const joined = Buffer.from(text, 'base64');
  for (let offset = 0; offset < joined.length; ) {
    const start = offset + 2 * numberBytes;
    const end = start + joined.readInt32BE(offset + numberBytes);
    yield { span: joined.readInt32BE(offset), sketch: joined.subarray(start, end) };
    offset = end;
  }
}

function spanOf(day: number, policy: ViewerIdPolicy): number {
  if (policy === 'daily') return day;
  const { year, month } = civilOfDays(day);
  return policy === 'monthly' ? year * 12 + month : 0;
}

/** Spans of the days of a query; the first and the last one may be partial. */
function spansOf({ from, to }: SketchQuery, policy: ViewerIdPolicy): Span[] {
  const spans: Span[] = [];
  for (let first = from; first <= to; ) {
    let last = first;
    while (last < to && spanOf(last + 1, policy) === spanOf(first, policy)) last += 1;
    spans.push({ first, last });
    first = last + 1;
  }
  return spans;
}

/** Texts of values by term number: joined to each sketch, they would exceed the sketches. */
async function textsOf(
  db: Kysely<Schema>,
  dimension: Dimension,
  values: readonly number[],
): Promise<Map<number, string>> {
  if (values.length === 0) return new Map();
  const { rows } = await sql<{ id: number; ext: string }>`
    select id, ext from terms
    where kind = ${dimensionKind(dimension)} and id = any(${values}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ext }) => [id, ext]));
}

/** Viewers of the spans with these numbers, by span number and value. */
async function uniteSketches(
  db: Kysely<Schema>,
  query: SketchQuery,
  spans: readonly Span[],
  numbers: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  const united = new Map(numbers.map((number) => [number, new Map<number, number>()]));
  const days = daysOfAll(spans, numbers);
  if (days.length === 0) return united;
  const union = new SketchUnion();
  let open: { readonly val: number; readonly span: number } | undefined;
  const close = () => {
    if (open) united.get(open.span)?.set(open.val, union.estimate());
    union.clear();
  };
  for await (const rows of readSketches(db, query, spans, days)) {
    for (const { val, sketches } of rows) {
      for (const { span, sketch } of readJoined(sketches)) {
        if (open?.val !== val || open.span !== span) {
          close();
          open = { val, span };
        }
        union.add(sketch);
      }
    }
  }
  close();
  return united;
}

/** Viewers of each span; spans without rows are left out. */
async function readSpans(
  db: Kysely<Schema>,
  query: SketchQuery,
  spans: readonly Span[],
  kept: KeptUniques,
): Promise<ViewersByValue[]> {
  const ofQuery = [query.tenantId, query.dimension, [...query.channelIds].sort()];
  const keyOf = (number: number) => JSON.stringify([...ofQuery, spans[number - 1]]);
  const marks = await readMarks(db, query, spans);
  const found: ViewersByValue[] = [];
  const others: number[] = [];
  for (const [number, mark] of marks) {
    const viewers = kept.get(keyOf(number), mark);
    if (viewers) found.push(viewers);
    else others.push(number);
  }
  for (const [number, viewers] of await uniteSketches(db, query, spans, others)) {
    kept.set(keyOf(number), marks.get(number) ?? '', viewers);
    found.push(viewers);
  }
  return found;
}

/** Unique viewers by value, ordered by value. */
export async function readUniqueViewers(
  db: Kysely<Schema>,
  query: SketchQuery,
  policy: ViewerIdPolicy,
  kept: KeptUniques,
): Promise<Uniques[]> {
  const sums = new Map<number, number>();
  for (const viewers of await readSpans(db, query, spansOf(query, policy), kept)) {
    for (const [val, count] of viewers) sums.set(val, (sums.get(val) ?? 0) + count);
  }
  const texts = await textsOf(db, query.dimension, [...sums.keys()]);
  return Array.from(sums, ([val, count]) => ({
    value: texts.get(val) ?? '',
    viewers: count,
  })).sort((a, b) => (a.value < b.value ? -1 : 1));
}
