/**
 * Mails: an outbox that the worker empties when a mail server is configured; without one the mails stay for the
 * operator to read. A mail is stored before it is sent, so that it survives an outage of the mail server.
 */
import type { ListQuery, Page } from '@interlude/contract';
import type { Mail } from '@interlude/contract/api';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { MailsTable, Schema } from '../schema.ts';

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same text as HTML; absent = plain text only. */
  readonly html?: string | undefined;
  /** Address that unsubscribes without a sign-in (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
  /** Set of pictures to which the HTML refers by content id; absent or '' = none. */
  readonly pictureSet?: string | undefined;
}

/** A picture in a mail, PNG. */
export interface MailPicture {
  readonly contentId: string;
  readonly bytes: Buffer;
}

export interface OutgoingMail extends NewMail {
  readonly pictures: readonly MailPicture[];
  readonly id: string;
  /** Epoch ms. */
  readonly createdAtMs: number;
  /** Earlier attempts, from 0. */
  readonly attempts: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /** `retryAtMs` undefined = given up. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAtMs: number | undefined };

export interface MailStore {
  /** Puts a mail into the outbox. */
  send(mail: NewMail): Promise<void>;
  /** Mails that are still to be sent. @throws {DomainError} SORT_UNKNOWN */
  list(query: ListQuery): Promise<Page<Mail>>;
  /**
   * Passes the next due mail to `deliver` and records the outcome. The row is locked meanwhile: two workers never take
   * one mail, and a worker that dies leaves it due.
   * @returns false when no mail is due
   */
  deliverNext(deliver: (mail: OutgoingMail) => Promise<DeliveryOutcome>): Promise<boolean>;
  /** Calls `onMail` when any process puts a mail into the outbox; the returned function ends the subscription. */
  watch(onMail: () => void): Promise<() => void>;
  /** Number of mails that wait. */
  countWaiting(): Promise<number>;
  /** Removes older mails, sent or not. */
  purge(olderThanMs: number): Promise<number>;
}

const notifyChannel = 'mails';

const toMail = (row: Selectable<MailsTable>): Mail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  createdAt: row.created_at.toISOString(),
});

const toOutgoing = (
  row: Selectable<MailsTable>,
  pictures: readonly MailPicture[],
): OutgoingMail => ({
  pictures,
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html === '' ? undefined : row.html,
  unsubscribeUrl: row.unsubscribe_url === '' ? undefined : row.unsubscribe_url,
  attempts: row.attempts,
  createdAtMs: row.created_at.getTime(),
});

/** Copies the outcome of a mail to the deliveries of notifications that it contains. */
async function recordDelivery(
  db: Kysely<Schema>,
  mailId: string,
  outcome: DeliveryOutcome,
  now: Date,
): Promise<void> {
  const isOver = outcome.kind === 'sent' || outcome.retryAtMs === undefined;
  const rows = await db
    .updateTable('deliveries')
    .set({
      error: outcome.kind === 'sent' ? '' : outcome.reason.slice(0, 1_000),
      ...(isOver && { state: outcome.kind === 'sent' ? 'delivered' : 'failed', ended_at: now }),
    })
    .where('mail_id', '=', mailId)
    .where('mail_id', '<>', '')
    .where('state', '=', 'mailed')
    .returning(['tenant_id', 'id', 'user_id'])
    .execute();
  const [row] = rows;
  if (row === undefined) return;
  const change = { kind: 'deliveries', id: row.id, action: 'updated' } as const;
  await notifyChange(db, { ...change, tenant: row.tenant_id, user: row.user_id });
}

/** Inserts a mail in the transaction of its cause. @returns its id */
export async function insertMail(
  db: Kysely<Schema>,
  mail: NewMail,
  nowMs: number,
): Promise<string> {
  const now = new Date(nowMs);
  const id = newId(nowMs);
  await db
    .insertInto('mails')
    .values({
      id,
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? '',
      unsubscribe_url: mail.unsubscribeUrl ?? '',
      picture_set: mail.pictureSet ?? '',
      state: 'queued',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  await sql`select pg_notify(${notifyChannel}, '')`.execute(db);
  return id;
}

async function picturesOf(
  db: Kysely<Schema>,
  { picture_set }: Pick<Selectable<MailsTable>, 'picture_set'>,
): Promise<MailPicture[]> {
  if (picture_set === '') return [];
  const rows = await db
    .selectFrom('mail_pictures')
    .select(['content_id', 'bytes'])
    .where('set_id', '=', picture_set)
    .orderBy('content_id')
    .execute();
  return rows.map(({ content_id, bytes }) => ({ contentId: content_id, bytes }));
}

/** Removes pictures when no waiting mail refers to them. */
async function dropPictures(
  db: Kysely<Schema>,
  { picture_set }: Pick<Selectable<MailsTable>, 'picture_set'>,
): Promise<void> {
  if (picture_set === '') return;
  await sql`
    delete from mail_pictures where set_id = ${picture_set}
      and not exists (select from mails where picture_set = ${picture_set} and state = 'queued')`.execute(
    db,
  );
}

/** The text of a sent mail is removed: it may contain a link that signs its reader in. */
function outcomeColumns(outcome: DeliveryOutcome, now: Date) {
  const empty = { text: '', html: '', unsubscribe_url: '' };
  if (outcome.kind === 'sent') return { ...empty, state: 'sent', sent_at: now, last_error: null };
  const { retryAtMs, reason } = outcome;
  const error = { last_error: reason.slice(0, 1_000) };
  return retryAtMs === undefined
    ? { ...empty, ...error, state: 'failed' }
    : { ...error, next_attempt_at: new Date(retryAtMs) };
}

/**
 * E-mails that wait to be sent.
 * @returns a store in which one process delivers an e-mail at a time
 */
export function createMailStore(database: Database): MailStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    async send(mail) {
      await database.transaction(({ db }) => insertMail(db, mail, clock.now()));
    },
    watch: (onMail) => database.listen(notifyChannel, onMail, onMail),
    async countWaiting() {
      const { waiting } = await system
        .selectFrom('mails')
        .select((of) => of.fn.countAll<number>().as('waiting'))
        .where('state', '=', 'queued')
        .executeTakeFirstOrThrow();
      return waiting;
    },
    async list(query) {
      const page = await fetchPage<Selectable<MailsTable>>(
        system,
        {
          select: sql`*`,
          from: sql`mails`,
          where: [sql`state = 'queued'`],
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
        const outcome = await deliver(toOutgoing(row, await picturesOf(db, row)));
        const { id, attempts } = row;
        await db
          .updateTable('mails')
          .set({ ...outcomeColumns(outcome, now()), attempts: attempts + 1 })
          .where('id', '=', id)
          .execute();
        await recordDelivery(db, id, outcome, now());
        await dropPictures(db, row);
        return true;
      }),
    async purge(olderThanMs) {
      const older = new Date(olderThanMs);
      await system.deleteFrom('mail_pictures').where('created_at', '<', older).execute();
      const result = await system
        .deleteFrom('mails')
        .where('created_at', '<', older)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
