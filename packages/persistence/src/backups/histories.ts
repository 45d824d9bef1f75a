/** Compares the migrations of a backup or a database with those of this version. */
import { type AppliedMigration, readMigrations } from '../migrations/migrate.ts';

/** Relation of the applied migrations to those of this version. */
export type History =
  | { readonly kind: 'known' }
  | { readonly kind: 'newer' | 'different'; readonly migration: string };

/**
 * Compares the applied migrations with those of this version.
 * @returns `known`: the first ones of this version, or all; `newer`: all of this version and more; `different`: one
 *   differs in its name or checksum
 * @see ADR 0015, ADR 0049
 */
export async function compareHistory(applied: readonly AppliedMigration[]): Promise<History> {
  const ours = await readMigrations();
  for (const [index, { name, checksum }] of applied.entries()) {
    const own = ours[index];
    if (own === undefined) return { kind: 'newer', migration: name };
    if (own.name !== name || own.checksum !== checksum)
      return { kind: 'different', migration: name };
  }
  return { kind: 'known' };
}

/** Why this version cannot use a database; undefined when it can. */
export async function historyProblem(
  applied: readonly AppliedMigration[],
): Promise<string | undefined> {
  const history = await compareHistory(applied);
  if (history.kind === 'known') return undefined;
  return history.kind === 'newer'
    ? `the database was made by a newer version of Interlude (migration ${history.migration}): use the command of that version`
    : `migration ${history.migration} of the database is not the one of this version`;
}
