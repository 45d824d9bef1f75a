/** Writes what the monitors have seen of channels of all companies, in few statements for each flush. */
import {
  type FindingOwner,
  findingHours,
  type HealthState,
  type MonitoringFinding,
  type MonitoringLane,
  monitoringWindowSeconds,
  type SaidSentence,
} from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import { keepIncidents } from '../annotations/keep-incidents.ts';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { emitNotification } from '../notifications/emit-notification.ts';
import type { Schema } from '../schema.ts';
import { toFinding } from './finding-row.ts';
import { type KeptSplice, purgeSplices, writeSplices } from './splice-rows.ts';
import { encodeChunk, type TimelineChunk } from './timeline-chunk.ts';

/** A manifest, deflated with the text of `base` as dictionary. */
export interface KeptManifest {
  readonly key: string;
  /** Key of another kept manifest of the channel; empty = none. */
  readonly base: string;
  readonly lane: MonitoringLane;
  readonly playlist: number;
  /** Epoch ms. */
  readonly loadedAtMs: number;
  readonly uri: string;
  readonly body: Buffer;
}

export interface WrittenHealth {
  readonly state: Exclude<HealthState, 'unwatched'>;
  readonly reason: string;
  readonly owner: FindingOwner | null;
  readonly sourceError: string;
  readonly outputError: string;
  /** Epoch ms. */
  readonly sinceMs: number;
  readonly lookedAtMs: number;
  readonly openFindings: number;
}

/** Notification of a topic; its cause is the same on all channels. */
export interface MonitoringNotice extends SaidSentence {
  readonly topic: 'asset.stream-monitor.source' | 'asset.stream-monitor.output';
  readonly cause: string;
}

/** Data of one channel since the last flush. */
export interface ChannelFlush {
  readonly tenantId: string;
  readonly channelId: string;
  readonly chunk: TimelineChunk | undefined;
  readonly manifests: readonly KeptManifest[];
  readonly findings: readonly MonitoringFinding[];
  readonly health: WrittenHealth;
  readonly notices: readonly MonitoringNotice[];
  /** Left out = none. */
  readonly splices?: readonly KeptSplice[] | undefined;
}

/** Most bytes that are kept for each channel and each company; the oldest are removed first. */
export interface KeptBytes {
  readonly channel: number;
  readonly tenant: number;
  /** For splices with their pictures; left out = the same limits. */
  readonly splices?: Pick<KeptBytes, 'channel' | 'tenant'> | undefined;
}

export interface MonitoringWriter {
  /**
   * Writes the channels that `monitor` holds; it has lost the lease of the others, which are left out. @returns
   * channels written
   */
  flush(monitor: string, flushes: readonly ChannelFlush[]): Promise<number>;
  /** Open findings of a channel, for the monitor that takes it over. */
  openFindings(tenantId: string, channelId: string): Promise<MonitoringFinding[]>;
  /** Removes rows that are too old or beyond `kept`, and closes open findings of channels that no monitor watches. */
  purge(kept: KeptBytes): Promise<void>;
}

/**
 * Time within which a reopened cause sends no further notification, ms: one fault of 50 channels is one notification.
 */
const quietMs = 15 * 60_000;
/** Seconds: longer than the window, because the bases of its manifests are a little older. */
const manifestSeconds = monitoringWindowSeconds + 120;

const at = (ms: number) => new Date(ms);

function findingRow(tenantId: string, finding: MonitoringFinding) {
  const { id, channelId, severity, owner, cause, firstSeen, lastSeen, closedAt, ...body } = finding;
  return {
    tenant_id: tenantId,
    channel_id: channelId,
    ...{ id, severity, owner, cause },
    first_seen: new Date(firstSeen),
    last_seen: new Date(lastSeen),
    closed_at: closedAt === null ? null : new Date(closedAt),
    body: JSON.stringify(body),
  };
}

async function writeFindings(db: Kysely<Schema>, flushes: readonly ChannelFlush[]): Promise<void> {
  const rows = flushes.flatMap(({ tenantId, findings }) =>
    findings.map((finding) => findingRow(tenantId, finding)),
  );
  if (rows.length === 0) return;
  await db
    .insertInto('monitoring_findings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'channel_id', 'id']).doUpdateSet((of) => ({
        severity: of.ref('excluded.severity'),
        last_seen: of.ref('excluded.last_seen'),
        closed_at: of.ref('excluded.closed_at'),
        body: of.ref('excluded.body'),
      })),
    )
    .execute();
}

