/**
 * Scheduled mails as workers make them. A run is taken for a time; what it made is written in one transaction with the
 * next time of the schedule, and only by who still has it: a run gives one mail to each recipient, whoever dies.
 */
import {
  defaultLanguage,
  knownLanguage,
  type Language,
  type ReportMailCard,
  type ReportMailPeriod,
  reportMailPeriods,
} from '@interlude/contract';
import { nextRunOf } from '@interlude/reporting';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertMail, type NewMail } from '../mails/mail-store.ts';
import type { Schema } from '../schema.ts';
import { cardsOf, type ReportMailRow, scheduleOf } from './report-mail-row.ts';
import { mayGetMails, reportMailsChannel } from './report-mail-store.ts';

/** One mail to be made. */
export interface ReportMailWork {
  readonly tenantId: string;
  readonly id: string;
  /** Of this taking. */
  readonly lease: string;
  /** Begun runs that have not ended, this one included. */
  readonly attempt: number;
  /** Who asked for it now; '' = it is due. */
  readonly askedBy: string;
  readonly userId: string;
  readonly name: string;
  readonly tenantName: string;
  readonly cards: readonly ReportMailCard[];
  readonly channelIds: readonly string[];
  readonly period: ReportMailPeriod;
  readonly compare: boolean;
  /** Of the company, IANA. */
  readonly timeZone: string;
}

export interface ReportMailReader {
  readonly userId: string;
  readonly email: string;
  readonly language: Language;
}

export interface ReportMailRun {
  /** For each reader one. */
  readonly mails: readonly NewMail[];
  /** By content id. */
  readonly pictures: ReadonlyMap<string, Buffer>;
  readonly outcome: 'sent' | 'nobody' | 'failed';
  /** A sentence; empty: there is none. */
  readonly problem: string;
}

export interface ReportMailQueue {
  /**
   * A mail that is due or asked for, taken for `leaseMs`.
   * @param afterTenant companies take turns: those behind this one come first
   */
  take(leaseMs: number, afterTenant: string): Promise<ReportMailWork | undefined>;
  /** Who gets it: members as they are now, in the order of their addresses; and the address of whose it is. */
  readers(
    work: ReportMailWork,
  ): Promise<{ readonly readers: ReportMailReader[]; readonly owner: string }>;
  /** @returns false: another worker has it by now, and nothing was written */
  end(work: ReportMailWork, run: ReportMailRun): Promise<boolean>;
  /** Calculates times anew where the company has another time zone by now. @returns how many */
  rezone(): Promise<number>;
  /** Calls `onWork` when somebody asks for a mail; the answer ends it. */
  watch(onWork: () => void): Promise<() => void>;
}

/** Schedules of one go. */
const maxRezoned = 200;

type TakenRow = ReportMailRow & { readonly tenant_name: string; readonly zone: string | null };

function toWork(row: TakenRow, isDue: boolean): ReportMailWork {
  return {
    ...{ tenantId: row.tenant_id, id: row.id, lease: row.lease, attempt: row.attempts },
    askedBy: isDue ? '' : row.asked_by,
    ...{ userId: row.user_id, name: row.name, tenantName: row.tenant_name },
    ...{ cards: cardsOf(row), channelIds: row.channel_ids, compare: row.compare },
    period: reportMailPeriods.find((each) => each === row.period) ?? 'Last week',
    timeZone: row.zone ?? 'UTC',
  };
}

async function takeNext(
  db: Kysely<Schema>,
  nowMs: number,
  leaseMs: number,
  afterTenant: string,
): Promise<ReportMailWork | undefined> {
  const now = new Date(nowMs);
  const { rows } = await sql<TakenRow>`
    update report_mails r
    set lease = ${newId(nowMs)}, leased_until = ${new Date(nowMs + leaseMs)}, attempts = r.attempts + 1
    from (
      select tenant_id, id from report_mails
      where (next_run_at <= ${now} or asked_by <> '') and leased_until <= ${now}
      order by tenant_id <= ${afterTenant}, tenant_id, next_run_at nulls first, id
      limit 1 for update skip locked
    ) due, tenants t
    left join report_settings s on s.tenant_id = t.id
    where (r.tenant_id, r.id) = (due.tenant_id, due.id) and t.id = r.tenant_id
    returning r.*, t.name as tenant_name, s.time_zone as zone`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  // Who asks waits at the screen; the others get theirs with the next taking.
  return toWork(row, row.asked_by === '');
}

