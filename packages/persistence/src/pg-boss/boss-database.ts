/** pg-boss on the pool of the platform: it opens no connection of its own. */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Db } from 'pg-boss';
import type { Schema } from '../schema.ts';

/** It sends several statements as one text, with BEGIN and COMMIT among them: one that fails is rolled back. */
export function bossDatabase(system: Kysely<Schema>): Db {
  return {
    executeSql: (text, values) =>
      system.connection().execute(async (db) => {
        try {
          const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
          return { rows: [...rows] };
        } catch (error) {
          await sql`rollback`.execute(db).catch(() => undefined);
          throw error;
        }
      }),
  };
}
