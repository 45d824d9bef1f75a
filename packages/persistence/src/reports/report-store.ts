/** Reads figures of reports: sums of rollups, viewers, uniques, breaks and delivered bytes. */
import type { BreakFacts, ViewerIdPolicy } from '@interlude/contract';
import {
  type BreakListQuery,
  type CounterQuery,
  type CounterSum,
  type Dimension,
  dimensions,
  type FigureScope,
  type Figures,
  localDayOf,
  startOfLocalDay,
  type Uniques,
} from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { counterColumn } from '../rollups/add-rows.ts';
import { campaignKind, channelKind, dimensionKind } from '../rollups/terms.ts';
import type { Schema } from '../schema.ts';
import { listBreaks, readBreaks, readDemand, readLosses } from './break-figures.ts';
import { type KeptUniques, keepUniques } from './kept-uniques.ts';
import { readInTime } from './timed-reading.ts';
import { readUniqueViewers } from './unique-viewers.ts';
import { readViewers } from './viewers-of-minutes.ts';

const minuteMs = 60_000;

export interface ReportReading {
  readonly figures: Figures;
  /** Newest counted event of the tenant, epoch ms. */
  readonly newestMs: number | undefined;
}

/**
 * Rules of the company: its time zone, by whose days viewers were counted, and how long a viewer keeps one identity.
 */
export interface ReportRules {
  /** IANA zone. */
  readonly timeZone: string;
  readonly viewerIdPolicy: ViewerIdPolicy;
}

export interface ReportStore {
  /**
   * Runs `work` with the figures of one tenant, in one transaction.
   * @throws {ReportTooSlow} when a statement took longer than 5 s
   */
  read<T>(
    tenantId: string,
    rules: ReportRules,
    work: (reading: ReportReading) => Promise<T>,
  ): Promise<T>;
  /** The breaks behind a figure. @throws {ReportTooSlow} */
  breaks(tenantId: string, query: BreakListQuery): Promise<BreakFacts[]>;
}

const minutesOf = (edges: readonly number[]) => edges.map((edge) => Math.floor(edge / minuteMs));

interface Range {
  readonly edges: number[];
  readonly from: number;
  readonly to: number;
}

function rangeOf({ edges }: FigureScope): Range {
  const minutes = minutesOf(edges);
  return { edges: minutes, from: minutes[0] ?? 0, to: minutes.at(-1) ?? 0 };
}

/** Term numbers of texts; a text that was never counted has none. */
async function numbersOf(db: Kysely<Schema>, kind: number, texts: readonly string[]) {
  const rows = await db
    .selectFrom('terms')
    .select('id')
    .where('kind', '=', kind)
    .where('ext', 'in', [...texts])
    .execute();
  const numbers = rows.map(({ id }) => id);
  return texts.includes('') ? [0, ...numbers] : numbers;
}

/** Condition on a column of term numbers; undefined when no row can match. */
async function matching(
  db: Kysely<Schema>,
  column: string,
  kind: number,
  texts: readonly string[] | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  if (texts === undefined) return sql`true`;
  const numbers = await numbersOf(db, kind, texts);
  if (numbers.length === 0) return undefined;
  return sql`${sql.ref(column)} = any(${numbers}::integer[])`;
}

const channelsOf = ({ channelIds }: FigureScope) =>
  channelIds.length > 0 ? channelIds : undefined;

function campaignsOf({ campaign }: FigureScope, { campaigns }: CounterQuery) {
  return campaign === '' ? campaigns : [campaign];
}

const groupExpressions = {
  channel: sql`channel`,
  campaign: sql`campaign`,
  value: sql`val`,
} as const;

interface CounterRow {
  readonly bucket: number;
  readonly channel: string | null;
  readonly campaign: string | null;
  readonly value: string | null;
  readonly [sum: string]: unknown;
}

/**
 * Days of a period whose edges are midnights of the zone, when the sums of days contain what the query needs.
 * @returns edges as days since 1970-01-01; undefined when the hours have to be read
 */
function wholeDays(
  { edges, campaign }: FigureScope,
  { dimension, campaigns, groupBy }: CounterQuery,
  timeZone: string | undefined,
): number[] | undefined {
  if (timeZone === undefined) return undefined;
  const isByCampaign = campaign !== '' || campaigns !== undefined || groupBy.includes('campaign');
  if (isByCampaign && dimension !== 'total') return undefined;
  const days = edges.map((edge) => localDayOf(edge, timeZone));
  const areMidnights = days.every((day, index) => startOfLocalDay(day, timeZone) === edges[index]);
  return areMidnights ? days : undefined;
}

