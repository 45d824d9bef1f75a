/** Viewers by minute: watched time of a period, and its busiest minute, over any set of channels. */
import type { ViewersOfBucket } from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

const hourMinutes = 60;

/** SQL sums of the 60 minutes of an hour: one aggregate for each is several times faster than rows of minutes. */
const sumsOfHour = sql.join(
  Array.from(
    { length: hourMinutes },
    (_none, place) => sql`sum(watched_ms[${sql.lit(place + 1)}])`,
  ),
);

interface MinutesOfChannels {
  /** Condition on the rows of single minutes. */
  readonly channels: RawBuilder<unknown>;
  /** Condition on the rows of hours. */
  readonly kept: RawBuilder<unknown>;
}

/** Watched ms of single minutes, by minute since 1970: of the last two days, and of late events. */
async function readSingle(
  db: Kysely<Schema>,
  { from, to }: { readonly from: number; readonly to: number },
  channels: RawBuilder<unknown>,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ bucket: number; ms: number }>`
    select bucket, sum(view_ms)::bigint as ms from rollups_minute
    where dim = 0 and bucket >= ${from} and bucket < ${to} and view_ms > 0 and ${channels}
    group by bucket`.execute(db);
  return new Map(rows.map(({ bucket, ms }) => [bucket, ms]));
}

/** Index of the bucket of a minute: the last edge that is not after it. */
function placeOf(edges: readonly number[], minute: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? 0) <= minute) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @param edges of the buckets, minutes since 1970, ascending. @returns buckets with watched time */
export async function readViewers(
  db: Kysely<Schema>,
  edges: readonly number[],
  { channels, kept }: MinutesOfChannels,
): Promise<ViewersOfBucket[]> {
  const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const buckets = new Map<number, { watchedMs: number; peakMinuteMs: number }>();
  const note = (minute: number, ms: number) => {
    if (ms <= 0 || minute < from || minute >= to) return;
    const bucket = placeOf(edges, minute);
    const known = buckets.get(bucket);
    if (known === undefined) buckets.set(bucket, { watchedMs: ms, peakMinuteMs: ms });
    else {
      known.watchedMs += ms;
      known.peakMinuteMs = Math.max(known.peakMinuteMs, ms);
    }
  };
  const single = await readSingle(db, { from, to }, channels);
  const hours = await sql<{ bucket: number; sums: string }>`
    select bucket, array_to_string(array[${sumsOfHour}], ',') as sums from viewer_minutes
    where bucket > ${from} - ${sql.lit(hourMinutes)} and bucket < ${to} and ${kept}
    group by bucket`.execute(db);
  for (const { bucket, sums } of hours.rows) {
    for (const [place, ms] of sums.split(',').entries()) {
      const minute = bucket + place;
      // Late minutes are separate from their hour until they are moved.
      note(minute, Number(ms) + (single.get(minute) ?? 0));
      single.delete(minute);
    }
  }
  for (const [minute, ms] of single) note(minute, ms);
  return [...buckets].sort(([a], [b]) => a - b).map(([bucket, sums]) => ({ bucket, ...sums }));
}
