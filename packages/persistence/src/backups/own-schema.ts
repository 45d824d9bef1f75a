/**
 * Tables and routines that Interlude's migrations make, or made, in a database. A restore replaces only these: an
 * operator may keep others in the same database.
 */
import type pg from 'pg';
import { readMigrations } from '../migrations/migrate.ts';

export interface OwnNames {
  readonly tables: ReadonlySet<string>;
  readonly routines: ReadonlySet<string>;
}

const madeTable = /\bcreate table (?:if not exists )?([a-z_][a-z0-9_]*)/g;
const renamedTable = /\balter table [a-z_][a-z0-9_]* rename to ([a-z_][a-z0-9_]*)/g;
const madeRoutine = /\bcreate (?:or replace )?(?:function|procedure|aggregate) ([a-z_][a-z0-9_]*)/g;

const named = (sql: string, pattern: RegExp) =>
  Array.from(sql.matchAll(pattern), ([, name = '']) => name);

/** Reads the names from the migrations; earlier names of renamed tables are included. */
export async function readOwnNames(): Promise<OwnNames> {
  const all = (await readMigrations()).map(({ sql }) => sql).join('\n');
  return {
    tables: new Set(['migrations', ...named(all, madeTable), ...named(all, renamedTable)]),
    routines: new Set(named(all, madeRoutine)),
  };
}

const isOfExtension = (catalogue: string) =>
  `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype = 'e')`;

/**
 * Removes them with their rows, in the transaction of the caller. An object that depends on them, such as a view of the
 * operator, makes it fail with the message of the database.
 */
export async function dropOwnSchema(client: pg.ClientBase): Promise<void> {
  const { tables, routines } = await readOwnNames();
  const found = await client.query<{ name: string }>(
    `select format('public.%I', o.relname) as name from pg_class o
     where o.relkind in ('r', 'p') and o.relnamespace = 'public'::regnamespace and o.relname::text = any($1)
       and not ${isOfExtension('pg_class')} order by 1`,
    [[...tables]],
  );
  const list = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ');
  if (found.rows.length > 0) await client.query(`drop table ${list(found.rows)}`);
  const made = await client.query<{ name: string }>(
    `select o.oid::regprocedure::text as name from pg_proc o
     where o.pronamespace = 'public'::regnamespace and o.proname::text = any($1)
       and not ${isOfExtension('pg_proc')} order by 1`,
    [[...routines]],
  );
  if (made.rows.length > 0) await client.query(`drop routine ${list(made.rows)}`);
}
