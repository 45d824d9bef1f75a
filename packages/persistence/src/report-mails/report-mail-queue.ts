/**
 * Queue of scheduled mails, for workers. A worker takes a run for a limited time; its mails are written in one
 * transaction with the next time of the schedule, and only while the worker holds the lease. So each recipient gets one
 * mail of a run, even when a worker dies.
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

/** A report mail to be made. */
export interface ReportMailWork {
  readonly tenantId: string;
  readonly id: string;
  /** Identifies this taking; another one replaces it. */
  readonly lease: string;
  /** Takings since the last run that ended, with this one. */
  readonly attempt: number;
  /** User who has requested the mail now; '' when the schedule made it due. */
  readonly askedBy: string;
  readonly userId: string;
  readonly name: string;
  readonly tenantName: string;
  readonly cards: readonly ReportMailCard[];
  readonly channelIds: readonly string[];
  readonly period: ReportMailPeriod;
  readonly compare: boolean;
  /** IANA time zone of the company. */
  readonly timeZone: string;
}

export interface ReportMailReader {
  readonly userId: string;
  readonly email: string;
  readonly language: Language;
}

export interface ReportMailRun {
  /** One for each reader. */
  readonly mails: readonly NewMail[];
  /** PNG by content id. */
  readonly pictures: ReadonlyMap<string, Buffer>;
  readonly outcome: 'sent' | 'nobody' | 'failed';
  /** Why the run failed or sent nothing, as a sentence; '' = no problem. */
  readonly problem: string;
}

export interface ReportMailQueue {
  /**
   * Takes a mail that is due or requested, for `leaseMs`.
   * @param afterTenant companies take turns: those after this id come first
   */
  take(leaseMs: number, afterTenant: string): Promise<ReportMailWork | undefined>;
  /** Recipients of the run: current members, by address; and the address of the schedule's owner. */
  readers(
    work: ReportMailWork,
  ): Promise<{ readonly readers: ReportMailReader[]; readonly owner: string }>;
  /** Ends the run. @returns false, with nothing written, when another worker has taken it meanwhile */
  end(work: ReportMailWork, run: ReportMailRun): Promise<boolean>;
  /** Computes the next times again for companies whose time zone has changed. @returns their number */
  rezone(): Promise<number>;
  /** Calls `onWork` when a user requests a mail; the returned function ends the subscription. */
  watch(onWork: () => void): Promise<() => void>;
}

/** Schedules that one call computes again. */
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
  // The requesting user waits at the screen, so that the request comes first; a due run follows with the next taking.
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
          // Recipients get no mail when its owner may get none, as after leaving the company.
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
    // Runs that were missed are made up by one: the next time is after now.
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
      // Another user may have requested the mail meanwhile.
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
    // A schedule that is due already keeps its time.
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
