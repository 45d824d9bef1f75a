/** Networks from which a user has signed in before, as keyed hashes: no address is stored. */
import { signText } from '@interlude/runtime';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Networks that are kept for each user; the one seen longest ago is removed first. */
const maxClients = 20;

export interface KnownClientStore {
  /** @param network of the client's address */
  isKnown(userId: string, network: string): Promise<boolean>;
  remember(userId: string, network: string): Promise<void>;
  /** Forgets the networks of a user with a new password. */
  forgetAll(userId: string): Promise<void>;
  /** Removes networks last seen before `beforeMs`. */
  purge(beforeMs: number): Promise<number>;
}

/**
 * Clients of users across tenants.
 * @returns a store for sign-ins
 * @see rules SEC-S13, SEC-S47
 */
export function createKnownClientStore(database: Database): KnownClientStore {
  const { system, clock, secretKey } = database;
  const hashOf = (userId: string, network: string) =>
    signText(secretKey, 'known clients', `${userId}\n${network}`);
  return {
    async isKnown(userId, network) {
      const row = await system
        .selectFrom('known_clients')
        .select('seen_at')
        .where('user_id', '=', userId)
        .where('client', '=', hashOf(userId, network))
        .executeTakeFirst();
      return row !== undefined;
    },
    async remember(userId, network) {
      const seen = { seen_at: new Date(clock.now()) };
      await system
        .insertInto('known_clients')
        .values({ user_id: userId, client: hashOf(userId, network), ...seen })
        .onConflict((conflict) => conflict.columns(['user_id', 'client']).doUpdateSet(seen))
        .execute();
      await sql`
        delete from known_clients where user_id = ${userId} and client in (
          select client from known_clients where user_id = ${userId}
          order by seen_at desc, client offset ${sql.lit(maxClients)})`.execute(system);
    },
    async forgetAll(userId) {
      await system.deleteFrom('known_clients').where('user_id', '=', userId).execute();
    },
    async purge(beforeMs) {
      const result = await system
        .deleteFrom('known_clients')
        .where('seen_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
