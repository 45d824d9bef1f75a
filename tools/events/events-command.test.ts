import {
  createReportSettingsStore,
  createRollupStore,
  defaultReportSettings,
} from '@interlude/persistence';
import { counterNames, mergeSketches, startOfLocalDay } from '@interlude/reporting';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommandBench, makeEvents, openCommandBench } from './archive-bench.suite.ts';
import { runEvents } from './events-command.ts';

const zone = 'Asia/Kathmandu';
const dayMs = 86_400_000;
/** 2026-01-14 of the company. */
const day = Date.UTC(2026, 0, 14) / dayMs;
const dates = ['--from', '2026-01-14', '--to', '2026-01-15'];
/** Of UTC: a day of the company begins at 18:15. */
const utcDates = ['--from', '2026-01-13', '--to', '2026-01-15'];

let bench: CommandBench;
beforeAll(async () => {
  bench = await openCommandBench();
  await createReportSettingsStore(bench.database).save(bench.tenant, {
    ...defaultReportSettings,
    timeZone: zone,
  });
  const span = { fromMs: startOfLocalDay(day, zone), untilMs: startOfLocalDay(day + 2, zone) };
  bench.clock.set(span.untilMs - 3 * 3_600_000);
  const mine = makeEvents(bench.tenant, { ...span, untilMs: bench.clock.now() }, 700);
  const theirs = makeEvents(bench.other, { ...span, untilMs: bench.clock.now() }, 70);
  const all = [...mine, ...theirs].sort((a, b) => a.atMs - b.atMs);
  const half = Math.floor(all.length / 2);
  await bench.count({ writer: 'one', seq: 1 }, all.slice(0, half));
  await bench.count({ writer: 'two', seq: 1 }, all.slice(half));
}, 60_000);
afterAll(() => bench.drop());
beforeEach(() => {
  bench.printed.length = 0;
});

const run = async (...args: string[]) => {
  const status = await runEvents(args, bench.io, bench.open);
  return { status, text: bench.printed.join('') };
};
const rebuild = (...more: string[]) => run('rebuild', '--company', 'Example TV', ...dates, ...more);

