/** Annotations of charts: marks that a company makes, and incidents of its monitor. Changes are in the audit log. */
import { type Annotation, annotationLimits } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { AnnotationsTable } from '../schema/report-page-tables.ts';
import { scopeNow } from '../scope.ts';

export interface AnnotationPeriod {
  /** Epoch ms; `toMs` is excluded. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Empty = all. */
  readonly channelIds: readonly string[];
}

export interface NewMark {
  readonly atMs: number;
  readonly endsAtMs: number | undefined;
  readonly channelId: string | undefined;
  readonly text: string;
  readonly createdBy: string;
}

export interface AnnotationStore {
  /** The newest 300 marks of a period, oldest first. */
  marks(tenantId: string, period: AnnotationPeriod): Promise<Annotation[]>;
  /** Incidents: findings with the severity error, by cause and hour; the newest 300 of a period, oldest first. */
  incidents(tenantId: string, period: AnnotationPeriod): Promise<Annotation[]>;
  /** Undefined when the company has `most` marks. @throws {DomainError} CHANNEL_NOT_FOUND */
  create(tenantId: string, input: NewMark, most: number): Promise<Annotation | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** Removes marks and incidents from before a time, epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

const foreignKeyViolation = '23503';
const { listed, channels: namedChannels } = annotationLimits;

const toMark = (row: Selectable<AnnotationsTable>): Annotation => ({
  ...{ id: row.id, kind: 'mark', at: row.at.toISOString(), isOpen: false, text: row.text },
  endsAt: row.ends_at?.toISOString() ?? null,
  channelIds: row.channel_id === null ? [] : [row.channel_id],
  createdBy: row.created_by,
});

interface IncidentRow {
  readonly id: string;
  readonly began_at: Date;
  readonly ended_at: Date;
  readonly is_open: boolean;
  readonly title: string;
  readonly cause: string;
  readonly channel_ids: string[];
}

const toIncident = (row: IncidentRow): Annotation => ({
  ...{ id: row.id, kind: 'incident', at: row.began_at.toISOString(), isOpen: row.is_open },
  endsAt: row.is_open ? null : row.ended_at.toISOString(),
  text: row.cause === '' ? row.title : `${row.title} (${row.cause})`,
  channelIds: row.channel_ids,
  createdBy: '',
});

/** Id of an incident: of a cause, and of the hour in which its findings began. */
export const incidentId = sql`md5(cause || ' ' || floor(extract(epoch from first_seen) / 3600)::bigint)`;

/**
 * Marks of charts.
 * @see ADR 0045
 */
export function createAnnotationStore(database: Database): AnnotationStore {
  const { system } = database;
  return {
    marks: (tenantId, { fromMs, toMs, channelIds }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const { rows } = await sql<Selectable<AnnotationsTable>>`
          select * from (
            select * from annotations
            where at < ${new Date(toMs)}
              and at >= ${new Date(fromMs - annotationLimits.lengthMs)}
              and coalesce(ends_at, at) >= ${new Date(fromMs)}
              and (${channelIds.length === 0} or channel_id is null or channel_id = any(${[...channelIds]}::text[]))
            order by at desc, id desc limit ${listed}
          ) newest order by at, id`.execute(db);
        return rows.map(toMark);
      }),
    incidents: (tenantId, { fromMs, toMs, channelIds }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const wanted = [...channelIds];
        const all = wanted.length === 0;
        // While only some findings of an incident were removed, both tables contain it, under one id.
        const { rows } = await sql<IncidentRow>`
          select * from (
            select id, min(began_at) as began_at, max(ended_at) as ended_at, bool_or(is_open) as is_open,
              min(title) as title, min(cause) as cause,
              (array_agg(distinct channel_id))[1:${sql.lit(namedChannels)}] as channel_ids
            from (
              select ${incidentId} as id, first_seen as began_at, last_seen as ended_at, closed_at is null as is_open,
                body ->> 'title' as title, cause, channel_id
              from monitoring_findings
              where severity = 'error' and first_seen < ${new Date(toMs)} and last_seen >= ${new Date(fromMs)}
              union all
              select id, began_at, ended_at, false, title, cause, unnest(channel_ids)
              from past_incidents where began_at < ${new Date(toMs)} and ended_at >= ${new Date(fromMs)}
            ) seen
            where ${all} or channel_id = any(${wanted}::text[])
            group by id order by min(began_at) desc, id desc limit ${listed}
          ) newest order by began_at, id`.execute(db);
        return rows.map(toIncident);
      }),
    create: (tenantId, { atMs, endsAtMs, channelId, text, createdBy }, most) => {
      const making = database.forTenant(tenantId, async (scope) => {
        const { db, clock } = scope;
        const id = newId(clock.now());
        const endsAt = endsAtMs === undefined ? null : new Date(endsAtMs);
        const { numAffectedRows } = await sql`
          insert into annotations (id, at, ends_at, channel_id, text, created_by, created_at)
          select ${id}, ${new Date(atMs)}, ${endsAt}, ${channelId ?? null}, ${text}, ${createdBy}, ${scopeNow(scope)}
          where (select count(*) from annotations) < ${most}`.execute(db);
        if (numAffectedRows !== 1n) return undefined;
        const made = db.selectFrom('annotations').selectAll().where('id', '=', id);
        return toMark(await made.executeTakeFirstOrThrow());
      });
      return making.catch((error: unknown) => {
        const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
        throw code === foreignKeyViolation ? domainError('CHANNEL_NOT_FOUND', {}, error) : error;
      });
    },
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const gone = await db.deleteFrom('annotations').where('id', '=', id).executeTakeFirst();
        return gone.numDeletedRows > 0n;
      }),
    purge: async (beforeMs) => {
      const before = new Date(beforeMs);
      const marks = await system
        .deleteFrom('annotations')
        .where('at', '<', before)
        .executeTakeFirst();
      const incidents = await system
        .deleteFrom('past_incidents')
        .where('began_at', '<', before)
        .executeTakeFirst();
      return Number(marks.numDeletedRows + incidents.numDeletedRows);
    },
  };
}
