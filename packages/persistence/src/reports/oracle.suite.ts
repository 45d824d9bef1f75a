/** All reports against a count of the raw events, in three zones, over the days on which the clock changes, compared. */
import { type ReportData, reportIntervals } from '@interlude/contract';
import type { ReportQuery } from '@interlude/contract/api';
import {
  edgesOf,
  foldEvents,
  runReport,
  type StitcherEvent,
  shippedReports,
} from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRollupStore } from '../rollups/rollup-store.ts';
import { madeEvents, randomOf } from './made-events.suite.ts';
import { type Filter, NaiveCounts } from './naive-counts.suite.ts';
import { createReportSettingsStore, defaultReportSettings } from './report-settings-store.ts';
import { createReportStore } from './report-store.ts';

const dayMs = 86_400_000;
/** Time to count three companies with 1.7 million events each, on two busy cores. */
const makingMs = 1_500_000;

/** A time zone, with the UTC offsets at the edges of the season's periods. */
interface Zone {
  readonly timeZone: string;
  /** Offsets at the start of the compared period, between both periods, and at the end. */
  readonly offsets: readonly [string, string, string];
}

interface Season {
  readonly name: string;
  readonly compared: Filter;
  readonly main: Filter;
  /** The date after the last one. */
  readonly after: string;
  readonly zones: readonly Zone[];
}

const kolkata: Zone = { timeZone: 'Asia/Kolkata', offsets: ['+05:30', '+05:30', '+05:30'] };

/** Berlin changes its clock on 2026-03-29 and 2026-10-25, St John's on 2026-03-08 and 2026-11-01. */
const seasons: readonly Season[] = [
  {
    name: 'spring',
    compared: { from: '2026-03-16', to: '2026-03-22' },
    main: { from: '2026-03-23', to: '2026-03-31' },
    after: '2026-04-01',
    zones: [
      { timeZone: 'UTC', offsets: ['+00:00', '+00:00', '+00:00'] },
      { timeZone: 'Europe/Berlin', offsets: ['+01:00', '+01:00', '+02:00'] },
      kolkata,
    ],
  },
  {
    name: 'autumn',
    compared: { from: '2026-10-19', to: '2026-10-24' },
    main: { from: '2026-10-25', to: '2026-11-02' },
    after: '2026-11-03',
    zones: [
      { timeZone: 'Europe/Berlin', offsets: ['+02:00', '+02:00', '+01:00'] },
      { timeZone: 'America/St_Johns', offsets: ['-02:30', '-02:30', '-03:30'] },
      kolkata,
    ],
  },
];

interface Counted {
  readonly tenant: string;
  readonly zone: Zone;
  readonly naive: NaiveCounts;
}

let made: TemplateDatabase;
const clock = fixedClock(0);

/** Ships events as stitchers do: segments of several writers, with late events, and every fifth batch twice. */
async function countEvents(
  tenant: string,
  naive: NaiveCounts,
  events: Iterable<StitcherEvent>,
  segmentEvents: number,
) {
  const rollups = createRollupStore(made.database);
  const random = randomOf(7);
  let segment: StitcherEvent[] = [];
  let late: StitcherEvent[] = [];
  let seq = 0;
  const ship = async () => {
    seq += 1;
    const segmentAtMs = segment.reduce((most, { atMs }) => Math.max(most, atMs), 0);
    const writer = `${tenant}-${seq % 3}`;
    const batch = foldEvents(segment, { writer, seq, segmentAtMs });
    expect(batch.lateDropped).toBe(0);
    expect(await rollups.apply(batch)).toBe(true);
    if (seq % 5 === 0) expect(await rollups.apply(batch)).toBe(false);
    segment = [];
  };
  for (const event of events) {
    naive.add(event);
    (random() < 0.05 ? late : segment).push(event);
    const oldest = late[0];
    if (oldest && event.atMs - oldest.atMs > 3 * dayMs) {
      segment.push(...late);
      late = [];
    }
    if (segment.length >= segmentEvents) await ship();
  }
  segment.push(...late);
  await ship();
}

