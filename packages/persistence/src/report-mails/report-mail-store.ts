/** Scheduled mails of reports, for requests. */
import type {
  ReportMail,
  ReportMailInput,
  ReportMailMember,
  ReportMailPatch,
} from '@interlude/contract';
import { nextRunOf } from '@interlude/reporting';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { type ReportMailRow, scheduleOf, toReportMail } from './report-mail-row.ts';

/** NOTIFY channel that wakes the workers. */
export const reportMailsChannel = 'report_mails';

export interface ReportMailOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
}

export interface ReportMailStore {
  /** Schedules by name. @param userId of their owner; undefined: all of the company */
  list(tenantId: string, userId: string | undefined): Promise<ReportMail[]>;
  find(tenantId: string, id: string): Promise<ReportMail | undefined>;
  /** Members who may get mails: with a role, a confirmed address, not blocked. */
  members(tenantId: string): Promise<ReportMailMember[]>;
  /** @param most schedules of the company; undefined is returned beyond it */
  create(
    owner: ReportMailOwner,
    input: ReportMailInput,
    most: number,
  ): Promise<ReportMail | undefined>;
  /** @param by the user who changes it */
  update(
    tenantId: string,
    id: string,
    patch: ReportMailPatch,
    by: string,
  ): Promise<ReportMail | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** Requests the mail now, for this user only. @returns false when there is no such schedule */
  ask(tenantId: string, id: string, userId: string): Promise<boolean>;
  /** Unsubscribes a user from a schedule; unknown ids are ignored. */
  unsubscribe(tenantId: string, id: string, userId: string): Promise<void>;
}

/** SQL condition for members who may get mails of a company, on `m` (memberships) and `u` (users). */
export const mayGetMails = sql<boolean>`m.role is not null and u.email_verified and not u.blocked`;

async function recipientsOf(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportMail['recipients']>> {
  const found = new Map<string, ReportMail['recipients']>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('report_mail_recipients as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.report_mail_id', 'r.user_id', 'r.unsubscribed_at', 'u.email', 'u.nickname'])
    .where('r.report_mail_id', 'in', [...ids])
    .orderBy('u.email')
    .execute();
  for (const row of rows) {
    found.get(row.report_mail_id)?.push({
      ...{ userId: row.user_id, name: row.nickname, email: row.email },
      unsubscribed: row.unsubscribed_at !== null,
    });
  }
  return found;
}

async function withRecipients(
  db: Kysely<Schema>,
  rows: readonly ReportMailRow[],
): Promise<ReportMail[]> {
  const recipients = await recipientsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toReportMail(row, recipients.get(row.id) ?? []));
}

