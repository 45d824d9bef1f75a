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
/** Of joined sketches: at most 10 MB as text on the way. */
const rowsPerFetch = 100;
const lengthBytes = 4;

interface SketchRow {
  readonly value: string;
  /** Number of the span, from 1. */
  readonly span: number;
  /** Each behind its length in 4 bytes. */
  readonly sketches: Buffer;
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
 * Some at a time, those of one value one after another, by span. Small sketches are joined by the database: a row of
 * its own for each of them takes longer than to unite it.
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
    with chosen as (
      select val, width_bucket(day, ${[...spans]}::integer[]) as span, day, sketch from viewer_sketches
      where dim = ${dimensions[dimension]} and day between ${from} and ${to} and ${channels}
    ), sized as (
      select val, span, day, sketch, sum(octet_length(sketch)) over (
        partition by val, span order by day rows unbounded preceding
      ) / ${sql.lit(joinedBytes)} as part
      from chosen
    )
    select coalesce(v.ext, '') as value, span,
      string_agg(int4send(octet_length(sketch)) || sketch, '' order by day) as sketches
    from sized left join terms v on v.kind = ${dimensionKind(dimension)} and v.id = val
    group by v.ext, span, part
    order by v.ext collate "C", span`.execute(db);
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<SketchRow>`fetch ${sql.lit(rowsPerFetch)} from sketches`.execute(db);
    yield rows;
    isMore = rows.length === rowsPerFetch;
    if (isMore && performance.now() > untilMs)
      throw new ReportTooSlow('there are too many sketches');
  }
  await sql`close sketches`.execute(db);
}

function addJoined(union: SketchUnion, sketches: Buffer): void {
  for (let offset = 0; offset < sketches.length; ) {
    const start = offset + lengthBytes;
    offset = start + sketches.readInt32BE(offset);
    union.add(sketches.subarray(start, offset));
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

/** In the order of the values. */
export async function readUniqueViewers(
  db: Kysely<Schema>,
  query: SketchQuery,
  policy: ViewerIdPolicy,
): Promise<Uniques[]> {
  const viewers = new Map<string, number>();
  const union = new SketchUnion();
  let open: { readonly value: string; readonly span: number } | undefined;
  const close = () => {
    if (open) viewers.set(open.value, (viewers.get(open.value) ?? 0) + union.estimate());
    union.clear();
  };
  for await (const rows of readSketches(db, query, spansOf(query, policy))) {
    for (const { value, span, sketches } of rows) {
      if (open?.value !== value || open.span !== span) {
        close();
        open = { value, span };
      }
      addJoined(union, sketches);
    }
  }
  close();
  return [...viewers].map(([value, count]) => ({ value, viewers: count }));
}