const number = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const largest = (sums: ReadonlyMap<string, number>) =>
  [...sums].filter(([, sum]) => sum > 0).sort(([a, x], [b, y]) => y - x || byText(a, b));
const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);
const rounded = (value: number | null, factor: number, digits: number) =>
  value === null ? null : Math.round(value * factor * 10 ** digits) / 10 ** digits;

/** Expected data of a report for a period; `keys` are those of the main period. */
type Expected = (naive: NaiveCounts, filter: Filter, keys: readonly string[]) => object;

const bars =
  (field: Parameters<NaiveCounts['by']>[1]): Expected =>
  (naive, filter, keys) => {
    const sums = naive.by(filter, field, 'views', ({ value }) => value);
    const shown =
      keys.length > 0
        ? keys
        : largest(sums)
            .slice(0, 10)
            .map(([key]) => key);
    return { labels: shown, series: [{ data: shown.map((key) => sums.get(key) ?? 0) }] };
  };

const expectations: Readonly<Record<string, Expected>> = {
  'main-kpi': (naive, filter) => ({
    metrics: [
      naive.total(filter, 'views'),
      naive.total(filter, 'sessions'),
      ratio(naive.total(filter, 'adMs'), naive.total(filter, 'offeredMs')),
      ratio(naive.total(filter, 'completes'), naive.total(filter, 'views')),
    ],
  }),
  'ad-views-over-time': (naive, filter) => ({
    series: [
      { name: 'Ad views', data: naive.perDate(filter, 'views') },
      { name: 'Completed', data: naive.perDate(filter, 'completes') },
    ],
  }),
  'sessions-by-channel': (naive, filter, keys) => {
    const sums = naive.by(filter, 'all', 'sessions', ({ channel }) => channel);
    const shown =
      keys.length > 0
        ? keys
        : largest(sums)
            .slice(0, 5)
            .map(([key]) => key);
    return {
      series: shown.map((key) => ({
        key,
        data: naive.perDate({ ...filter, channels: [key] }, 'sessions'),
      })),
    };
  },
  'campaign-completion': (naive, filter) => {
    const views = naive.perDate(filter, 'views');
    return {
      campaigns: largest(
        naive.by({ ...filter, campaign: '' }, 'all', 'views', ({ campaign }) => campaign),
      )
        .map(([name]) => name)
        .filter((name) => name !== ''),
      campaignsData: naive.perDate(filter, 'completes').map((completes, index) => ({
        bcn_q4: { value: completes },
        ratio: { value: ratio(completes, views[index] ?? 0) },
      })),
    };
  },
  countries: (naive, filter) => {
    const views = naive.by(filter, 'country', 'views', ({ value }) => value);
    const sessions = naive.by(filter, 'country', 'sessions', ({ value }) => value);
    const shown = [...new Set([...views.keys(), ...sessions.keys()])].sort(
      (a, b) =>
        (views.get(b) ?? 0) - (views.get(a) ?? 0) ||
        (sessions.get(b) ?? 0) - (sessions.get(a) ?? 0) ||
        byText(a, b),
    );
    return {
      labels: shown,
      series: [
        { data: shown.map((code) => views.get(code) ?? 0) },
        { data: shown.map((code) => sessions.get(code) ?? 0) },
        {
          // Viewers are counted without campaigns.
          data: shown.map((code) =>
            filter.campaign ? null : { within: 0.02, of: naive.viewers(filter, code) },
          ),
        },
      ],
    };
  },
  devices: bars('device'),
  'top-creatives': bars('creative'),
  'top-assets': (naive, filter, keys) => bars('asset')(naive, { ...filter, channels: [] }, keys),
  'asset-delivery': (naive, given) => {
    const filter = { ...given, channels: [] };
    const of = (what: string) => naive.by(filter, 'asset', what, ({ value }) => value);
    const [sessions, views, completes] = [of('sessions'), of('views'), of('completes')];
    const [adMs, offered] = [of('adMs'), of('offeredMs')];
    const at = (sums: ReadonlyMap<string, number>, key: string) => sums.get(key) ?? 0;
    const rows = largest(sessions).map(([key]) => key);
    rows.sort(
      (a, b) => at(views, b) - at(views, a) || at(sessions, b) - at(sessions, a) || byText(a, b),
    );
    return {
      series: rows.map((name) => ({
        name,
        data: [
          at(sessions, name),
          at(views, name),
          ratio(at(completes, name), at(views, name)),
          ratio(at(adMs, name), at(offered, name)),
        ],
      })),
    };
  },
  'fill-and-errors': (naive, filter) => {
    const of = (what: string) => naive.by(filter, 'all', what, ({ channel }) => channel);
    const names = ['avails', 'offeredMs', 'adMs', 'slateMs', 'adRequests', 'adTimeouts'];
    const sums = new Map(
      [...names, 'skipped', 'fallbacks', 'errors'].map((name) => [name, of(name)]),
    );
    const at = (name: string, key: string) => sums.get(name)?.get(key) ?? 0;
    return {
      series: largest(of('offeredMs')).map(([key]) => ({
        key,
        data: [
          ...[at('avails', key), at('offeredMs', key), at('adMs', key)],
          ratio(at('adMs', key), at('offeredMs', key)),
          ...['slateMs', 'adRequests', 'adTimeouts', 'skipped', 'fallbacks', 'errors'].map((name) =>
            at(name, key),
          ),
        ],
      })),
    };
  },
  'errors-by-reason': (naive, filter) => {
    const of = (field: 'reason' | 'error', what: string) =>
      naive.by(filter, field, what, ({ value }) => value);
    const [without, left, errors] = [
      of('reason', 'fallbacks'),
      of('reason', 'skipped'),
      of('error', 'errors'),
    ];
    const reasons = [...new Set([...without.keys(), ...left.keys()])];
    const rows = [
      ...reasons.map((key) => ({
        key,
        data: ['Reason', without.get(key) ?? 0, left.get(key) ?? 0],
      })),
      ...[...errors].map(([key, sum]) => ({ key, data: ['VAST error', 0, sum] })),
    ];
    const weight = ({ data }: { data: (string | number)[] }) => Number(data[1]) + Number(data[2]);
    return { series: rows.sort((a, b) => weight(b) - weight(a) || byText(a.key, b.key)) };
  },
  'ad-load': (naive, filter) => {
    const [watched, adMs] = [naive.perDate(filter, 'watchedMs'), naive.perDate(filter, 'adMs')];
    const [views, sessions] = [naive.perDate(filter, 'views'), naive.perDate(filter, 'sessions')];
    const repeats = naive.perDate(filter, 'repeats');
    const line = (part: number[], whole: number[], factor: number) =>
      part.map((value, index) => rounded(ratio(value, whole[index] ?? 0), factor, 2));
    return {
      series: [
        { data: line(adMs, watched, 60) },
        { data: line(views, sessions, 1) },
        { data: line(repeats, views, 100) },
      ],
    };
  },
  concurrency: (naive, filter) => {
    const dates = naive.dates(filter).length;
    return {
      series: [
        { data: naive.peaks(filter).map((ms) => Math.round(ms / 60_000)) },
        { data: { length: dates } },
      ],
      watchedMs: number(naive.perDate(filter, 'watchedMs')),
    };
  },
  summary: (naive, filter) => ({
    sessions: naive.total(filter, 'sessions').toLocaleString('en-US'),
    views: naive.total(filter, 'views').toLocaleString('en-US'),
  }),
};

