/** Figures of breaks, from the tables that `break-records/` writes: sums of a period, and the breaks behind a sum. */
import { type BreakFacts, type BreakStage, lossOwners, reportLimits } from '@interlude/contract';
import type {
  BreakListQuery,
  DemandTotal,
  FigureScope,
  FunnelSums,
  LossTotal,
} from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

interface Period {
  readonly startMs: number;
  readonly endMs: number;
  readonly channelIds: readonly string[];
}

/** Breaks that began in the period. */
function inPeriod({ startMs, endMs, channelIds }: Period): RawBuilder<unknown> {
  const channels =
    channelIds.length > 0 ? sql`channel_id = any(${[...channelIds]}::text[])` : sql`true`;
  return sql`started_at >= ${new Date(startMs)} and started_at < ${new Date(endMs)} and ${channels}`;
}

const periodOf = ({ edges, channelIds }: FigureScope): Period => ({
  startMs: edges[0] ?? 0,
  endMs: edges.at(-1) ?? 0,
  channelIds,
});

export async function readBreaks(db: Kysely<Schema>, scope: FigureScope): Promise<FunnelSums[]> {
  const { rows } = await sql<FunnelSums>`
    select channel_id as channel,
      -- After 35 days there is a row of a day.
      case when bool_or(break_id like 'day-%') then null else count(*)::bigint end as breaks,
      sum(sessions)::bigint as sessions, sum(offered_ms)::bigint as "offeredMs",
      sum(asked_ms)::bigint as "askedMs", sum(answered_ms)::bigint as "answeredMs",
      sum(usable_ms)::bigint as "usableMs", sum(placed_ms)::bigint as "placedMs",
      sum(seen_ms)::bigint as "seenMs", sum(slate_ms)::bigint as "slateMs",
      sum(ads_placed)::bigint as "adsPlaced", sum(ads_seen)::bigint as "adsSeen"
    from break_facts where ${inPeriod(periodOf(scope))}
    group by 1 order by "offeredMs" desc, channel_id collate "C"`.execute(db);
  return rows;
}

const ownerOf = (text: string) => lossOwners.find((owner) => owner === text) ?? 'us';

export async function readLosses(db: Kysely<Schema>, scope: FigureScope): Promise<LossTotal[]> {
  const { rows } = await sql<LossTotal>`
    select reason, owner, sum(lost_ms)::bigint as "lostMs", sum(count)::bigint as count
    from break_losses where ${inPeriod(periodOf(scope))}
    group by reason, owner having sum(lost_ms) <> 0
    order by "lostMs" desc, reason collate "C", owner collate "C"`.execute(db);
  return rows;
}

export async function readDemand(db: Kysely<Schema>, scope: FigureScope): Promise<DemandTotal[]> {
  const { rows } = await sql<DemandTotal>`
    select server, hop, sum(asked)::bigint as asked, sum(in_time)::bigint as "inTime",
      sum(late)::bigint as late, sum(empty)::bigint as empty, sum(error)::bigint as error,
      sum_counts(latency_histogram) as "latencyHistogram"
    from break_demand where ${inPeriod(periodOf(scope))}
    group by server, hop order by asked desc, hop, server collate "C"
    limit ${reportLimits.rows}`.execute(db);
  return rows;
}

interface BreakRow {
  readonly channel_id: string;
  readonly break_id: string;
  readonly started_at: Date;
  readonly announced_ms: number | null;
  readonly observed_ms: number | null;
  readonly sessions: number;
  readonly offered_ms: number;
  readonly asked_ms: number;
  readonly answered_ms: number;
  readonly usable_ms: number;
  readonly placed_ms: number;
  readonly seen_ms: number;
  readonly slate_ms: number;
  readonly ads_placed: number;
  readonly ads_seen: number;
  readonly losses: readonly {
    readonly reason: string;
    readonly owner: string;
    readonly lost_ms: number;
    readonly count: number;
  }[];
}

function toFacts(row: BreakRow): BreakFacts {
  return {
    channelId: row.channel_id,
    breakId: row.break_id,
    startedAt: row.started_at.toISOString(),
    announcedMs: row.announced_ms,
    observedMs: row.observed_ms,
    sessions: row.sessions,
    offeredMs: row.offered_ms,
    askedMs: row.asked_ms,
    answeredMs: row.answered_ms,
    usableMs: row.usable_ms,
    placedMs: row.placed_ms,
    seenMs: row.seen_ms,
    slateMs: row.slate_ms,
    adsPlaced: row.ads_placed,
    adsSeen: row.ads_seen,
    losses: row.losses.map(({ lost_ms: lostMs, owner, ...loss }) => ({
      ...loss,
      owner: ownerOf(owner),
      lostMs,
    })),
  };
}

/** Milliseconds lost before a stage, of `break_facts f`. */
const lostBefore: Readonly<Record<BreakStage, RawBuilder<unknown>>> = {
  asked: sql`f.offered_ms - f.asked_ms`,
  answered: sql`f.asked_ms - f.answered_ms`,
  usable: sql`f.answered_ms - f.usable_ms`,
  placed: sql`f.usable_ms - f.placed_ms`,
  seen: sql`f.placed_ms - f.seen_ms`,
};

/** The breaks behind a figure, ordered by lost time (of the reason, the owner or the stage), largest first. */
export async function listBreaks(db: Kysely<Schema>, query: BreakListQuery): Promise<BreakFacts[]> {
  const { reason, owner, stage, limit } = query;
  const ofReason = reason === '' ? sql`true` : sql`l.reason = ${reason}`;
  const ofOwner = owner === '' ? sql`true` : sql`l.owner = ${owner}`;
  const isFiltered = reason !== '' || owner !== '' || stage !== undefined;
  const lost = stage === undefined ? sql`coalesce(lost.ms, 0)` : lostBefore[stage];
  const { rows } = await sql<BreakRow>`
      with lost as (
        select channel_id, break_id, sum(lost_ms) as ms
        from break_losses l where ${inPeriod(query)} and ${ofReason} and ${ofOwner}
        group by channel_id, break_id
      ), worst as (
        select f.*, ${lost} as lost
        from break_facts f left join lost using (channel_id, break_id)
        where ${inPeriod(query)} ${isFiltered ? sql`and ${lost} > 0` : sql``}
        order by lost desc, started_at desc, channel_id collate "C", break_id collate "C"
        limit ${limit}
      )
      select worst.*, coalesce((
        select jsonb_agg(jsonb_build_object('reason', l.reason, 'owner', l.owner, 'lost_ms', l.lost_ms, 'count', l.count)
          order by l.lost_ms desc, l.reason)
        from break_losses l
        where l.channel_id = worst.channel_id and l.break_id = worst.break_id), '[]') as losses
      from worst
      order by lost desc, started_at desc, channel_id collate "C", break_id collate "C"`.execute(
    db,
  );
  return rows.map(toFacts);
}
