/** Restores that are refused, and leave the database as it was. */
import { addTenant } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { backupBench, type Copy, copyOf, restore } from './backup-bench.suite.ts';

const bench = backupBench();

test('SEC-S122 a database with companies, or one that is in use, is left alone', async () => {
  const copy = await copyOf(bench.source().url);
  await expect(restore(bench.source().url, copy)).rejects.toMatchObject({
    code: 'INSTALLATION_IN_USE',
  });
  const target = await bench.makeEmpty();
  await restore(target, copy);
  await expect(restore(target, copy)).rejects.toMatchObject({
    code: 'INSTALLATION_NOT_EMPTY',
    details: { companies: 1 },
  });
  await addTenant(bench.source().database, 'Second');
  const later = await copyOf(bench.source().url);
  expect(await restore(target, later, true)).toMatchObject({ companies: 2 });
  await bench.expectEqual(bench.source().url, target, later);
});

test('SEC-S122 rows that are not those of the plan take everything back', async () => {
  await bench.fillSource();
  const copy = await copyOf(bench.source().url);
  const target = await bench.makeEmpty();
  await restore(target, copy);
  const client = await bench.connectTo(target);
  await client.query(`update tenants set name = 'As it was'`);
  const changed = (change: (parts: string) => string, table = 'tenants'): Copy => {
    const text = Buffer.concat(copy.rows.get(table) ?? []).toString('utf8');
    return { ...copy, rows: new Map([...copy.rows, [table, [Buffer.from(change(text))]]]) };
  };
  const attempts: [Copy, string][] = [
    [changed((text) => text.replace('Example', 'Another')), 'is not what the backup has'],
    [changed((text) => text.replaceAll('\t', ' ')), 'cannot be filled'],
    [changed(() => '', 'memberships'), 'is not what the backup has'],
    [
      { ...copy, rows: new Map([['memberships', copy.rows.get('memberships') ?? []]]) },
      'cannot be filled',
    ],
    [
      { ...copy, plan: { ...copy.plan, tables: copy.plan.tables.slice(1) } },
      'the backup lacks the tables',
    ],
    [
      {
        ...copy,
        plan: {
          ...copy.plan,
          tables: copy.plan.tables.map((table) =>
            table.name === 'users' ? { ...table, columns: ['id"; drop table users; --'] } : table,
          ),
        },
      },
      'is none of its version',
    ],
  ];
  for (const [attempt, sentence] of attempts) {
    const restoring = restore(target, attempt, true);
    await expect(restoring).rejects.toMatchObject({ code: 'RESTORE_FAILED' });
    await expect(restoring).rejects.toThrow(sentence);
    const { rows } = await client.query('select name from tenants');
    expect(rows).toEqual([{ name: 'As it was' }]);
  }
  // The end-of-data mark of COPY and a statement after it are read as data.
  await restore(
    target,
    changed((text) => `${text}\\.\ndrop table users;\n`),
    true,
  ).catch(() => undefined);
  expect((await client.query('select email from users')).rows).toHaveLength(1);
}, 60_000);

test('what is not of Interlude stays, and what stands on its tables stops a replacement', async () => {
  const copy = await copyOf(bench.source().url);
  const target = await bench.makeEmpty();
  await restore(target, copy);
  const client = await bench.connectTo(target);
  await client.query('create table of_the_operator as select 1 as one');
  await restore(target, copy, true);
  expect((await client.query('select one from of_the_operator')).rows).toEqual([{ one: 1 }]);
  await client.query('create view names as select name from tenants');
  await expect(restore(target, copy, true)).rejects.toThrow('other objects depend on');
  expect((await client.query('select name from names')).rows).toEqual([{ name: 'Example TV' }]);
});

test('a database without Interlude, or of another one, is named', async () => {
  const empty = await bench.makeEmpty();
  await expect(copyOf(empty)).rejects.toThrow('has no installation of Interlude');
  const copy = await copyOf(bench.source().url);
  const client = await bench.connectTo(empty);
  await client.query('create table migrations (id integer)');
  await expect(restore(empty, copy)).rejects.toThrow("is another program's");
  await client.query('drop table migrations');
  await client.query('create table migrations (name text, checksum text)');
  await client.query(`insert into migrations values ('0001-first', 'x')`);
  await expect(restore(empty, copy)).rejects.toThrow('is not the one of this version');
});