/** @param summedZone time zone of the company's sums of days; undefined: it has none */
async function readCounters(
  db: Kysely<Schema>,
  scope: FigureScope,
  query: CounterQuery,
  summedZone: string | undefined,
): Promise<CounterSum[]> {
  const kind = dimensionKind(query.dimension);
  const conditions = [
    await matching(db, 'channel', channelKind, channelsOf(scope)),
    await matching(db, 'campaign', campaignKind, campaignsOf(scope, query)),
    await matching(db, 'val', kind, query.values),
  ];
  const known = conditions.filter((one) => one !== undefined);
  if (known.length < conditions.length) return [];
  const days = wholeDays(scope, query, summedZone);
  const columns = query.sums.map((name) => ({ name, column: counterColumn(name) }));
  const edges = days ?? minutesOf(scope.edges);
  const picked = sql.join(columns.map(({ column }) => sql.ref(column)));
  const part = (table: 'rollups_hour' | 'rollups_day' | 'day_sums') => {
    const time = sql.ref(table === 'day_sums' ? 'day' : 'bucket');
    return sql`select channel, ${time} as bucket, campaign, val, ${picked} from ${sql.table(table)}
      where dim = ${dimensions[query.dimension]} and ${time} >= ${edges[0] ?? 0} and ${time} < ${edges.at(-1) ?? 0}
        and ${sql.join(known, sql` and `)}`;
  };
  const grouped = (column: 'channel' | 'campaign' | 'value') =>
    query.groupBy.includes(column) ? groupExpressions[column] : sql`0`;
  const bucket = query.groupBy.includes('bucket')
    ? sql`width_bucket(bucket, ${edges}::integer[]) - 1`
    : sql`0`;
  const sums = sql.join(
    columns.map(({ column }) => sql`sum(${sql.ref(column)})::bigint as ${sql.ref(column)}`),
  );
  const { top } = query;
  const order = top
    ? sql`where ${sql.ref(counterColumn(top.by))} > 0
        order by ${sql.ref(counterColumn(top.by))} desc, channel collate "C", campaign collate "C", value collate "C"
        limit ${top.limit}`
    : sql`order by bucket, channel collate "C", campaign collate "C", value collate "C"`;
  const { rows } = await sql<CounterRow>`
    with counted as (
      select ${bucket} as bucket_number, ${grouped('channel')} as channel_number,
        ${grouped('campaign')} as campaign_number, ${grouped('value')} as value_number, ${sums}
      from (
        ${days ? part('day_sums') : sql`${part('rollups_hour')} union all ${part('rollups_day')}`}
      ) as rollups
      group by 1, 2, 3, 4
    ), named as (
      select bucket_number as bucket, coalesce(c.ext, '') as channel, coalesce(p.ext, '') as campaign,
        coalesce(v.ext, '') as value, ${picked}
      from counted
        left join terms c on c.kind = ${channelKind} and c.id = channel_number
        left join terms p on p.kind = ${campaignKind} and p.id = campaign_number
        left join terms v on v.kind = ${kind} and v.id = value_number
    )
    select * from named ${order}`.execute(db);
  return rows.map((row) => ({
    bucket: row.bucket,
    channel: row.channel ?? '',
    campaign: row.campaign ?? '',
    value: row.value ?? '',
    sums: Object.fromEntries(columns.map(({ name, column }) => [name, Number(row[column] ?? 0)])),
  }));
}

interface Company extends ReportRules {
  readonly tenantId: string;
  readonly kept: KeptUniques;
}

async function readUniques(
  db: Kysely<Schema>,
  scope: FigureScope,
  dimension: Dimension,
  { tenantId, timeZone, viewerIdPolicy, kept }: Company,
): Promise<Uniques[]> {
  const channels = await matching(db, 'channel', channelKind, channelsOf(scope));
  if (!channels) return [];
  const from = localDayOf(scope.edges[0] ?? 0, timeZone);
  const to = localDayOf((scope.edges.at(-1) ?? 1) - 1, timeZone);
  const { channelIds } = scope;
  const query = { tenantId, dimension, channelIds, channels, from, to };
  return readUniqueViewers(db, query, viewerIdPolicy, kept);
}

/** Bytes of UTC hours; an hour belongs to the bucket in which it begins. */
async function readDeliveredBytes(
  db: Kysely<Schema>,
  scope: FigureScope,
): Promise<ReadonlyMap<number, number>> {
  const { edges, from, to } = rangeOf(scope);
  const { rows } = await sql<{ bucket: number; bytes: number }>`
    select width_bucket((extract(epoch from hour) / 60)::integer, ${edges}::integer[]) - 1 as bucket,
      sum(bytes)::bigint as bytes
    from media_egress
    where kind = 'ads' and hour >= ${new Date(from * minuteMs)} and hour < ${new Date(to * minuteMs)}
    group by 1`.execute(db);
  return new Map(rows.map(({ bucket, bytes }) => [bucket, bytes]));
}

async function readNames(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Figures of reports, from counters and never from raw events.
 * @see ADR 0037
 */
export function createReportStore(database: Database): ReportStore {
  const kept = keepUniques();
  return {
    breaks: (tenantId, query) => readInTime(database, tenantId, (db) => listBreaks(db, query)),
    read: (tenantId, rules, work) =>
      readInTime(database, tenantId, async (db) => {
        const newest = await db.selectFrom('newest_events').select('at').executeTakeFirst();
        const summed = await db.selectFrom('day_sum_zones').select('time_zone').executeTakeFirst();
        const summedZone = summed?.time_zone === rules.timeZone ? rules.timeZone : undefined;
        return work({
          figures: {
            counters: (scope, query) => readCounters(db, scope, query, summedZone),
            uniques: (scope, dimension) =>
              readUniques(db, scope, dimension, { ...rules, tenantId, kept }),
            viewers: async (scope) => {
              const channels = await matching(db, 'channel', channelKind, channelsOf(scope));
              if (!channels) return [];
              // Channel 0 contains the sums of all channels.
              const kept = scope.channelIds.length > 0 ? channels : sql`channel = 0`;
              return readViewers(db, minutesOf(scope.edges), { channels, kept });
            },
            deliveredBytes: (scope) => readDeliveredBytes(db, scope),
            breaks: (scope) => readBreaks(db, scope),
            losses: (scope) => readLosses(db, scope),
            demand: (scope) => readDemand(db, scope),
            channelNames: (ids) => readNames(db, ids),
          },
          newestMs: newest?.at.getTime(),
        });
      }),
  };
}
