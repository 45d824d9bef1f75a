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

/** 16 kB each, twice that as text on the way. */
const sketchesPerFetch = 250;

interface SketchRow {
  readonly day: number;
  readonly value: string;
  readonly sketch: Buffer;
}

export interface SketchQuery {
  readonly dimension: Dimension;
  /** A condition on the column `channel`. */
  readonly channels: RawBuilder<unknown>;
  /** First and last day since 1970-01-01. */
  readonly from: number;
  readonly to: number;
}

/** Some at a time, those of one value one after another, by day. @throws {ReportTooSlow} all together took longer than 5 s */
async function* readSketches(
  db: Kysely<Schema>,
  query: SketchQuery,
): AsyncGenerator<readonly SketchRow[]> {
  const { dimension, channels, from, to } = query;
  const untilMs = performance.now() + statementMs;
  await sql`
    declare sketches no scroll cursor for
    select day, coalesce(v.ext, '') as value, sketch from viewer_sketches s
      left join terms v on v.kind = ${dimensionKind(dimension)} and v.id = s.val
    where dim = ${dimensions[dimension]} and day between ${from} and ${to} and ${channels}
    order by v.ext collate "C", day`.execute(db);
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<SketchRow>`fetch ${sql.lit(sketchesPerFetch)} from sketches`.execute(
      db,
    );
    yield rows;
    isMore = rows.length === sketchesPerFetch;
    if (isMore && performance.now() > untilMs)
      throw new ReportTooSlow('there are too many sketches');
  }
  await sql`close sketches`.execute(db);
}

/** Within which days a viewer keeps the name: uniques of several of these spans are a sum. */
function spanOf(day: number, policy: ViewerIdPolicy): number {
  if (policy === 'daily') return day;
  const { year, month } = civilOfDays(day);
  return policy === 'monthly' ? year * 12 + month : 0;
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
  for await (const rows of readSketches(db, query)) {
    for (const { day, value, sketch } of rows) {
      const span = spanOf(day, policy);
      if (open?.value !== value || open.span !== span) {
        close();
        open = { value, span };
      }
      union.add(sketch);
    }
  }
  close();
  return [...viewers].map(([value, count]) => ({ value, viewers: count }));
}