function splicesBy(naive: NaiveCounts, filter: Filter, field: 'splice' | 'creative') {
  const sumsOf = (what: string) => naive.by(filter, field, what, ({ value }) => value);
  const known = new Map(
    ['stallSplices', 'stalls', 'exitSplices', 'exits', 'awayMs'].map((what) => [
      what,
      sumsOf(what),
    ]),
  );
  return (what: string, values: string) =>
    number(values.split(' ').map((value) => known.get(what)?.get(value) ?? 0));
}

const perThousand = (count: number, observed: number) => rounded(ratio(count, observed), 1_000, 1);

const ofSplices: Readonly<Record<string, Expected>> = {
  'splice-quality': (naive, filter) => {
    const of = splicesBy(naive, filter, 'splice');
    const spans = (place: string) => Math.round(of('awayMs', place) / 30_000);
    const row = (name: string, seen: string, silent: string, isAway = false) => {
      const [stallsAt, exitsAt] = isAway ? ['away-stalls', 'away-exits'] : [seen, seen];
      const reported = isAway ? spans(stallsAt) : of('stallSplices', stallsAt);
      const left = isAway ? spans(exitsAt) : of('exitSplices', exitsAt);
      const unseen = isAway ? spans(silent) : of('exitSplices', silent);
      const stalls = of('stalls', stallsAt);
      return {
        name,
        data: [
          ...[reported, reported > 0 ? stalls : null, perThousand(stalls, reported)],
          ...[perThousand(of('exits', exitsAt), left), unseen],
          perThousand(of('exits', silent), unseen),
        ],
      };
    };
    const kinds = ['contentToAd', 'adToAd', 'adToContent'];
    const silent = kinds.map((kind) => `silent-${kind}`);
    const rows = [
      ...['Content to ad', 'Ad to ad', 'Ad to content'].map((name, index) =>
        row(name, kinds[index] ?? '', silent[index] ?? ''),
      ),
      row('All splices', kinds.join(' '), silent.join(' ')),
      row('Away from splices, by 30 s', '', 'away-silent', true),
    ];
    const isNothing = rows.every(({ data }) =>
      data.every((value) => value === 0 || value === null),
    );
    return { series: isNothing ? [] : rows };
  },
  'splice-quality-creatives': (naive, filter, keys) => {
    const of = splicesBy(naive, filter, 'creative');
    const splices = naive.by(filter, 'creative', 'stallSplices', ({ value }) => value);
    const shown = largest(splices)
      .map(([key]) => key)
      .filter((key, place) => (keys.length > 0 ? keys.includes(key) : place < 20));
    const rows = shown.map((key) => ({
      key,
      data: [
        of('stallSplices', key),
        of('stalls', key),
        perThousand(of('stalls', key), of('stallSplices', key)),
        perThousand(of('exits', key), of('exitSplices', key)),
      ],
    }));
    const rateOf = ({ data }: (typeof rows)[number]) => data[2] ?? 0;
    return { series: rows.sort((a, b) => rateOf(b) - rateOf(a) || byText(a.key, b.key)) };
  },
};

