/**
 * Mails: an outbox for the worker when there is a mail server, else the operator's mailbox. A mail is
 * written before it is sent, so it outlives a mail server that is away.
 */
import type { ListQuery, Mail, Page } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { MailsTable, Schema } from '../schema.ts';

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface OutgoingMail extends NewMail {
  readonly id: string;
  /** How often it was tried before, from 0. */
  readonly attempts: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /** `retryAtMs` undefined = given up. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAtMs: number | undefined };

export interface MailStore {
  /** @param keep true = there is no mail server: the mail stays in the mailbox */
  add(mail: NewMail, keep: boolean): Promise<string>;
  /** Kept mails. @throws {DomainError} SORT_UNKNOWN */
  list(query: ListQuery): Promise<Page<Mail>>;
  /**
   * Hands the next due mail to `deliver` and records the outcome. The row is locked meanwhile: several
   * workers never take the same mail, and a worker that dies leaves it due.
   * @returns false when nothing is due
   */
  deliverNext(deliver: (mail: OutgoingMail) => Promise<DeliveryOutcome>): Promise<boolean>;
  /** Kept mails become due, for an installation that got a mail server later. */
  queueKept(newerThanMs: number): Promise<number>;
  /** Removes what was sent, given up or kept before `olderThanMs`. */
  purge(olderThanMs: number): Promise<number>;
}

const toMail = (row: Selectable<MailsTable>): Mail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  createdAt: row.created_at.toISOString(),
});

/** For the transaction of the mail's cause. */
export async function insertMail(
  db: Kysely<Schema>,
  mail: NewMail,
  options: { readonly keep: boolean; readonly nowMs: number },
): Promise<string> {
  const now = new Date(options.nowMs);
  const id = newId(options.nowMs);
  await db
    .insertInto('mails')
    .values({
      id,
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      state: options.keep ? 'kept' : 'queued',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  return id;
}

/** A sent mail keeps no text: it may carry a link that lets its reader in. */
function outcomeColumns(outcome: DeliveryOutcome, now: Date) {
  if (outcome.kind === 'sent') return { state: 'sent', sent_at: now, text: '', last_error: null };
  const { retryAtMs, reason } = outcome;
  const error = { last_error: reason.slice(0, 1_000) };
  return retryAtMs === undefined
    ? { ...error, state: 'failed', text: '' }
    : { ...error, next_attempt_at: new Date(retryAtMs) };
}

export function createMailStore(database: Database): MailStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    add: (mail, keep) => insertMail(system, mail, { keep, nowMs: clock.now() }),
    async list(query) {
      const page = await fetchPage<Selectable<MailsTable>>(
        system,
        {
          select: sql`*`,
          from: sql`mails`,
          where: [sql`state = 'kept'`],
          sortable: {
            createdAt: sql`created_at`,
            to: sql`recipient`,
            subject: sql`subject`,
            id: sql`id`,
          },
          searched: [sql`recipient`, sql`subject`],
          tieBreak: sql`id`,
        },
        query,
      );
      return { rows: page.rows.map(toMail), total: page.total };
    },
    deliverNext: (deliver) =>
      system.transaction().execute(async (db) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        const row = await db
          .selectFrom('mails')
          .selectAll()
          .where('state', '=', 'queued')
          .where('next_attempt_at', '<=', now())
          .orderBy('next_attempt_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (row === undefined) return false;
        const { id, recipient: to, subject, text, attempts } = row;
        const outcome = await deliver({ id, to, subject, text, attempts });
        await db
          .updateTable('mails')
          .set({ ...outcomeColumns(outcome, now()), attempts: attempts + 1 })
          .where('id', '=', id)
          .execute();
        return true;
      }),
    async queueKept(newerThanMs) {
      const result = await system
        .updateTable('mails')
        .set({ state: 'queued', next_attempt_at: now() })
        .where('state', '=', 'kept')
        .where('created_at', '>', new Date(newerThanMs))
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
    async purge(olderThanMs) {
      const result = await system
        .deleteFrom('mails')
        .where('state', '<>', 'queued')
        .where('created_at', '<', new Date(olderThanMs))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
