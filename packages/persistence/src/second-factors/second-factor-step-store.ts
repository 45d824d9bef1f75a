/**
 * Unfinished steps of persons: a login whose password was right, or an app or passkey that is being added. The token
 * proves the step; its hash is stored, and the payload is sealed.
 */
import { createHash } from 'node:crypto';
import { openSecret, randomToken, sealSecret } from '@interlude/runtime';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Steps of a person for each purpose, e.g. in several windows; beyond it, the oldest is removed. */
const maxSteps = 5;
/** How often a step may be read. */
const maxAttempts = 20;

export interface SecondFactorStep {
  readonly userId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface SecondFactorStepStore {
  /** @param lifetimeMs milliseconds @returns the token */
  create(
    purpose: string,
    userId: string,
    payload: Readonly<Record<string, unknown>>,
    lifetimeMs: number,
  ): Promise<string>;
  /** Reads the step and counts an attempt; the token stays valid. */
  read(purpose: string, token: string): Promise<SecondFactorStep | undefined>;
  /** Reads the step and uses up its token. */
  use(purpose: string, token: string): Promise<SecondFactorStep | undefined>;
  purge(): Promise<number>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Steps of logins and enrolments.
 * @returns a store that keeps only hashes of the tokens
 * @see ADR 0046; rule SEC-S119
 */
export function createSecondFactorStepStore(database: Database): SecondFactorStepStore {
  const { system, clock, secretKey } = database;

  function opened(
    purpose: string,
    row: { readonly user_id: string; readonly sealed: string } | undefined,
  ): SecondFactorStep | undefined {
    if (row === undefined) return undefined;
    const text = openSecret(secretKey, row.sealed, `step.${purpose}.${row.user_id}`);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? { userId: row.user_id, payload: { ...value } }
      : undefined;
  }

  return {
    async create(purpose, userId, payload, lifetimeMs) {
      const token = randomToken(32);
      const nowMs = clock.now();
      await database.transaction(async ({ db }) => {
        await db
          .insertInto('second_factor_steps')
          .values({
            ...{ token_hash: hashOf(token), purpose, user_id: userId },
            sealed: sealSecret(secretKey, JSON.stringify(payload), `step.${purpose}.${userId}`),
            ...{ created_at: new Date(nowMs), expires_at: new Date(nowMs + lifetimeMs) },
          })
          .execute();
        await sql`delete from second_factor_steps where token_hash in (
          select token_hash from second_factor_steps where user_id = ${userId} and purpose = ${purpose}
          order by created_at desc, token_hash offset ${maxSteps})`.execute(db);
      });
      return token;
    },
    async read(purpose, token) {
      const row = await system
        .updateTable('second_factor_steps')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('token_hash', '=', hashOf(token))
        .where('purpose', '=', purpose)
        .where('attempts', '<', maxAttempts)
        .where('expires_at', '>', new Date(clock.now()))
        .returning(['user_id', 'sealed'])
        .executeTakeFirst();
      return opened(purpose, row);
    },
    async use(purpose, token) {
      const row = await system
        .deleteFrom('second_factor_steps')
        .where('token_hash', '=', hashOf(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date(clock.now()))
        .returning(['user_id', 'sealed'])
        .executeTakeFirst();
      return opened(purpose, row);
    },
    async purge() {
      const result = await system
        .deleteFrom('second_factor_steps')
        .where('expires_at', '<', new Date(clock.now()))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