/**
 * Reports that are checked: one that this suite does not know fails. Reports of breaks and of delivered bytes read
 * other tables.
 */
const reportNames = shippedReports
  .filter(({ definition }) => definition.group !== 'breaks')
  .filter(({ definition }) => definition.reportName !== 'delivered-bytes')
  .map(({ definition }) => definition.reportName);

type Selected = Partial<Pick<ReportQuery, 'channelIds' | 'campaignName'>>;
const filters: readonly Selected[] = [
  {},
  { channelIds: ['channel-1', 'channel-3'] },
  { campaignName: 'campaign-1' },
];
/** Watched time has no campaign. */
const namesOfCampaigns = reportNames.filter((name) => !['concurrency', 'summary'].includes(name));

/** Uniques are estimates: `of` people, `within` a share of them. */
const isEstimate = (value: unknown): value is { readonly of: number; readonly within: number } =>
  typeof value === 'object' && value !== null && 'within' in value;

function checkValue(own: unknown, wanted: unknown, place: string): void {
  if (!isEstimate(wanted)) {
    expect(own, place).toEqual(wanted);
    return;
  }
  const { of, within } = wanted;
  expect(Math.abs(Number(own) - of), `viewers ${own} of ${of}`).toBeLessThanOrEqual(
    Math.max(1, Math.ceil(of * within)),
  );
}

