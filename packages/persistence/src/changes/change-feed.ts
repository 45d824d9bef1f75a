/**
 * Announces changes to all processes by NOTIFY in the transaction of the change, so that no process is notified of a
 * change that was rolled back or cannot be read yet. Payloads carry only ids: PostgreSQL limits them to 8 kB, and every
 * process receives them.
 */
import type { ChangeEvent } from '@interlude/contract/api';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

const notifyChannel = 'changes';
const actions = ['created', 'updated', 'removed'] as const;

/** `kind` is the resource's name in the API: `channels`, `users`, `notifications` … */
export interface Change extends ChangeEvent {
  readonly tenant: string;
  /** The member whom it concerns; undefined = the whole tenant. */
  readonly user?: string | undefined;
}

/** Announces a change. Call it in the transaction of the change. */
export async function notifyChange(db: Kysely<Schema>, change: Change): Promise<void> {
  const { tenant, kind, id, action, user } = change;
  const payload = JSON.stringify({ tenant, kind, id, action, user });
  await sql`select pg_notify(${notifyChannel}, ${payload})`.execute(db);
}

/** Announces new figures of many tenants, in one statement. */
export async function notifyFigures(db: Kysely<Schema>, tenants: readonly string[]): Promise<void> {
  if (tenants.length === 0) return;
  const payloads = tenants.map((tenant) =>
    JSON.stringify({ tenant, kind: 'figures', id: '', action: 'updated' }),
  );
  await sql`select pg_notify(${notifyChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(
    db,
  );
}

function parseChange(payload: string): Change | undefined {
  const value: unknown = JSON.parse(payload);
  if (typeof value !== 'object' || value === null) return undefined;
  const { tenant, kind, id, action: said, user } = value as Record<string, unknown>;
  const action = actions.find((known) => known === said);
  return typeof tenant === 'string' &&
    typeof kind === 'string' &&
    typeof id === 'string' &&
    action !== undefined
    ? { tenant, kind, id, action, ...(typeof user === 'string' && { user }) }
    : undefined;
}

/**
 * Calls `onChange` for each change from now on, of all tenants. `onGap` is called after a lost connection: changes may
 * have been missed, so that cached rows must be read again.
 * @returns a function that ends the subscription
 * @see PostgreSQL, NOTIFY and LISTEN
 */
export function watchChanges(
  database: Database,
  onChange: (change: Change) => void,
  onGap: () => void,
): Promise<() => void> {
  return database.listen(
    notifyChannel,
    (payload) => {
      const change = parseChange(payload);
      if (change) onChange(change);
    },
    onGap,
  );
}
