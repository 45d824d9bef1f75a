/** Monitoring data of a company's channels for the API: timeline, manifests, findings, health. */
import {
  type ChannelHealth,
  type FindingOwner,
  findingHours,
  findingOwners,
  type HealthSpan,
  type HealthState,
  healthStates,
  type MonitoringFinding,
  type MonitoringIncident,
  type MonitoringLane,
  type MonitoringManifest,
  type MonitoringMessage,
  type MonitoringPlaylist,
  type MonitoringSegment,
  monitoringLanes,
  monitoringWindowSeconds,
} from '@interlude/contract';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ChannelHealthTable } from '../schema/monitoring-tables.ts';
import type { TenantScope } from '../scope.ts';
import { type FindingRow, toFinding } from './finding-row.ts';
import { decodeChunk, decodeManifest } from './timeline-chunk.ts';

/** Timeline of the monitoring window for one playlist. */
export interface SeenTimeline {
  readonly lanes: Readonly<Record<MonitoringLane, readonly MonitoringSegment[]>>;
  readonly messages: readonly MonitoringMessage[];
  readonly playlists: readonly MonitoringPlaylist[];
}

export interface MonitoringStore {
  /** @param playlist index of a media playlist; 0 in DASH */
  timeline(tenantId: string, channelId: string, playlist: number): Promise<SeenTimeline>;
  /** Undefined when the manifest is not kept any more. */
  manifest(
    tenantId: string,
    channelId: string,
    key: string,
  ): Promise<MonitoringManifest | undefined>;
  /** Open findings first, then the most recently seen. */
  findings(
    tenantId: string,
    channelId: string,
    range: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<MonitoringFinding[]>;
  incidents(tenantId: string): Promise<MonitoringIncident[]>;
  /** Health of the live channels among `ids`, in that order. */
  health(tenantId: string, ids: readonly string[]): Promise<ChannelHealth[]>;
  history(tenantId: string, channelId: string): Promise<HealthSpan[]>;
}

const limits = {
  /** A channel without a look for longer counts as unwatched, ms. */
  silentMs: 30_000,
  /** Most channels that an incident lists. */
  namedChannels: 50,
  incidents: 200,
  spans: 2_000,
} as const;

const ownerOf = (owner: string | null): FindingOwner | null =>
  findingOwners.find((known) => known === owner) ?? null;

const stateOf = (state: string): HealthState =>
  healthStates.find((known) => known === state) ?? 'unwatched';

async function readTimeline(
  { db, clock }: TenantScope,
  channelId: string,
  playlist: number,
): Promise<SeenTimeline> {
  const sinceMs = clock.now() - monitoringWindowSeconds * 1000;
  const rows = await db
    .selectFrom('monitoring_chunks')
    .select('body')
    .where('channel_id', '=', channelId)
    .where('at', '>=', new Date(sinceMs))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const lanes = {
    source: new Map<string, MonitoringSegment>(),
    output: new Map<string, MonitoringSegment>(),
  };
  const messages: MonitoringMessage[] = [];
  let playlists: readonly MonitoringPlaylist[] = [];
  for (const { body } of rows) {
    const chunk = decodeChunk(body, playlist);
    for (const { lane, entry } of chunk.entries) lanes[lane].set(entry.id, entry);
    messages.push(...chunk.messages);
    playlists = chunk.playlists ?? playlists;
  }
  const inOrder = (lane: MonitoringLane) =>
    [...lanes[lane].values()].sort((a, b) => a.start - b.start);
  return {
    lanes: { source: inOrder('source'), output: inOrder('output') },
    messages: messages.sort((a, b) => a.loadTime - b.loadTime),
    playlists,
  };
}

async function readManifest(
  { db }: TenantScope,
  channelId: string,
  key: string,
): Promise<MonitoringManifest | undefined> {
  const row = await db
    .selectFrom('monitoring_manifests')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('key', '=', key)
    .executeTakeFirst();
  const lane = monitoringLanes.find((known) => known === row?.lane);
  if (row === undefined || lane === undefined) return undefined;
  const base = await db
    .selectFrom('monitoring_manifests')
    .select('body')
    .where('channel_id', '=', channelId)
    .where('key', '=', row.base)
    .executeTakeFirst();
  if (row.base !== '' && base === undefined) return undefined;
  const counterpart = await db
    .selectFrom('monitoring_manifests')
    .select('key')
    .where('channel_id', '=', channelId)
    .where('lane', '<>', row.lane)
    .where('loaded_at', '<=', row.loaded_at)
    .orderBy(sql`playlist = ${row.playlist}`, 'desc')
    .orderBy('loaded_at', 'desc')
    .executeTakeFirst();
  return {
    manifest: decodeManifest(row.body, base ? decodeManifest(base.body, '') : ''),
    loadTime: row.loaded_at.getTime(),
    lane,
    uri: row.uri,
    counterpart: counterpart?.key ?? '',
  };
}

async function readFindings(
  { db, clock }: TenantScope,
  channelId: string,
  { fromMs, limit }: { readonly fromMs?: number | undefined; readonly limit: number },
): Promise<MonitoringFinding[]> {
  const since = Math.max(fromMs ?? 0, clock.now() - findingHours * 3_600_000);
  const rows = await db
    .selectFrom('monitoring_findings')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(sql<boolean>`(closed_at is null or last_seen >= ${new Date(since)})`)
    .orderBy(sql`closed_at is null`, 'desc')
    .orderBy('last_seen', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toFinding);
}

interface IncidentRow {
  readonly cause: string;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly channel_count: number;
  readonly rules: readonly string[];
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly severity: string;
  readonly worst: Pick<FindingRow, 'owner' | 'body'>;
}

async function readIncidents({ db }: TenantScope): Promise<MonitoringIncident[]> {
  const { rows } = await sql<IncidentRow>`
    select f.cause,
      (array_agg(distinct jsonb_build_object('id', c.id, 'name', c.name)))[1:${sql.lit(limits.namedChannels)}] as channels,
      count(distinct f.channel_id)::int as channel_count,
      array_agg(distinct f.body ->> 'rule') as rules,
      min(f.first_seen) as first_seen, max(f.last_seen) as last_seen,
      (array_agg(f.severity order by f.severity))[1] as severity,
      (array_agg(jsonb_build_object('owner', f.owner, 'body', f.body)
        order by f.severity, f.first_seen))[1] as worst
    from monitoring_findings f join channels c on c.tenant_id = f.tenant_id and c.id = f.channel_id
    where f.closed_at is null
    group by f.cause
    order by severity, channel_count desc, last_seen desc
    limit ${sql.lit(limits.incidents)}`.execute(db);
  return rows.map((row) => {
    const { owner, body } = row.worst;
    const { title, advice } = body as Pick<MonitoringFinding, 'title' | 'advice'>;
    return {
      cause: row.cause,
      owner: ownerOf(owner) ?? 'platform',
      severity: row.severity === 'error' ? 'error' : 'warning',
      rules: [...row.rules],
      title,
      advice,
      channels: [...row.channels],
      channelCount: row.channel_count,
      firstSeen: row.first_seen.toISOString(),
      lastSeen: row.last_seen.toISOString(),
    };
  });
}

interface HealthRow extends Omit<Selectable<ChannelHealthTable>, 'looked_at'> {
  readonly looked_at: Date | null;
  readonly id: string;
  readonly enabled: boolean;
  readonly elsewhere: boolean;
}

const unwatchedReasons = {
  disabled: 'The channel is disabled.',
  elsewhere: 'An SSAI cluster plays the channel: the monitor of that installation watches it.',
  silent: 'No monitor has looked at the channel for 30 seconds. Start one, or look at its log.',
} as const;

function unwatchedReason(row: HealthRow, nowMs: number): string | undefined {
  if (!row.enabled) return unwatchedReasons.disabled;
  if (row.elsewhere) return unwatchedReasons.elsewhere;
  const lookedAtMs = row.looked_at?.getTime() ?? 0;
  return nowMs - lookedAtMs > limits.silentMs ? unwatchedReasons.silent : undefined;
}

function toHealth(row: HealthRow, nowMs: number): ChannelHealth {
  const lookedAt = row.looked_at?.toISOString() ?? null;
  const unwatched = unwatchedReason(row, nowMs);
  if (unwatched !== undefined) {
    return {
      channelId: row.id,
      state: 'unwatched',
      reason: unwatched,
      owner: null,
      sourceHealthy: true,
      outputHealthy: true,
      sourceErrMessage: '',
      outputErrMessage: '',
      since: lookedAt,
      lookedAt,
      openFindings: 0,
    };
  }
  return {
    channelId: row.id,
    state: stateOf(row.state),
    reason: row.reason,
    owner: ownerOf(row.owner),
    sourceHealthy: row.source_error === '',
    outputHealthy: row.output_error === '',
    sourceErrMessage: row.source_error,
    outputErrMessage: row.output_error,
    since: row.since.toISOString(),
    lookedAt,
    openFindings: row.open_findings,
  };
}

async function readHealth(
  { db, clock }: TenantScope,
  ids: readonly string[],
): Promise<ChannelHealth[]> {
  const { rows } = await sql<HealthRow>`
    select c.id, c.state = 'enabled' as enabled,
      coalesce(c.settings ->> 'systemId', '') <> '' as elsewhere, h.*
    from channels c left join channel_health h
      on h.tenant_id = c.tenant_id and h.channel_id = c.id
    where c.id = any(${ids}::text[]) and c.type in ('hls-live', 'dash-live')`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, toHealth(row, clock.now())]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readHistory({ db, clock }: TenantScope, channelId: string): Promise<HealthSpan[]> {
  const since = new Date(clock.now() - findingHours * 3_600_000);
  // Includes the state that began before the 24 hours and lasted into them.
  const { rows } = await sql<{
    began_at: Date;
    state: string;
    reason: string;
    owner: string | null;
  }>`
    select began_at, state, reason, owner from channel_health_spans
    where channel_id = ${channelId} and began_at >= coalesce(
      (select max(began_at) from channel_health_spans
        where channel_id = ${channelId} and began_at <= ${since}), ${since})
    order by began_at limit ${sql.lit(limits.spans)}`.execute(db);
  const looked = await db
    .selectFrom('channel_health')
    .select('looked_at')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  const lookedAtMs = looked?.looked_at.getTime() ?? 0;
  const isSilent = clock.now() - lookedAtMs > limits.silentMs;
  return rows.map(({ began_at: began, state, reason, owner }, index) => {
    const next = rows[index + 1]?.began_at ?? (isSilent ? new Date(lookedAtMs) : null);
    const from = new Date(Math.max(began.getTime(), since.getTime()));
    return {
      state: stateOf(state),
      reason,
      owner: ownerOf(owner),
      from: from.toISOString(),
      to: next?.toISOString() ?? null,
    };
  });
}

/**
 * Monitoring data of one company at a time.
 * @returns a store; channels without looks have empty data
 * @see rule SEC-S4; API-032, API-033
 */
export function createMonitoringStore(database: Database): MonitoringStore {
  return {
    timeline: (tenantId, channelId, playlist) =>
      database.forTenant(tenantId, (scope) => readTimeline(scope, channelId, playlist)),
    manifest: (tenantId, channelId, key) =>
      database.forTenant(tenantId, (scope) => readManifest(scope, channelId, key)),
    findings: (tenantId, channelId, range) =>
      database.forTenant(tenantId, (scope) => readFindings(scope, channelId, range)),
    incidents: (tenantId) => database.forTenant(tenantId, readIncidents),
    health: (tenantId, ids) => database.forTenant(tenantId, (scope) => readHealth(scope, ids)),
    history: (tenantId, channelId) =>
      database.forTenant(tenantId, (scope) => readHistory(scope, channelId)),
  };
}
