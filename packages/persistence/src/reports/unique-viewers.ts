/** Unique viewers of a period, from the sketches of its days: a few of them in memory at a time, however many there are. */
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
import { ReportTooSlow, statementMs } from './timed-reading.ts';

/** Sketches of one value come joined until they have this size; the last one may have 16 kB more. */
const joinedBytes = 32_768;
/** Of joined sketches: at most 6.6 MB as text on the way, and as much that is being united. */
const rowsPerFetch = 100;
const numberBytes = 4;

interface SketchRow {
  /** Number of the value. */
  readonly val: number;
  /**
   * By day, each behind the number of its span, from 1, and its length, in 4 bytes each. In base64: what is bytea comes in
   * hexadecimal digits, half as long again.
   */
  readonly sketches: string;
}

export interface SketchQuery {
  readonly dimension: Dimension;
  /** A condition on the column `channel`. */
  readonly channels: RawBuilder<unknown>;
  /** First and last day since 1970-01-01. */
  readonly from: number;
  readonly to: number;
}

/**
 * Some at a time, those of one value one after another, by day. Small sketches are joined by the database: a row of its
 * own for each of them, or for each span, takes longer than to unite it.
 * @param spans first days
 * @throws {ReportTooSlow} all together took longer than 5 s
 */
async function* readSketches(
  db: Kysely<Schema>,
  { dimension, channels, from, to }: SketchQuery,
  spans: readonly number[],
): AsyncGenerator<readonly SketchRow[]> {
  const untilMs = performance.now() + statementMs;
  // With an order of its own string_agg is given one group after another, so that PostgreSQL never holds all groups.
  await sql`
    declare sketches no scroll cursor for
    with sized as (
      select val, width_bucket(day, ${[...spans]}::integer[]) as span, day, sketch,
        sum(octet_length(sketch)) over (
          partition by val order by day rows unbounded preceding
        ) / ${sql.lit(joinedBytes)} as part
      from viewer_sketches
      where dim = ${dimensions[dimension]} and day between ${from} and ${to} and ${channels}
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
      // The database joins the next ones while these are united.
      if (isMore) fetched = fetchSome();
      yield rows;
      if (isMore && performance.now() > untilMs)
        throw new ReportTooSlow('there are too many sketches');
    }
  } finally {
    // What was requested is answered before the transaction ends, also where nobody wants it any more.
    await fetched.catch(() => undefined);
  }
  await sql`close sketches`.execute(db);
}

/** Spans and sketches of a row. */
function* readJoined(text: string): Generator<{ span: number; sketch: Buffer }> {
  const joined = Buffer.from(text, 'base64');
  for (let offset = 0; offset < joined.length; ) {
    const start = offset + 2 * numberBytes;
    const end = start + joined.readInt32BE(offset + numberBytes);
    yield { span: joined.readInt32BE(offset), sketch: joined.subarray(start, end) };
    offset = end;
  }
}

/** Within which days a viewer keeps the name: uniques of several of these spans are a sum. */
function spanOf(day: number, policy: ViewerIdPolicy): number {
  if (policy === 'daily') return day;
  const { year, month } = civilOfDays(day);
  return policy === 'monthly' ? year * 12 + month : 0;
}

/** First days of the spans from one day to another; the first may have begun before. */
function spansOf({ from, to }: SketchQuery, policy: ViewerIdPolicy): number[] {
  const firsts = [from];
  for (let day = from + 1; day <= to; day += 1) {
    if (spanOf(day, policy) !== spanOf(day - 1, policy)) firsts.push(day);
  }
  return firsts;
}

/** Texts of values by their numbers: joined to each sketch, they would cost more than what is read. */
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

/** In the order of the values. */
export async function readUniqueViewers(
  db: Kysely<Schema>,
  query: SketchQuery,
  policy: ViewerIdPolicy,
): Promise<Uniques[]> {
  const viewers = new Map<number, number>();
  const union = new SketchUnion();
  let open: { readonly val: number; readonly span: number } | undefined;
  const close = () => {
    if (open) viewers.set(open.val, (viewers.get(open.val) ?? 0) + union.estimate());
    union.clear();
  };
  for await (const rows of readSketches(db, query, spansOf(query, policy))) {
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
  const texts = await textsOf(db, query.dimension, [...viewers.keys()]);
  return Array.from(viewers, ([val, count]) => ({
    value: texts.get(val) ?? '',
    viewers: count,
  })).sort((a, b) => (a.value < b.value ? -1 : 1));
}
