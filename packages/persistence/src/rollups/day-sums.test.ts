import { foldEvents, type StitcherEvent } from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createReportSettingsStore,
  defaultReportSettings,
} from '../reports/report-settings-store.ts';
import { createRollupStore, type RollupStore } from './rollup-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Berlin changed its clock on 29 March. */
const nowMs = Date.UTC(2026, 2, 31, 10);
const clock = fixedClock(nowMs);
let made: TemplateDatabase;
let rollups: RollupStore;
let tenant: string;
let seq = 0;

beforeAll(async () => {
  made = await templateDatabase({ clock });
  rollups = createRollupStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
  await choose('Europe/Berlin');
});

const choose = (timeZone: string) =>
  createReportSettingsStore(made.database).save(tenant, { ...defaultReportSettings, timeZone });

const batchOf = (atMs: readonly number[]) => {
  const events = atMs.map(
    (at, index): StitcherEvent => ({
      ...{ type: 'impression', atMs: at, tenant, channel: `c${index % 2}`, session: 's' },
      ...{ viewer: 'v', country: 'DE', device: 'tv', creative: `spot${index % 3}` },
      ...{ campaign: `campaign${index % 3}`, durationMs: 1_000 },
    }),
  );
  seq += 1;
  return foldEvents(events, { writer: `w${seq % 6}`, seq, segmentAtMs: Math.max(...atMs) });
};
const hoursOf = (days: number) =>
  Array.from({ length: days * 24 }, (_none, index) => nowMs - index * hourMs).reverse();

interface Sum {
  readonly key: string;
  readonly views: number;
  readonly ms: number;
}

/** Sums of days as they are stored. */
async function kept(): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select row(dim, channel, day, campaign, val)::text as key, impressions as views, ad_ms as ms
    from day_sums where tenant_id = ${tenant} order by 1`.execute(made.database.system);
  return rows;
}

/** The same sums computed from the hours, by the calendar of PostgreSQL. */
async function fromHours(zone: string): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select row(dim, channel, day, campaign, val)::text as key, sum(impressions)::bigint as views, sum(ad_ms)::bigint as ms
    from (
      select *, (to_timestamp(bucket * 60.0) at time zone ${zone})::date - date '1970-01-01' as day from (
        select dim, channel, bucket, case when dim = 0 then campaign else 0 end as campaign, val, impressions, ad_ms
          from rollups_hour where tenant_id = ${tenant}
        union all
        select dim, channel, bucket, case when dim = 0 then campaign else 0 end, val, impressions, ad_ms
          from rollups_day where tenant_id = ${tenant}) all_rows
    ) of_days group by 1 order by 1`.execute(made.database.system);
  return rows;
}

async function zoneOfSums(): Promise<string | undefined> {
  const row = await made.database.system
    .selectFrom('day_sum_zones')
    .select('time_zone')
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
  return row?.time_zone;
}