async function writeLooks(
  db: Kysely<Schema>,
  flushes: readonly ChannelFlush[],
  nowMs: number,
): Promise<void> {
  const chunks = flushes.flatMap(({ tenantId, channelId, chunk }) =>
    chunk === undefined
      ? []
      : [
          {
            ...{ tenant_id: tenantId, channel_id: channelId, id: newId(nowMs), at: at(nowMs) },
            body: encodeChunk(chunk),
          },
        ],
  );
  if (chunks.length > 0) await db.insertInto('monitoring_chunks').values(chunks).execute();
  const manifests = flushes.flatMap(({ tenantId, channelId, manifests: kept }) =>
    kept.map(({ loadedAtMs, ...manifest }) => ({
      ...{ tenant_id: tenantId, channel_id: channelId, ...manifest },
      loaded_at: at(loadedAtMs),
    })),
  );
  if (manifests.length === 0) return;
  await db
    .insertInto('monitoring_manifests')
    .values(manifests)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel_id', 'key']).doNothing())
    .execute();
}

interface Before {
  readonly tenant_id: string;
  readonly channel_id: string;
  readonly state: string;
  readonly reason: string;
  readonly looked_at: Date;
}

const silentMs = 30_000;

/** Rows for each state that begins, and for the time in which no monitor looked. */
function newSpans({ tenantId, channelId, health }: ChannelFlush, before: Before | undefined) {
  const { state, reason, owner, sinceMs, lookedAtMs } = health;
  const row = { tenant_id: tenantId, channel_id: channelId };
  const lastMs = before?.looked_at.getTime();
  const gap = lastMs !== undefined && lookedAtMs - lastMs > silentMs;
  const unwatched = gap
    ? [
        {
          ...row,
          began_at: at(lastMs + 1),
          state: 'unwatched',
          reason: 'No monitor looked.',
          owner: null,
        },
      ]
    : [];
  const isNew = gap || before?.state !== state || before.reason !== reason;
  const beganMs = gap ? lookedAtMs : before === undefined ? sinceMs : lookedAtMs;
  return [
    ...unwatched,
    ...(isNew ? [{ ...row, began_at: at(beganMs), state, reason, owner }] : []),
  ];
}

async function writeHealth(db: Kysely<Schema>, flushes: readonly ChannelFlush[]): Promise<void> {
  const ids = flushes.map(({ channelId }) => channelId);
  const { rows } = await sql<Before>`
    select tenant_id, channel_id, state, reason, looked_at from channel_health
    where channel_id = any(${ids}::text[])`.execute(db);
  const known = new Map(rows.map((row) => [`${row.tenant_id} ${row.channel_id}`, row]));
  const beforeOf = ({ tenantId, channelId }: ChannelFlush) => known.get(`${tenantId} ${channelId}`);
  const spans = flushes.flatMap((flush) => newSpans(flush, beforeOf(flush)));
  if (spans.length > 0) {
    await db
      .insertInto('channel_health_spans')
      .values(spans)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await db
    .insertInto('channel_health')
    .values(
      flushes.map(({ tenantId, channelId, health }) => ({
        ...{ tenant_id: tenantId, channel_id: channelId },
        ...{ state: health.state, reason: health.reason, owner: health.owner },
        ...{ source_error: health.sourceError, output_error: health.outputError },
        ...{ since: at(health.sinceMs), looked_at: at(health.lookedAtMs) },
        open_findings: health.openFindings,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'channel_id']).doUpdateSet((of) => ({
        state: of.ref('excluded.state'),
        reason: of.ref('excluded.reason'),
        owner: of.ref('excluded.owner'),
        source_error: of.ref('excluded.source_error'),
        output_error: of.ref('excluded.output_error'),
        since: of.ref('excluded.since'),
        looked_at: of.ref('excluded.looked_at'),
        open_findings: of.ref('excluded.open_findings'),
      })),
    )
    .execute();
  for (const flush of flushes) {
    const before = beforeOf(flush);
    const { state, reason } = flush.health;
    if (before?.state === state && before.reason === reason) continue;
    const action = before === undefined ? 'created' : 'updated';
    const { tenantId: tenant, channelId: id } = flush;
    await notifyChange(db, { tenant, kind: 'channel-health', id, action });
  }
}

/** Notifies members who have subscribed to the topic, once for a cause on 50 channels. */
async function writeNotices(
  db: Kysely<Schema>,
  flushes: readonly ChannelFlush[],
  nowMs: number,
): Promise<void> {
  for (const { tenantId, channelId, notices } of flushes) {
    for (const { topic, cause, content, sentence } of notices) {
      const key = `monitoring ${tenantId} ${topic} ${cause}`;
      const taken = await db
        .insertInto('rate_limits')
        .values({ key, points: 1, resets_at: at(nowMs + quietMs) })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ resets_at: at(nowMs + quietMs) })
            .where('rate_limits.resets_at', '<', at(nowMs)),
        )
        .returning('key')
        .executeTakeFirst();
      if (taken === undefined) continue;
      const path = `/app/ad-insertion/channels/${channelId}/monitoring`;
      const about = { channelId };
      await emitNotification(db, { tenantId, topic, content, sentence, path, about }, nowMs);
    }
  }
}