function checkSeries(actual: ReportData, expected: object): void {
  const { series } = expected as { series?: readonly { data: unknown }[] };
  for (const [index, { data, ...named }] of (series ?? []).entries()) {
    const own = actual.series[index]?.data ?? [];
    expect(actual.series[index]).toMatchObject(named);
    if (!Array.isArray(data)) continue;
    expect(own).toHaveLength(data.length);
    for (const [place, value] of data.entries()) {
      checkValue(own[place], value, `series ${index} at ${place}`);
    }
  }
  expect(actual.series.length).toBe(series?.length ?? actual.series.length);
}

function check(actual: ReportData, expected: object): void {
  expect(actual.code).toBeUndefined();
  checkSeries(actual, expected);
  const {
    series: _series,
    watchedMs,
    sessions,
    views,
    ...rest
  } = expected as Record<string, unknown>;
  expect(actual).toMatchObject(rest);
  if (sessions !== undefined) {
    expect(actual.labels[0]).toMatch(new RegExp(`^${sessions} sessions`));
    expect(actual.labels[2]).toMatch(new RegExp(`^${views} ads`));
  }
  if (watchedMs !== undefined) {
    const averages = (actual.series[1]?.data ?? []).map(Number);
    const ms = averages.map(
      (average, index) =>
        average * ((actual.bucketEnds[index] ?? 0) - Number(actual.labels[index])),
    );
    // Averages are rounded to a tenth of a viewer.
    expect(Math.abs(number(ms) - Number(watchedMs))).toBeLessThan(
      0.06 * averages.length * 25 * 3_600_000,
    );
  }
}

/**
 * @param count raw events of each company and season
 * @param isShort the days of spring alone, with the channels selected
 */
