/** Whether the schema of a backup, or of a database, is one that this version knows. */
import { type AppliedMigration, readMigrations } from '../migrations/migrate.ts';

/** How migrations that were applied stand to those of this version. */
export type History =
  | { readonly kind: 'known' }
  | { readonly kind: 'newer' | 'different'; readonly migration: string };

/**
 * Compares migrations that were applied with those of this version.
 * @returns known: they are the first of ours, or all; newer: all of ours and more; different: none of both
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

/** Why a database is none of this version; undefined: it is one. */
export async function historyProblem(
  applied: readonly AppliedMigration[],
): Promise<string | undefined> {
  const history = await compareHistory(applied);
  if (history.kind === 'known') return undefined;
  return history.kind === 'newer'
    ? `the database was made by a newer version of Interlude (migration ${history.migration}): use the command of that version`
    : `migration ${history.migration} of the database is not the one of this version`;
}
