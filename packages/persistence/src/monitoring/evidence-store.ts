/** Evidence of a channel between two times, for evidence packs: looks, manifests, findings. */
import {
  type MonitoringFinding,
  type MonitoringLane,
  monitoringLanes,
  type RecordedLook,
} from '@interlude/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { TenantScope } from '../scope.ts';
import { toFinding } from './finding-row.ts';
import { decodeLooks, decodeManifest } from './timeline-chunk.ts';

export interface KeptText {
  readonly key: string;
  readonly lane: MonitoringLane;
  readonly playlist: number;
  /** Epoch ms. */
  readonly loadedAtMs: number;
  readonly uri: string;
  readonly text: string;
}

export interface EvidenceRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** Characters of all manifests together; the newest are kept. */
  readonly maxChars: number;
  readonly maxManifests: number;
}

export interface KeptEvidence {
  /** In the order in which they were made. */
  readonly looks: readonly RecordedLook[];
  /** Manifests to which the looks refer. */
  readonly manifests: readonly KeptText[];
  /** Findings that were open, or seen, within the range. */
  readonly findings: readonly MonitoringFinding[];
  /** Number of manifests to which looks refer and that are not included: removed, or beyond the limits. */
  readonly missing: number;
}

export interface EvidenceStore {
  finding(tenantId: string, channelId: string, id: string): Promise<MonitoringFinding | undefined>;
  read(tenantId: string, channelId: string, range: EvidenceRange): Promise<KeptEvidence>;
}

/** Longest time from a look to the flush of its chunk, also after the database was down, ms. */
const flushedWithinMs = 60_000;
const limits = { chunks: 1_000, looks: 20_000, findings: 300 } as const;

async function readLooks(
  { db }: TenantScope,
  channelId: string,
  { fromMs, toMs }: EvidenceRange,
): Promise<RecordedLook[]> {
  const rows = await db
    .selectFrom('monitoring_chunks')
    .select('body')
    .where('channel_id', '=', channelId)
    .where('at', '>=', new Date(fromMs))
    .where('at', '<=', new Date(toMs + flushedWithinMs))
    .orderBy('at')
    .orderBy('id')
    .limit(limits.chunks)
    .execute();
  const looks: RecordedLook[] = [];
  for (const { body } of rows) {
    const seen = decodeLooks(body).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    looks.push(...seen.slice(0, limits.looks - looks.length));
    // Lets other requests run while hundreds of chunks are inflated.
    await new Promise(setImmediate);
  }
  return looks;
}

async function readManifests(
  { db }: TenantScope,
  channelId: string,
  wanted: readonly string[],
  { maxChars, maxManifests }: EvidenceRange,
): Promise<KeptText[]> {
  // Newest first, because the limits keep the newest.
  const keys = wanted.slice(-maxManifests).toReversed();
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('monitoring_manifests')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where((of) =>
      of.or([
        of('key', 'in', keys),
        of('key', 'in', (sub) =>
          sub
            .selectFrom('monitoring_manifests')
            .select('base')
            .where('channel_id', '=', channelId)
            .where('key', 'in', keys),
        ),
      ]),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const bases = new Map<string, string>();
  const baseOf = (key: string): string | undefined => {
    if (key === '') return '';
    const row = byKey.get(key);
    const text = bases.get(key) ?? (row && decodeManifest(row.body, ''));
    if (text !== undefined) bases.set(key, text);
    return text;
  };
  const kept: KeptText[] = [];
  let chars = 0;
  for (const key of keys) {
    const row = byKey.get(key);
    const lane = monitoringLanes.find((known) => known === row?.lane);
    const base = row && baseOf(row.base);
    if (row === undefined || lane === undefined || base === undefined) continue;
    const text = decodeManifest(row.body, base);
    chars += text.length;
    if (chars > maxChars) break;
    const { playlist, uri, loaded_at: loadedAt } = row;
    kept.push({ key, lane, playlist, uri, loadedAtMs: loadedAt.getTime(), text });
    if (kept.length % 50 === 0) await new Promise(setImmediate);
  }
  return kept.toReversed();
}

async function readFindings(
  { db }: TenantScope,
  channelId: string,
  { fromMs, toMs }: EvidenceRange,
): Promise<MonitoringFinding[]> {
  const rows = await db
    .selectFrom('monitoring_findings')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('first_seen', '<=', new Date(toMs))
    .where(sql<boolean>`(closed_at is null or last_seen >= ${new Date(fromMs)})`)
    .orderBy('first_seen')
    .orderBy('id')
    .limit(limits.findings)
    .execute();
  return rows.map(toFinding);
}

async function readEvidence(
  scope: TenantScope,
  channelId: string,
  range: EvidenceRange,
): Promise<KeptEvidence> {
  const looks = await readLooks(scope, channelId, range);
  const wanted = [...new Set(looks.map(({ manifestKey }) => manifestKey))].filter(
    (key) => key !== '',
  );
  const manifests = await readManifests(scope, channelId, wanted, range);
  const findings = await readFindings(scope, channelId, range);
  return { looks, manifests, findings, missing: wanted.length - manifests.length };
}

/**
 * Store of what evidence packs contain.
 * @returns a store of one company at a time; manifests that were removed count as missing
 * @see rule SEC-S93; ADR 0042
 */
export function createEvidenceStore(database: Database): EvidenceStore {
  return {
    finding: (tenantId, channelId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('monitoring_findings')
          .selectAll()
          .where('channel_id', '=', channelId)
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toFinding(row);
      }),
    read: (tenantId, channelId, range) =>
      database.forTenant(tenantId, (scope) => readEvidence(scope, channelId, range)),
  };
}
