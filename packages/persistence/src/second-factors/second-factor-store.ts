/**
 * Second factors of persons, and their recovery codes. Secrets are sealed; codes are stored as hashes under the
 * platform's key.
 */
import { type SecondFactor, secondFactorKinds, secondFactorLimits } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId, openSecret, sealSecret, signText } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SecondFactorsTable } from '../schema/people-tables.ts';
import type { Schema } from '../schema.ts';

export interface StoredTotp {
  readonly id: string;
  readonly secret: string;
}

export interface StoredPasskey {
  readonly id: string;
  /** base64url */
  readonly credentialId: string;
  /** COSE, base64url */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

export type NewSecondFactor =
  | {
      readonly kind: 'totp';
      readonly name: string;
      readonly secret: string;
      /** Time step of the code that proved it (RFC 6238): it counts as used. */
      readonly step: number;
    }
  | ({ readonly kind: 'passkey'; readonly name: string } & Omit<StoredPasskey, 'id'>);

/** Second factors of a person, and whether a login requires one. */
export interface SecondFactorNeed {
  readonly kinds: readonly SecondFactor['kind'][];
  /** Companies of the person that require a second factor. */
  readonly requiredBy: readonly { readonly tenantId: string; readonly name: string }[];
}

export interface SecondFactorStore {
  list(userId: string): Promise<SecondFactor[]>;
  need(userId: string): Promise<SecondFactorNeed>;
  totps(userId: string): Promise<StoredTotp[]>;
  passkeys(userId: string): Promise<StoredPasskey[]>;
  /**
   * Adds a second factor, and stores `codes` unless the person has recovery codes.
   * @returns whether the codes were stored
   * @throws {DomainError} SECOND_FACTORS_TOO_MANY, PASSKEY_REFUSED when the passkey is known
   */
  add(userId: string, factor: NewSecondFactor, codes: readonly string[]): Promise<boolean>;
  /**
   * Uses a time step (RFC 6238), which makes all earlier ones invalid. @returns false when it or a later one was used
   */
  useStep(id: string, step: number): Promise<boolean>;
  /** Advances the signature counter of a passkey. @returns false when another sign-in has advanced it first */
  useCounter(id: string, used: { readonly from: number; readonly to: number }): Promise<boolean>;
  /** @returns false for a code that is unknown or used */
  useRecoveryCode(userId: string, code: string): Promise<boolean>;
  recoveryCodesLeft(userId: string): Promise<number>;
  renewRecoveryCodes(userId: string, codes: readonly string[]): Promise<void>;
  /** Removes a second factor; with the last one, also the recovery codes. @returns false when there is none */
  remove(userId: string, id: string): Promise<boolean>;
  /** @returns false when there was none */
  removeAll(userId: string): Promise<boolean>;
}

const sealContext = (userId: string) => `second-factor.${userId}`;

const kindOf = (text: string) => secondFactorKinds.find((kind) => kind === text) ?? 'totp';

const toFactor = (row: Selectable<SecondFactorsTable>): SecondFactor => ({
  id: row.id,
  kind: kindOf(row.kind),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** A code as typed: without dashes, in lower case. */
const typedCode = (code: string) => code.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** Stored form of a recovery code: a hash under the platform's key, so that a dump alone does not reveal it. */
const codeHash = ({ secretKey }: Database, userId: string, code: string) =>
  signText(secretKey, 'recovery codes', `${userId}\n${typedCode(code)}`);

/** @returns false when there are codes already */
async function insertCodes(
  db: Kysely<Schema>,
  database: Database,
  userId: string,
  codes: readonly string[],
): Promise<boolean> {
  const row = await db
    .insertInto('recovery_codes')
    .values({
      user_id: userId,
      hashes: codes.map((code) => codeHash(database, userId, code)),
      created_at: new Date(database.clock.now()),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return row.numInsertedOrUpdatedRows === 1n;
}

function recoveryCodes(
  database: Database,
): Pick<SecondFactorStore, 'useRecoveryCode' | 'recoveryCodesLeft' | 'renewRecoveryCodes'> {
  const { system } = database;
  return {
    async useRecoveryCode(userId, code) {
      const hash = codeHash(database, userId, code);
      const { numUpdatedRows } = await system
        .updateTable('recovery_codes')
        .set({ hashes: sql<string[]>`array_remove(hashes, ${hash})` })
        .where('user_id', '=', userId)
        .where(sql<boolean>`${hash} = any(hashes)`)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async recoveryCodesLeft(userId) {
      const row = await system
        .selectFrom('recovery_codes')
        .select('hashes')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.hashes.length ?? 0;
    },
    renewRecoveryCodes: (userId, codes) =>
      database.transaction(async ({ db }) => {
        await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        await insertCodes(db, database, userId, codes);
      }),
  };
}

function removals(database: Database): Pick<SecondFactorStore, 'remove' | 'removeAll'> {
  return {
    remove: (userId, id) =>
      database.transaction(async ({ db }) => {
        const gone = await db
          .deleteFrom('second_factors')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await sql`delete from recovery_codes where user_id = ${userId}
          and not exists (select from second_factors f where f.user_id = ${userId})`.execute(db);
        return true;
      }),
    removeAll: (userId) =>
      database.transaction(async ({ db }) => {
        const gone = await db
          .deleteFrom('second_factors')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        return gone.numDeletedRows > 0n;
      }),
  };
}

/**
 * Second factors.
 * @returns a store that uses a code in one statement: of two concurrent uses, one succeeds
 * @see ADR 0046; rule SEC-S119
 */
export function createSecondFactorStore(database: Database): SecondFactorStore {
  const { system, clock, secretKey } = database;
  const now = () => new Date(clock.now());
  const rowsOf = (userId: string) =>
    system.selectFrom('second_factors').selectAll().where('user_id', '=', userId);

  const columnsOf = (userId: string, factor: NewSecondFactor) =>
    factor.kind === 'totp'
      ? {
          sealed: sealSecret(secretKey, factor.secret, sealContext(userId)),
          last_step: factor.step,
        }
      : {
          credential_id: factor.credentialId,
          public_key: factor.publicKey,
          counter: factor.counter,
          transports: [...factor.transports],
        };

  return {
    async list(userId) {
      const rows = await rowsOf(userId).orderBy('created_at').orderBy('id').execute();
      return rows.map(toFactor);
    },
    async need(userId) {
      const factors = await system
        .selectFrom('second_factors')
        .select('kind')
        .distinct()
        .where('user_id', '=', userId)
        .execute();
      const companies = await system
        .selectFrom('memberships')
        .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
        .select(['tenants.id', 'tenants.name'])
        .where('memberships.user_id', '=', userId)
        .where('tenants.second_factor_required', '=', true)
        .orderBy('memberships.created_at')
        .execute();
      return {
        kinds: secondFactorKinds.filter((kind) => factors.some((row) => row.kind === kind)),
        requiredBy: companies.map(({ id, name }) => ({ tenantId: id, name })),
      };
    },
    async totps(userId) {
      const rows = await rowsOf(userId).where('kind', '=', 'totp').execute();
      return rows.flatMap(({ id, sealed }) => {
        const secret = openSecret(secretKey, sealed ?? '', sealContext(userId));
        return secret === undefined ? [] : [{ id, secret }];
      });
    },
    async passkeys(userId) {
      const rows = await rowsOf(userId).where('kind', '=', 'passkey').execute();
      return rows.map((row) => ({
        id: row.id,
        credentialId: row.credential_id ?? '',
        publicKey: row.public_key ?? '',
        counter: row.counter ?? 0,
        transports: row.transports,
      }));
    },
    add: (userId, factor, codes) =>
      database.transaction(async ({ db }) => {
        // Locks the person's row, so that concurrent additions cannot exceed the limit.
        await db
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        const { total } = await db
          .selectFrom('second_factors')
          .select((of) => of.fn.countAll<number>().as('total'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const limit = secondFactorLimits.factors;
        if (total >= limit) throw domainError('SECOND_FACTORS_TOO_MANY', { limit });
        const { kind, name } = factor;
        const row = await db
          .insertInto('second_factors')
          .values({
            ...{ id: newId(clock.now()), user_id: userId, kind, name, created_at: now() },
            ...columnsOf(userId, factor),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (row.numInsertedOrUpdatedRows !== 1n) throw domainError('PASSKEY_REFUSED');
        return insertCodes(db, database, userId, codes);
      }),
    async useStep(id, step) {
      const { numUpdatedRows } = await system
        .updateTable('second_factors')
        .set({ last_step: step, last_used_at: now() })
        .where('id', '=', id)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async useCounter(id, { from, to }) {
      const { numUpdatedRows } = await system
        .updateTable('second_factors')
        .set({ counter: to, last_used_at: now() })
        .where('id', '=', id)
        .where('counter', '=', from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    ...recoveryCodes(database),
    ...removals(database),
  };
}
