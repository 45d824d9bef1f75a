/** Requests with an Idempotency-Key and their answers, for a day; the answers are sealed. */
import { domainError } from '@interlude/contract/errors';
import { openBytes, sealBytes } from '@interlude/runtime';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { IdempotentRequestsTable } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';

export interface IdempotentAnswer {
  readonly status: number;
  /** JSON; empty for an answer without a body. */
  readonly text: string;
}

export type BegunRequest =
  /** The first request with this key: it is to be executed, then answered or forgotten. */
  | { readonly kind: 'first' }
  | { readonly kind: 'answered'; readonly answer: IdempotentAnswer }
  /** It still runs, its process ended before the answer, or the answer was too large to be stored. */
  | { readonly kind: 'unanswered' }
  /** The key was used for another request. */
  | { readonly kind: 'reused' };

export interface IdempotencyStore {
  /** @throws {DomainError} TOO_MANY_REQUESTS beyond 10,000 keys of a company in a day */
  begin(
    tenantId: string,
    request: { readonly id: string; readonly bodyHash: string },
  ): Promise<BegunRequest>;
  answer(tenantId: string, id: string, answer: IdempotentAnswer): Promise<void>;
  /** Forgets a request that failed and changed nothing: the next one with this key counts as the first. */
  forget(tenantId: string, id: string): Promise<void>;
  /** Removes keys from before a time. */
  purge(beforeMs: number): Promise<number>;
}

const maxKeys = 10_000;
/** A larger answer is not stored: its key stays unanswered. */
const maxAnswerBytes = 262_144;
const purpose = 'idempotent answers';
const retryAfterSeconds = 3_600;

/** Number of the company's keys, counted up to the limit. */
const countKeys: RawBuilder<{ count: number }> = sql`
  select count(*) as count from (select 1 from idempotent_requests limit ${sql.lit(maxKeys)}) as keys`;

/** Inserts the key. @returns whether this request is the first with it @throws {DomainError} TOO_MANY_REQUESTS */
async function insertFirst(
  scope: TenantScope,
  { id, bodyHash }: { readonly id: string; readonly bodyHash: string },
): Promise<boolean> {
  const { rows } = await countKeys.execute(scope.db);
  if ((rows[0]?.count ?? 0) >= maxKeys) {
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
  const added = await scope.db
    .insertInto('idempotent_requests')
    .values({ id, body_hash: bodyHash, created_at: scopeNow(scope) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

type KeptRow = Selectable<IdempotentRequestsTable>;

const findKept = ({ db }: TenantScope, id: string): Promise<KeptRow | undefined> =>
  db.selectFrom('idempotent_requests').selectAll().where('id', '=', id).executeTakeFirst();

/** Outcome of the first request with the key. */
function keptRequest(scope: TenantScope, row: KeptRow, bodyHash: string): BegunRequest {
  const { body_hash: known, status, answer } = row;
  if (known !== bodyHash) return { kind: 'reused' };
  if (status === null || answer === null) return { kind: 'unanswered' };
  const text = openBytes(scope.secretKey, purpose, answer, place(scope.tenantId, row.id));
  return text === undefined
    ? { kind: 'unanswered' }
    : { kind: 'answered', answer: { status, text: text.toString('utf8') } };
}

const place = (tenantId: string, id: string) => `${tenantId}:${id}`;

/**
 * Idempotent requests by the hash of their key.
 * @returns a store; of two concurrent requests with one key, one is the first
 * @see draft-ietf-httpapi-idempotency-key-header; rule SEC-S116
 */
export function createIdempotencyStore(database: Database): IdempotencyStore {
  const { secretKey } = database;
  return {
    begin: (tenantId, request) =>
      database.forTenant(tenantId, async (scope): Promise<BegunRequest> => {
        const known = await findKept(scope, request.id);
        if (known === undefined && (await insertFirst(scope, request))) return { kind: 'first' };
        const row = known ?? (await findKept(scope, request.id));
        return row === undefined
          ? { kind: 'unanswered' }
          : keptRequest(scope, row, request.bodyHash);
      }),
    async answer(tenantId, id, { status, text }) {
      const bytes = Buffer.from(text, 'utf8');
      if (bytes.length > maxAnswerBytes) return;
      const answer = sealBytes(secretKey, purpose, bytes, place(tenantId, id));
      await database.forTenant(tenantId, ({ db }) =>
        db
          .updateTable('idempotent_requests')
          .set({ status, answer })
          .where('id', '=', id)
          .execute(),
      );
    },
    async forget(tenantId, id) {
      await database.forTenant(tenantId, ({ db }) =>
        db.deleteFrom('idempotent_requests').where('id', '=', id).execute(),
      );
    },
    async purge(beforeMs) {
      const gone = await database.system
        .deleteFrom('idempotent_requests')
        .where('created_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