export function oracleSuite(count: number, isShort = false): void {
  describe.each(isShort ? seasons.slice(0, 1) : seasons)('$name', (season) => {
    const counted: Counted[] = [];
    const nowMs = Date.parse(`${season.after}T00:00Z`) + 2 * dayMs;
    beforeAll(async () => {
      clock.set(nowMs);
      made = await templateDatabase({ clock });
      for (const table of ['rollups_hour', 'rollups_minute', 'viewer_sketches', 'day_sums']) {
        // Unlogged tables give the same figures without a write-ahead log, which only a crash would need.
        await sql`alter table ${sql.table(table)} set unlogged`.execute(made.database.system);
      }
      const tenants: string[] = [];
      for (const { timeZone } of season.zones) {
        const tenant = await addTenant(made.database);
        const settings = { ...defaultReportSettings, timeZone };
        await createReportSettingsStore(made.database).save(tenant, settings);
        tenants.push(tenant);
      }
      // Sums of days: one company has them from its batches, one computed afterwards, one none.
      const rollups = createRollupStore(made.database);
      expect(await rollups.sumDays()).toBe(tenants.length);
      const forget = (index: number) =>
        made.database.system
          .deleteFrom('day_sum_zones')
          .where('tenant_id', '=', tenants[index] ?? expect.fail())
          .execute();
      await forget(1);
      // In parallel: PostgreSQL writes for one company while this process folds the events of another.
      const ofZones = season.zones.map(async (zone, index): Promise<Counted> => {
        const tenant = tenants[index] ?? expect.fail();
        const { timeZone } = zone;
        const naive = new NaiveCounts(timeZone);
        const period = {
          startMs: Date.parse(`${season.compared.from}T00:00Z`) - dayMs,
          endMs: Date.parse(`${season.after}T00:00Z`) + dayMs,
        };
        const events = madeEvents(tenant, { ...period, count, seed: index + 1 });
        await countEvents(tenant, naive, events, Math.min(20_000, Math.ceil(count / 12)));
        return { tenant, zone, naive };
      });
      counted.push(...(await Promise.all(ofZones)));
      // Old rows are moved: minutes to hours, hours to days, each in the middle of the periods.
      await rollups.purge({
        minutesMs: Date.parse(`${season.main.to}T05:00Z`),
        hoursMs: Date.parse(`${season.main.from}T09:00Z`),
        daysMs: 0,
        ledgerMs: 0,
      });
      expect(await rollups.sumDays()).toBe(1);
      await forget(2);
    }, makingMs);
    afterAll(() => made.drop());

    const edgesOfSeason = ({ offsets }: Zone) => ({
      compared: Date.parse(`${season.compared.from}T00:00${offsets[0]}`),
      main: Date.parse(`${season.main.from}T00:00${offsets[1]}`),
      after: Date.parse(`${season.after}T00:00${offsets[2]}`),
    });

    async function read(
      { tenant, zone }: Counted,
      reportName: string,
      part: Partial<ReportQuery> & Pick<ReportQuery, 'start' | 'end'>,
    ): Promise<ReportData> {
      const report = shippedReports.find(({ definition }) => definition.reportName === reportName);
      if (!report) throw new Error(`there is no report ${reportName}`);
      const query: ReportQuery = {
        ...{ interval: reportIntervals.days, channelIds: [], campaignName: '' },
        reportParams: { instance: 0, keys: [] },
        ...part,
      };
      const settings = await createReportSettingsStore(made.database).read(tenant);
      const edges = edgesOf(query, settings);
      if ('code' in edges) throw new Error(edges.code);
      expect(settings.timeZone).toBe(zone.timeZone);
      return createReportStore(made.database).read(tenant, settings, ({ figures, newestMs }) =>
        runReport(report, query, edges, { figures, newestMs, settings, nowMs }),
      );
    }

    async function checkReport(one: Counted, reportName: string, filter: Selected): Promise<void> {
      const { compared, main, after } = edgesOfSeason(one.zone);
      const naiveFilter = {
        channels: filter.channelIds ?? [],
        campaign: filter.campaignName ?? '',
      };
      const expected = expectations[reportName] ?? ofSplices[reportName] ?? expect.fail(reportName);
      const first = await read(one, reportName, { ...filter, start: main, end: after });
      check(first, expected(one.naive, { ...season.main, ...naiveFilter }, []));
      const params = first.reportParams ?? expect.fail();
      const second = await read(one, reportName, {
        ...{ ...filter, start: compared, end: main },
        reportParams: params,
      });
      check(second, expected(one.naive, { ...season.compared, ...naiveFilter }, params.keys));
    }

    test('REP-023 API-045 REL-R7 every report says what the raw events say, in each zone, compared', async () => {
      const checks = counted.flatMap((one) =>
        (isShort ? filters.slice(0, 2) : filters).flatMap((filter) =>
          (filter.campaignName ? namesOfCampaigns : reportNames).map(
            (name) => () => checkReport(one, name, filter),
          ),
        ),
      );
      expect(checks.length).toBeGreaterThan(20);
      for (const run of checks) await run();
    }, 600_000);

    test('weeks begin on Monday, and days with a change of the clock have 23 or 25 hours', async () => {
      for (const one of counted) {
        const { main, after } = edgesOfSeason(one.zone);
        const days = await read(one, 'ad-views-over-time', { start: main, end: after });
        const hours = days.labels.map(
          (start, index) => ((days.bucketEnds[index] ?? 0) - Number(start)) / 3_600_000,
        );
        const hasChange = one.zone.offsets[1] !== one.zone.offsets[2];
        const long = season.name === 'spring' ? 23 : 25;
        expect(hours.filter((length) => length !== 24)).toEqual(hasChange ? [long] : []);
        const weeks = await read(one, 'ad-views-over-time', {
          ...{ start: main, end: after },
          interval: reportIntervals.weeks,
        });
        expect(weeks.metrics).toEqual(days.metrics);
        const weekday = new Intl.DateTimeFormat('en', {
          timeZone: one.zone.timeZone,
          weekday: 'long',
        });
        expect(weeks.labels.slice(1).map((start) => weekday.format(Number(start)))).toEqual(
          weeks.labels.slice(1).map(() => 'Monday'),
        );
      }
    }, 60_000);
  });
}
