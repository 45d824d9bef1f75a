/** The edges of the buckets of a period: hours, days or weeks of a time zone. */
import { weekdayOf } from './civil-days.ts';
import { localDayOf, startOfLocalDay, startOfLocalHour } from './zoned-time.ts';

const hourMs = 3_600_000;

export interface BucketedPeriod {
  /** Epoch ms. */
  readonly startMs: number;
  /** Epoch ms, excluded. */
  readonly endMs: number;
  readonly unit: 'hour' | 'day' | 'week';
  /** IANA zone. */
  readonly timeZone: string;
}

/** The first edge after a moment. */
function nextEdge(epochMs: number, { unit, timeZone }: BucketedPeriod): number {
  if (unit === 'hour') {
    const next = startOfLocalHour(epochMs + hourMs, timeZone);
    // Where the clock goes back the hour is shown again.
    return next > epochMs ? next : epochMs + hourMs;
  }
  const day = localDayOf(epochMs, timeZone);
  const days = unit === 'day' ? 1 : 7 - weekdayOf(day);
  return startOfLocalDay(day + days, timeZone);
}

/**
 * The edges in ascending order, the start and the end of the period among them: n buckets have n + 1 edges. The first and
 * the last bucket are shorter where the period begins or ends inside one. A day has 23 or 25 hours where the clock
 * changes; weeks begin on Monday.
 * @param most edges after which it ends: a longer period gives more than `most` edges, never all of them
 */
export function bucketEdges(period: BucketedPeriod, most: number): number[] {
  const edges = [period.startMs];
  let edge = nextEdge(period.startMs, period);
  while (edge < period.endMs && edges.length <= most) {
    edges.push(edge);
    edge = nextEdge(edge, period);
  }
  edges.push(period.endMs);
  return edges;
}
