/** Tokens in links of mails: valid once, for one purpose and a limited time. Only their SHA-256 is stored. */
import { createHash } from 'node:crypto';
import { randomToken } from '@interlude/runtime';
import type { Database } from '../database.ts';

export interface OneTimeTokenStore {
  /**
   * Creates a random token of 43 characters. Earlier tokens of the user and purpose become invalid.
   * @param lifetimeMs milliseconds
   */
  create(purpose: string, userId: string, lifetimeMs: number): Promise<string>;
  /** Uses up the token and gives the user's id; undefined when it is unknown, used, expired or of another purpose. */
  use(purpose: string, token: string): Promise<string | undefined>;
  /** Removes expired tokens. */
  purge(): Promise<number>;
}

/** A random token has 256 bits, so that a plain hash cannot be guessed. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Tokens of e-mails that work once: verification, invitation, password reset.
 * @returns a store that keeps hashes alone
 * @see rule SEC-S13
 */
export function createOneTimeTokenStore(database: Database): OneTimeTokenStore {
  const { system, clock } = database;
  return {
    async create(purpose, userId, lifetimeMs) {
      const token = randomToken(32);
      const nowMs = clock.now();
      await database.transaction(async ({ db }) => {
        await db
          .deleteFrom('one_time_tokens')
          .where('user_id', '=', userId)
          .where('purpose', '=', purpose)
          .execute();
        await db
          .insertInto('one_time_tokens')
          .values({
            token_hash: hashOf(token),
            purpose,
            user_id: userId,
            expires_at: new Date(nowMs + lifetimeMs),
            created_at: new Date(nowMs),
          })
          .execute();
      });
      return token;
    },
    async use(purpose, token) {
      const row = await system
        .deleteFrom('one_time_tokens')
        .where('token_hash', '=', hashOf(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date(clock.now()))
        .returning('user_id')
        .executeTakeFirst();
      return row?.user_id;
    },
    async purge() {
      const result = await system
        .deleteFrom('one_time_tokens')
        .where('expires_at', '<', new Date(clock.now()))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
