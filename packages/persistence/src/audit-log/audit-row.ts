/** Converts rows, as the triggers of the database kept them, to the fields of the API. */
import {
  type AuditAction,
  type AuditChange,
  type AuditEntry,
  auditActions,
  fieldDifferences,
} from '@interlude/contract';
import type { Selectable } from 'kysely';
import type { AuditChangesTable, AuditEntriesTable } from '../schema.ts';

export type EntryRow = Selectable<AuditEntriesTable>;
export type ChangeRow = Selectable<AuditChangesTable>;
type Values = Readonly<Record<string, unknown>>;

/** Fields of an entry in a list. */
const listedFields = 20;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const camelCase = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** API names of columns where they differ. */
const wireNames: Readonly<Record<string, string>> = { sealed: 'secrets', start_at: 'start' };

/**
 * The fields of a row; its settings become fields beside its columns, as in the API.
 * @returns null when there was no row
 */
export function fieldsOf(row: unknown): Values | null {
  if (!isValues(row)) return null;
  const { settings, tenant_id: _tenant, ...columns } = row;
  const named = Object.entries(columns).map(([column, value]) => [
    wireNames[column] ?? camelCase(column),
    value,
  ]);
  return { ...(isValues(settings) && settings), ...Object.fromEntries(named) };
}

const actionOf = (text: string): AuditAction =>
  auditActions.find((action) => action === text) ?? 'updated';

export function toChange(row: ChangeRow): AuditChange {
  const [before, after] = [fieldsOf(row.before), fieldsOf(row.after)];
  return {
    kind: row.kind,
    targetId: row.target_id,
    targetName: row.target_name,
    action: actionOf(row.action),
    fields: before && after ? [...fieldDifferences(before, after)] : [],
    before,
    after,
  };
}

/** @param changes all changes of the entry, or only the first */
export function toEntry(row: EntryRow, changes: readonly ChangeRow[], count: number): AuditEntry {
  const [first] = changes;
  return {
    id: row.id,
    at: row.at.toISOString(),
    userId: row.user_id,
    userEmail: row.user_email,
    apiKey: row.api_key,
    network: row.network,
    route: row.route,
    kind: row.kind,
    targetId: row.target_id,
    targetName: row.target_name,
    action: actionOf(row.action),
    changes: count,
    fields: first === undefined ? [] : toChange(first).fields.slice(0, listedFields),
  };
}