describe('sums of days', () => {
  test('DATA-033 of a company that has them grow with each batch, and are those of the hours', async () => {
    await rollups.sumDays();
    expect(await zoneOfSums()).toBe('Europe/Berlin');
    expect(await kept()).toEqual([]);
    await rollups.apply(batchOf(hoursOf(4)));
    const again = batchOf([nowMs - 5 * dayMs, nowMs]);
    await rollups.apply(again);
    expect(await rollups.apply(again)).toBe(false);
    const sums = await kept();
    expect(sums).toEqual(await fromHours('Europe/Berlin'));
    // Over all campaigns, apart from the totals.
    expect(
      sums.filter(({ key }) => key.startsWith('(4,')).every(({ key }) => / *,0,\d+\)$/.test(key)),
    ).toBe(true);
    expect(sums.filter(({ key }) => key.startsWith('(0,') && !key.endsWith(',0,0)'))).not.toEqual(
      [],
    );
  });

  test('of a company that has none are made by a worker, of hours and of hours that became days', async () => {
    await rollups.apply(batchOf(hoursOf(6)));
    await rollups.purge({ minutesMs: 0, hoursMs: nowMs - 3 * dayMs, daysMs: 0, ledgerMs: 0 });
    expect(await kept()).toEqual([]);
    await rollups.sumDays();
    expect(await kept()).toEqual(await fromHours('Europe/Berlin'));
    expect((await kept()).length).toBeGreaterThan(10);
    expect(await rollups.sumDays()).toBe(0);
  });

  test('another time zone has other days: they are not added to until they are made anew', async () => {
    await rollups.sumDays();
    await rollups.apply(batchOf(hoursOf(3)));
    await choose('America/New_York');
    const before = await kept();
    await rollups.apply(batchOf([nowMs - hourMs]));
    expect(await kept()).toEqual(before);
    await rollups.sumDays();
    expect(await zoneOfSums()).toBe('America/New_York');
    expect(await kept()).toEqual(await fromHours('America/New_York'));
    await rollups.apply(batchOf([nowMs - 2 * hourMs]));
    expect(await kept()).toEqual(await fromHours('America/New_York'));
  });

  test('batches that are added while sums are made count in them, once', async () => {
    const batches = Array.from({ length: 40 }, (_none, index) => batchOf([nowMs - index * hourMs]));
    await Promise.all([
      ...batches.map((batch) => rollups.apply(batch)),
      rollups.sumDays(),
      rollups.sumDays(),
    ]);
    expect(await kept()).toEqual(await fromHours('Europe/Berlin'));
    expect(
      (await kept()).reduce((sum, { key, views }) => sum + (key.startsWith('(0,') ? views : 0), 0),
    ).toBe(40);
  });

  test('processes that add to the same days at once do not stop each other', async () => {
    await rollups.sumDays();
    const creatives = 600;
    // Each batch has an hour of its own, and its creatives in another order of campaigns.
    const batches = Array.from({ length: 12 }, (_none, index) => {
      const events = Array.from(
        { length: creatives },
        (_same, creative): StitcherEvent => ({
          ...{
            type: 'impression',
            atMs: nowMs - index * hourMs,
            tenant,
            channel: 'c',
            session: 's',
          },
          ...{ viewer: 'v', creative: `spot${creative}`, durationMs: 1_000 },
          campaign: `campaign${(creative * (index + 1)) % (creatives + 1)}`,
        }),
      );
      return foldEvents(events, { writer: `own${index}`, seq: 1, segmentAtMs: nowMs });
    });
    const [first = expect.fail(), ...others] = batches;
    // The numbers of the texts are known then.
    await rollups.apply(first);
    await Promise.all(others.map((batch) => rollups.apply(batch)));
    expect(await kept()).toEqual(await fromHours('Europe/Berlin'));
  });

  test('a company whose days cannot be summed stops no other one', async () => {
    const other = await addTenant(made.database);
    await made.database.system
      .updateTable('report_settings')
      .set({ time_zone: 'No/Where' })
      .where('tenant_id', '=', tenant)
      .execute();
    await expect(rollups.sumDays()).rejects.toThrow('days could not be summed; companies: 1');
    const summed = await made.database.system
      .selectFrom('day_sum_zones')
      .select('tenant_id')
      .execute();
    const ids = summed.map((row) => row.tenant_id);
    expect([ids.includes(other), ids.includes(tenant)]).toEqual([true, false]);
    await choose('UTC');
    await rollups.sumDays();
    expect(await zoneOfSums()).toBe('UTC');
  });

  test('they go with the days', async () => {
    await rollups.sumDays();
    await rollups.apply(batchOf(hoursOf(3)));
    await rollups.purge({ minutesMs: 0, hoursMs: 0, daysMs: nowMs - dayMs, ledgerMs: 0 });
    const days = (await kept()).map(({ key }) => Number(key.split(',')[2]));
    expect(Math.min(...days)).toBe(Math.floor((nowMs - dayMs) / dayMs));
  });
});
