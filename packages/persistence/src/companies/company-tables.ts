/** Tables with rows of companies, read from the catalogue of the database, so that a new table is included. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

interface TableRow {
  readonly name: string;
  /** Tables whose rows refer to rows of this one. */
  readonly children: string[];
}

/**
 * Every table with a `tenant_id`; a table follows those whose rows refer to it.
 * @see PostgreSQL, pg_constraint
 */
export async function companyTables(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<TableRow>`
    with tables as (
      select c.oid, c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    )
    select t.name, array(
      select distinct child.name::text from pg_constraint f join tables child on child.oid = f.conrelid
      where f.contype = 'f' and f.confrelid = t.oid and f.conrelid <> t.oid
    ) as children
    from tables t order by t.name`.execute(db);
  const children = new Map(rows.map((row) => [row.name, row.children]));
  const ordered: string[] = [];
  const visit = (name: string) => {
    const below = children.get(name);
    if (below === undefined || ordered.includes(name)) return;
    // Removed before its children are visited, so that a circle of references ends.
    children.delete(name);
    for (const child of below) visit(child);
    ordered.push(name);
  };
  for (const { name } of rows) visit(name);
  return ordered;
}