/** All counters of the company, of minutes, hours and days. */
async function counted() {
  const { system } = bench.database;
  const of = sql`tenant_id = ${bench.tenant}`;
  const columns = counterNames.map((name) =>
    name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
  );
  const list = sql.join(columns.map((name) => sql.ref(name)));
  const sums = sql.join(columns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const queries = {
    rows: sql`select dim, channel, campaign, val, ${sums} from (
        select dim, channel, campaign, val, ${list} from rollups_hour where ${of}
        union all select dim, channel, campaign, val, ${list} from rollups_day where ${of}) r
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    usage: sql`select day, ad_events from usage where ${of} order by day`,
    facts: sql`select * from break_facts where ${of} order by break_id`,
    losses: sql`select * from break_losses where ${of} order by break_id, reason`,
  };
  const found: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    found[name] = (await query.execute(system)).rows;
  }
  const sketches = await system
    .selectFrom('viewer_sketches')
    .selectAll()
    .where('tenant_id', '=', bench.tenant)
    .execute();
  const keys = Map.groupBy(sketches, ({ dim, channel, day: on, val }) =>
    [dim, channel, on, val].join(),
  );
  found['sketches'] = [...keys]
    .map(([key, rows]) => [
      key,
      Buffer.from(mergeSketches(rows.map(({ sketch }) => sketch))).toString('hex'),
    ])
    .sort();
  const watched = await sql`
    select sum(ms) as ms from (
      select view_ms as ms from rollups_minute where dim = 0 and ${of}
      union all select unnest(watched_ms) from viewer_minutes where channel = 0 and ${of}) m`.execute(
    system,
  );
  found['watched'] = watched.rows;
  return found;
}

describe('SEC-S123 figures that are counted again from the archive', () => {
  test('are equal to the last unit, in a zone off the whole hour', async () => {
    const before = await counted();
    const { status, text } = await rebuild();
    expect(text).toMatch(/^2026-01-14: \d+ events, equal\n2026-01-15: \d+ events, equal\n$/);
    expect(status).toBe(0);
    expect(await counted()).toEqual(before);
  });

  test('replace what was lost or damaged, and become what they were', async () => {
    const before = await counted();
    const { system } = bench.database;
    const other =
      await sql`select sum(impressions) as n from rollups_hour where tenant_id = ${bench.other}`.execute(
        system,
      );
    await sql`update rollups_hour set impressions = impressions + 5 where tenant_id = ${bench.tenant}`.execute(
      system,
    );
    await sql`delete from usage where tenant_id = ${bench.tenant}`.execute(system);
    await sql`delete from viewer_sketches where tenant_id = ${bench.tenant}`.execute(system);
    await sql`delete from break_facts where tenant_id = ${bench.tenant} and break_id like '%5'`.execute(
      system,
    );

    const looked = await rebuild();
    expect(looked.status).toBe(1);
    expect(looked.text).toContain('different (nothing is written without --write)');
    expect(looked.text).toMatch(/ {2}charged ad events: 0 -> \d+/);
    bench.printed.length = 0;
    // A figure would become smaller: that may be a hole of the archive.
    const refused = await rebuild('--write');
    expect(refused.status).toBe(1);
    expect(refused.text).toContain('NOT replaced');
    bench.printed.length = 0;
    const written = await rebuild('--write', '--may-lose');
    expect(written.status).toBe(0);
    expect(await counted()).toEqual(before);
    const after =
      await sql`select sum(impressions) as n from rollups_hour where tenant_id = ${bench.other}`.execute(
        system,
      );
    expect(after.rows).toEqual(other.rows);
  });

  test('are equal also when minutes and hours have moved to where old ones are kept', async () => {
    const before = await counted();
    const nowMs = bench.clock.now();
    const times = { minutesMs: nowMs, hoursMs: nowMs, daysMs: 0, ledgerMs: 0 };
    await createRollupStore(bench.database).purge(times);
    expect((await rebuild()).text).toContain('2026-01-14: ');
    expect(bench.printed.join('').match(/equal/g)).toHaveLength(2);
    expect((await rebuild('--write')).status).toBe(0);
    expect(await counted()).toEqual(before);
  });

  test('are not written while counted events of the time are not archived', async () => {
    const late = makeEvents(
      bench.tenant,
      { fromMs: startOfLocalDay(day, zone), untilMs: startOfLocalDay(day, zone) + 1 },
      1,
    );
    await bench.count({ writer: 'late', seq: 1 }, late, false);
    const { status, text } = await rebuild('--write', '--may-lose');
    expect(status).toBe(1);
    expect(text).toContain('2026-01-14: 1 counted batches of this time are not archived');
  });
});

describe('the command', () => {
  test('answers questions over one company or all, in three forms', async () => {
    const question = 'select company, count(*) as events from events group by 1 order by 2';
    const all = await run(question, ...utcDates, '--format', 'json');
    expect(JSON.parse(all.text)).toEqual([
      { company: bench.other, events: 70 },
      { company: bench.tenant, events: 700 },
    ]);
    bench.printed.length = 0;
    const one = await run(question, '--company', 'other', ...utcDates, '--format', 'csv');
    expect(one.text).toBe(`company,events\r\n${bench.other},70\r\n`);
    bench.printed.length = 0;
    const text = await run("select '=1+1' as a, 7 as n, e'x\\x1b[31m' as c", ...dates);
    expect(text.text).toBe('a     n  c\n----  -  ------\n=1+1  7  x\ufffd[31m\n');
    bench.printed.length = 0;
    const csv = await run(`select '=1+1' as a, 'b"c' as b`, ...dates, '--format', 'csv');
    expect(csv.text).toBe(`a,b\r\n"'=1+1","b""c"\r\n`);
  });

  test('lists files by day', async () => {
    const { text } = await run('files', '--company', bench.other, ...utcDates, '--format', 'json');
    const days: { events: number }[] = JSON.parse(text);
    expect(days.reduce((sum, { events }) => sum + events, 0)).toBe(70);
  });

  test.each([
    [['rebuild'], 'rebuild needs --company, --from and --to.'],
    [['select 1', '--company', 'nobody'], 'There is no company "nobody".'],
    [['select 1', 'select 2'], 'Ask one question'],
    [['select 1', '--from', '2026-02-30'], '--from has to be a day'],
    [['select 1', '--rows', '0'], '--rows has to be a number'],
    [['drop view events'], 'The archive is only read'],
  ])('says what is wrong with %j', async (args, words) => {
    const { status, text } = await run(...args);
    expect(status).toBe(2);
    expect(text).toContain(words);
  });
});