async function readersOf(db: Kysely<Schema>, work: ReportMailWork): Promise<ReportMailReader[]> {
  const { tenantId, id, askedBy } = work;
  const members = db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['u.id', 'u.email', 'u.language', 't.language as company_language'])
    .where('m.tenant_id', '=', tenantId)
    .where(mayGetMails)
    .orderBy('u.email');
  const rows =
    askedBy === ''
      ? members
          .innerJoin('report_mail_recipients as r', (join) =>
            join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.user_id', '=', 'm.user_id'),
          )
          .where('r.report_mail_id', '=', id)
          .where('r.unsubscribed_at', 'is', null)
          // A mail to others ends when its person may get none, as when the person leaves.
          .where(
            sql<boolean>`exists (select from memberships m join users u on u.id = m.user_id
              where m.tenant_id = ${tenantId} and m.user_id = ${work.userId} and ${mayGetMails})`,
          )
      : members.where('m.user_id', '=', askedBy);
  return (await rows.execute()).map((row) => ({
    ...{ userId: row.id, email: row.email },
    language: knownLanguage(row.language) ?? knownLanguage(row.company_language) ?? defaultLanguage,
  }));
}

async function insertPictures(
  db: Kysely<Schema>,
  { tenantId }: ReportMailWork,
  { pictures, mails }: ReportMailRun,
  nowMs: number,
): Promise<string> {
  if (pictures.size === 0 || mails.length === 0) return '';
  const set_id = newId(nowMs);
  const created_at = new Date(nowMs);
  await db
    .insertInto('mail_pictures')
    .values(
      [...pictures].map(([content_id, bytes]) => ({
        ...{ tenant_id: tenantId, set_id, content_id, bytes, created_at },
      })),
    )
    .execute();
  return set_id;
}

async function endRun(
  db: Kysely<Schema>,
  work: ReportMailWork,
  run: ReportMailRun,
  nowMs: number,
): Promise<boolean> {
  const { tenantId, id, lease, askedBy } = work;
  const mine = await db
    .selectFrom('report_mails')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .forUpdate()
    .executeTakeFirst();
  if (mine === undefined) return false;
  const next = {
    // Days that were missed are one run: the next one is after now.
    next_run_at: mine.paused ? null : new Date(nextRunOf(scheduleOf(mine), nowMs, work.timeZone)),
    time_zone: work.timeZone,
    last_run_at: new Date(nowMs),
    last_outcome: run.outcome,
    last_problem: run.problem.slice(0, 500),
    last_mails: run.mails.length,
  };
  await db
    .updateTable('report_mails')
    .set({
      ...{ lease: '', leased_until: new Date(0), attempts: 0 },
      // Somebody else may have asked meanwhile.
      ...(askedBy === '' ? next : { ...(mine.asked_by === askedBy && { asked_by: '' }) }),
      ...(askedBy !== '' && run.outcome === 'failed' && { last_problem: next.last_problem }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  const pictureSet = await insertPictures(db, work, run, nowMs);
  for (const mail of run.mails) await insertMail(db, { ...mail, pictureSet }, nowMs);
  return true;
}

async function rezoneSome(db: Kysely<Schema>, nowMs: number): Promise<number> {
  const rows = await db
    .selectFrom('report_mails as r')
    .leftJoin('report_settings as s', 's.tenant_id', 'r.tenant_id')
    .selectAll('r')
    .select('s.time_zone as zone')
    .where(sql<boolean>`r.time_zone <> coalesce(s.time_zone, 'UTC')`)
    // What is due stays due.
    .where((row) =>
      row.or([row('next_run_at', 'is', null), row('next_run_at', '>', new Date(nowMs))]),
    )
    .limit(maxRezoned)
    .execute();
  for (const row of rows) {
    const zone = row.zone ?? 'UTC';
    await db
      .updateTable('report_mails')
      .set({
        time_zone: zone,
        next_run_at: row.paused ? null : new Date(nextRunOf(scheduleOf(row), nowMs, zone)),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('id', '=', row.id)
      .where('time_zone', '=', row.time_zone)
      .execute();
  }
  return rows.length;
}

/**
 * The queue of scheduled mails, for workers.
 * @see ADR 0055
 */
export function createReportMailQueue(database: Database): ReportMailQueue {
  const { system, clock } = database;
  return {
    take: (leaseMs, afterTenant) => takeNext(system, clock.now(), leaseMs, afterTenant),
    readers: async (work) => {
      const owner = await system
        .selectFrom('users')
        .select('email')
        .where('id', '=', work.userId)
        .executeTakeFirst();
      return { readers: await readersOf(system, work), owner: owner?.email ?? '' };
    },
    end: (work, run) => database.transaction(({ db }) => endRun(db, work, run, clock.now())),
    rezone: () => rezoneSome(system, clock.now()),
    watch: (onWork) => database.listen(reportMailsChannel, onWork, onWork),
  };
}
