/** Keys that the installation creates once and stores sealed; when several processes create one, the first wins. */
import type { Database } from '../database.ts';

export interface InstallationSecretStore {
  read(): Promise<string | undefined>;
  /** Stores `next` when the stored text is still `previous`. @returns whether it was stored */
  replace(previous: string | undefined, next: string): Promise<boolean>;
}

/** @param name of the key, e.g. `oidc.jwks` */
export function createInstallationSecretStore(
  database: Database,
  name: string,
): InstallationSecretStore {
  const { system, clock } = database;
  return {
    async read() {
      const row = await system
        .selectFrom('installation_secrets')
        .select('sealed')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.sealed;
    },
    async replace(previous, next) {
      if (previous === undefined) {
        const made = await system
          .insertInto('installation_secrets')
          .values({ name, sealed: next, created_at: new Date(clock.now()) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return made.numInsertedOrUpdatedRows === 1n;
      }
      const changed = await system
        .updateTable('installation_secrets')
        .set({ sealed: next })
        .where('name', '=', name)
        .where('sealed', '=', previous)
        .executeTakeFirst();
      return changed.numUpdatedRows === 1n;
    },
  };
}
