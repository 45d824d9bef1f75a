/** Text form of a schema, by which tests of migrations compare two schemas. */
import type pg from 'pg';

/** Columns, indexes and policies of the schema `public`, one line of text each, in the order of their text. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', tablename, policyname, qual) from pg_policies
    order by 1`);
  return rows.map(({ line }) => line);
}
