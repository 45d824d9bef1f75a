import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOutTables, readCatalogue } from './backup-tables.ts';
import { readOwnNames } from './own-schema.ts';

let made: TemplateDatabase;
let client: pg.Client;
beforeAll(async () => {
  made = await templateDatabase();
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await made.drop();
});

const namesOf = async (query: string) =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);

const tablesNow = `select relname::text as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`;

test('every table and routine of the schema is known as one of Interlude', async () => {
  const { tables, routines } = await readOwnNames();
  const found = await namesOf(tablesNow);
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter((name) => !tables.has(name))).toEqual([]);
  const made = await namesOf(`select distinct proname::text as name from pg_proc
    where pronamespace = 'public'::regnamespace`);
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter((name) => !routines.has(name))).toEqual([]);
});

test('SEC-S122 a table is in a backup unless it is named as one that must not come back', async () => {
  const found = await namesOf(tablesNow);
  const kept = (await readCatalogue(client)).map(({ name }) => name);
  expect([...kept, ...leftOutTables].sort()).toEqual([...found].sort());
  const access = /session|token|oidc|lease|grants$|^monitors$/;
  // Peaks of sessions give no access.
  const harmless = new Set(['session_peaks']);
  expect(kept.filter((name) => access.test(name) && !harmless.has(name))).toEqual([]);
});

test('tables stand behind those to which their rows refer, and no row refers to one that is left out', async () => {
  const kept = (await readCatalogue(client)).map(({ name }) => name);
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select c.relname::text as child, p.relname::text as parent from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and c.oid <> p.oid and c.relnamespace = 'public'::regnamespace`);
  const ofKept = rows.filter(({ child }) => kept.includes(child));
  expect(ofKept.length).toBeGreaterThan(20);
  expect(
    ofKept.filter(
      ({ child, parent }) =>
        !(kept.indexOf(parent) >= 0 && kept.indexOf(parent) < kept.indexOf(child)),
    ),
  ).toEqual([]);
});

test('the order of rows follows no collation', async () => {
  for (const { name, order } of await readCatalogue(client)) {
    const { rows } = await client.query<{ collations: string[] }>(
      `select array(select distinct k.attname::text from pg_index i
         join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey::int2[])
         where i.indrelid = format('public.%I', $1::text)::regclass and i.indisprimary and k.attcollation <> 0) as collations`,
      [name],
    );
    for (const column of rows[0]?.collations ?? [])
      expect(order).toContain(`${column} collate "C"`);
  }
});