async function heldBy(
  db: Kysely<Schema>,
  monitor: string,
  flushes: readonly ChannelFlush[],
): Promise<ChannelFlush[]> {
  const ids = flushes.map(({ channelId }) => channelId);
  // The same lock order as a removal, channel first and then its rows: otherwise both would deadlock.
  await sql`select from channels where id = any(${ids}::text[]) order by tenant_id, id for key share`.execute(
    db,
  );
  const { rows } = await sql<{ tenant_id: string; channel_id: string }>`
    select l.tenant_id, l.channel_id from monitor_leases l
    where l.monitor = ${monitor} and l.channel_id = any(${ids}::text[])
    for key share`.execute(db);
  const held = new Set(rows.map((row) => `${row.tenant_id} ${row.channel_id}`));
  return flushes.filter(({ tenantId, channelId }) => held.has(`${tenantId} ${channelId}`));
}

async function purgeBytes(
  db: Kysely<Schema>,
  table: 'monitoring_chunks' | 'monitoring_manifests',
  time: 'at' | 'loaded_at',
  kept: KeptBytes,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} where ctid in (
      select place from (
        select ctid as place,
          sum(octet_length(body) + 200) over (partition by tenant_id, channel_id order by ${sql.ref(time)} desc) as of_channel,
          sum(octet_length(body) + 200) over (partition by tenant_id order by ${sql.ref(time)} desc) as of_tenant
        from ${sql.table(table)}) as sums
      where of_channel > ${kept.channel} or of_tenant > ${kept.tenant})`.execute(db);
}

/**
 * Writer of monitoring data.
 * @returns a writer; a monitor that has lost its lease writes nothing
 * @see rules SEC-S90, SEC-S91
 */
export function createMonitoringWriter(database: Database): MonitoringWriter {
  const { system, clock } = database;
  return {
    async flush(monitor, flushes) {
      if (flushes.length === 0) return 0;
      return system.transaction().execute(async (db) => {
        const held = await heldBy(db, monitor, flushes);
        if (held.length === 0) return 0;
        const nowMs = clock.now();
        await writeLooks(db, held, nowMs);
        await writeFindings(db, held);
        await writeSplices(db, held);
        await writeHealth(db, held);
        await writeNotices(db, held, nowMs);
        return held.length;
      });
    },
    async openFindings(tenantId, channelId) {
      const rows = await system
        .selectFrom('monitoring_findings')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('channel_id', '=', channelId)
        .where('closed_at', 'is', null)
        .limit(500)
        .execute();
      return rows.map(toFinding);
    },
    async purge(kept) {
      const nowMs = clock.now();
      const day = at(nowMs - findingHours * 3_600_000);
      await system
        .deleteFrom('monitoring_chunks')
        .where('at', '<', at(nowMs - (monitoringWindowSeconds + 10) * 1000))
        .execute();
      await system
        .deleteFrom('monitoring_manifests')
        .where('loaded_at', '<', at(nowMs - manifestSeconds * 1000))
        .execute();
      await keepIncidents(system, day);
      await sql`delete from channel_health_spans s where began_at < ${day} and began_at < (
        select max(began_at) from channel_health_spans n
        where n.tenant_id = s.tenant_id and n.channel_id = s.channel_id and n.began_at <= ${day})`.execute(
        system,
      );
      // Findings of channels that no monitor watches any more: whether they are still open is not known.
      await sql`update monitoring_findings f set closed_at = last_seen where closed_at is null
        and last_seen < ${at(nowMs - 600_000)} and not exists (select from monitor_leases l
          where l.tenant_id = f.tenant_id and l.channel_id = f.channel_id and l.held_until >= now())`.execute(
        system,
      );
      await purgeBytes(system, 'monitoring_chunks', 'at', kept);
      await purgeBytes(system, 'monitoring_manifests', 'loaded_at', kept);
      await purgeSplices(system, nowMs, kept.splices ?? kept);
    },
  };
}