async function findOne({ db }: TenantScope, id: string): Promise<ReportMail | undefined> {
  const row = await db
    .selectFrom('report_mails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (await withRecipients(db, [row]))[0];
}

/** Time zone of the company, to which the hours of schedules refer. */
async function zoneOf({ db }: TenantScope): Promise<string> {
  const row = await db.selectFrom('report_settings').select('time_zone').executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}

/**
 * Replaces the recipients. A row of an unsubscribed user stays, so that adding the user again does not end the
 * unsubscription; only the user `by` ends their own, by being among `userIds`.
 */
async function setRecipients(
  { db }: TenantScope,
  id: string,
  userIds: readonly string[],
  by: string,
): Promise<void> {
  await db
    .deleteFrom('report_mail_recipients')
    .where('report_mail_id', '=', id)
    .where('user_id', 'not in', [...userIds])
    .where((row) => row.or([row('unsubscribed_at', 'is', null), row('user_id', '=', by)]))
    .execute();
  if (userIds.includes(by)) {
    await db
      .updateTable('report_mail_recipients')
      .set({ unsubscribed_at: null })
      .where('report_mail_id', '=', id)
      .where('user_id', '=', by)
      .where('unsubscribed_at', 'is not', null)
      .execute();
  }
  await db
    .insertInto('report_mail_recipients')
    .values(userIds.map((user_id) => ({ report_mail_id: id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const columnsOf = (patch: ReportMailPatch) => ({
  ...(patch.name !== undefined && { name: patch.name }),
  ...(patch.cards !== undefined && { cards: JSON.stringify(patch.cards) }),
  ...(patch.channelIds !== undefined && { channel_ids: [...patch.channelIds] }),
  ...(patch.period !== undefined && { period: patch.period }),
  ...(patch.compare !== undefined && { compare: patch.compare }),
  ...(patch.rhythm !== undefined && { rhythm: patch.rhythm }),
  ...(patch.weekday !== undefined && { weekday: patch.weekday }),
  ...(patch.monthDay !== undefined && { month_day: patch.monthDay }),
  ...(patch.hour !== undefined && { hour: patch.hour }),
  ...(patch.paused !== undefined && { paused: patch.paused }),
});

async function createOne(
  scope: TenantScope,
  { userId, email }: ReportMailOwner,
  input: ReportMailInput,
  most: number,
): Promise<ReportMail | undefined> {
  const { db, clock } = scope;
  const id = newId(clock.now());
  const at = scopeNow(scope);
  const zone = await zoneOf(scope);
  const { name, cards, channelIds, period, compare, recipients, ...schedule } = input;
  const nextRunAt = new Date(nextRunOf(schedule, clock.now(), zone));
  // The lock keeps the limit exact: without it, concurrent requests would exceed it together.
  await sql`select pg_advisory_xact_lock(hashtextextended(app_tenant(), 55))`.execute(db);
  const { numAffectedRows } = await sql`
    insert into report_mails (id, user_id, name, cards, channel_ids, period, compare, rhythm, weekday, month_day,
      hour, time_zone, next_run_at, created_by, created_at, updated_at)
    select ${id}, ${userId}, ${name}, ${JSON.stringify(cards)}::jsonb, ${channelIds}::text[], ${period},
      ${compare}::boolean, ${schedule.rhythm}, ${schedule.weekday}::smallint, ${schedule.monthDay}::smallint,
      ${schedule.hour}::smallint, ${zone}, ${nextRunAt}::timestamptz, ${email}, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from report_mails) < ${most}`.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  await setRecipients(scope, id, recipients, userId);
  return findOne(scope, id);
}

async function updateOne(
  scope: TenantScope,
  id: string,
  patch: ReportMailPatch,
  by: string,
): Promise<ReportMail | undefined> {
  const { db, clock } = scope;
  const changed = await db
    .updateTable('report_mails')
    .set({ ...columnsOf(patch), updated_at: scopeNow(scope) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) return undefined;
  const zone = await zoneOf(scope);
  const nextRunMs = nextRunOf(scheduleOf(changed), clock.now(), zone);
  await db
    .updateTable('report_mails')
    .set({ time_zone: zone, next_run_at: changed.paused ? null : new Date(nextRunMs) })
    .where('id', '=', id)
    .execute();
  if (patch.recipients !== undefined) await setRecipients(scope, id, patch.recipients, by);
  return findOne(scope, id);
}

/**
 * Scheduled mails of reports.
 * @see ADR 0055; rule SEC-S128
 */
export function createReportMailStore(database: Database): ReportMailStore {
  return {
    list: (tenantId, userId) =>
      database.forTenant(tenantId, async ({ db }) => {
        let rows = db.selectFrom('report_mails').selectAll();
        if (userId !== undefined) rows = rows.where('user_id', '=', userId);
        return withRecipients(db, await rows.orderBy(sql`lower(name)`).orderBy('id').execute());
      }),
    find: (tenantId, id) => database.forTenant(tenantId, (scope) => findOne(scope, id)),
    members: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('memberships as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['u.id', 'u.email', 'u.nickname'])
          .where(mayGetMails)
          .orderBy('u.email')
          .execute();
        return rows.map(({ id, email, nickname }) => ({ userId: id, name: nickname, email }));
      }),
    create: (owner, input, most) =>
      database.forTenant(owner.tenantId, (scope) => createOne(scope, owner, input, most)),
    update: (tenantId, id, patch, by) =>
      database.forTenant(tenantId, (scope) => updateOne(scope, id, patch, by)),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const gone = await db.deleteFrom('report_mails').where('id', '=', id).executeTakeFirst();
        return gone.numDeletedRows > 0n;
      }),
    ask: (tenantId, id, userId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const { numUpdatedRows } = await db
          .updateTable('report_mails')
          .set({ asked_by: userId })
          .where('id', '=', id)
          .executeTakeFirst();
        await sql`select pg_notify(${reportMailsChannel}, '')`.execute(db);
        return numUpdatedRows > 0n;
      }),
    unsubscribe: async (tenantId, id, userId) => {
      await database.forTenant(tenantId, (scope) =>
        scope.db
          .updateTable('report_mail_recipients')
          .set({ unsubscribed_at: scopeNow(scope) })
          .where('report_mail_id', '=', id)
          .where('user_id', '=', userId)
          .where('unsubscribed_at', 'is', null)
          .execute(),
      );
    },
  };
}
