/** Adds rows of counters to a table of rollups; the counters of an existing row are increased. */
import { type CounterName, counterNames, dimensions, type RollupRow } from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { campaignKind, channelKind, dimensionKind, type TermNumbers } from './terms.ts';

/** Counters whose columns in `rollups_hour` and `rollups_minute` are bigint. */
const wide: ReadonlySet<CounterName> = new Set(['viewMs', 'availMs', 'adMs', 'slateMs', 'bytes']);

/** `firstQuartiles` → `first_quartiles`. */
export function counterColumn(name: CounterName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const isWide = (name: CounterName, table: CountedTable) => table === 'day_sums' || wide.has(name);
const columns = counterNames.map(counterColumn);
const addition = sql.join(
  columns.map((column) => {
    const name = sql.ref(column);
    return sql`${name} = r.${name} + excluded.${name}`;
  }),
);
const columnList = sql.join(columns.map((column) => sql.ref(column)));

/** Larger statements save little time and cost memory: about 2 kB of parameters for each row. */
const rowsPerStatement = 10_000;

/** Tables of counters, with their time column. */
const timeColumns = { rollups_minute: 'bucket', rollups_hour: 'bucket', day_sums: 'day' } as const;
export type CountedTable = keyof typeof timeColumns;

async function addSome(
  db: Kysely<Schema>,
  table: CountedTable,
  rows: readonly RollupRow[],
  terms: TermNumbers,
): Promise<void> {
  const array = (value: (row: RollupRow) => string | number, type: string): RawBuilder<unknown> =>
    sql`${rows.map(value)}::${sql.raw(type)}`;
  const key = [
    array((row) => row.tenant, 'text[]'),
    array((row) => dimensions[row.dimension], 'smallint[]'),
    array((row) => terms.numberOf({ ...row, kind: channelKind, text: row.channel }), 'integer[]'),
    array((row) => row.bucket, 'integer[]'),
    array((row) => terms.numberOf({ ...row, kind: campaignKind, text: row.campaign }), 'integer[]'),
    array(
      (row) => terms.numberOf({ ...row, kind: dimensionKind(row.dimension), text: row.value }),
      'integer[]',
    ),
  ];
  const counters = counterNames.map((name) =>
    array((row) => row.counters[name], isWide(name, table) ? 'bigint[]' : 'integer[]'),
  );
  const time = sql.ref(timeColumns[table]);
  await sql`
    insert into ${sql.table(table)} as r
      (tenant_id, dim, channel, ${time}, campaign, val, ${columnList})
    select * from unnest(${sql.join([...key, ...counters])})
    on conflict (tenant_id, dim, channel, ${time}, campaign, val) do update set ${addition}
  `.execute(db);
}

/** Adds rows of different keys. @param rows with `bucket` in the unit of the table's time column */
export async function addRows(
  db: Kysely<Schema>,
  table: CountedTable,
  rows: readonly RollupRow[],
  terms: TermNumbers,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await addSome(db, table, rows.slice(from, from + rowsPerStatement), terms);
  }
}
