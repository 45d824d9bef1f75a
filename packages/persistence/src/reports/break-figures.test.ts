import {
  type BreakStage,
  breakStages,
  type LossReason,
  lossGuides,
  reportIntervals,
} from '@interlude/contract';
import {
  type BreakSums,
  demandOf,
  edgesOf,
  foldEvents,
  runReport,
  type StitcherEvent,
  shippedReports,
} from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBreakRecordStore } from '../break-records/break-record-store.ts';
import { createRollupStore } from '../rollups/rollup-store.ts';
import { defaultReportSettings } from './report-settings-store.ts';
import { createReportStore } from './report-store.ts';

const startMs = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
const nowMs = startMs + dayMs;
let made: TemplateDatabase;
let tenant: string;

/** Twelve causes, each of another break of 60 s, and what a session lost for it. */
const planted: readonly [LossReason, lostMs: number][] = [
  ['AD_SERVER_TIMEOUT', 60_000],
  ['AD_SERVER_UNREACHABLE', 60_000],
  ['VAST_INVALID', 60_000],
  ['NO_ADS', 60_000],
  ['WRAPPER_LIMIT', 60_000],
  ['NEW_CREATIVE', 15_000],
  ['NO_VARIANT_MATCH', 20_000],
  ['CREATIVE_UNREACHABLE', 30_000],
  ['ANSWER_TOO_SHORT', 7_501],
  ['EARLY_RETURN', 11_003],
  ['DECISION_TIMEOUT', 60_000],
  ['NOT_REQUESTED', 4_999],
];
const sessionsOf = (index: number) => 1_000 + index * 17;

function sumsOf([reason, lostMs]: readonly [LossReason, number], index: number): BreakSums {
  const sessions = sessionsOf(index);
  const { owner } = lossGuides[reason];
  const outcome = reason === 'AD_SERVER_TIMEOUT' ? 'late' : 'inTime';
  return {
    startedAtMs: startMs + index * 600_000,
    announcedMs: 60_000,
    observedMs: 60_000,
    counts: {
      sessions,
      offeredMs: sessions * 60_000,
      askedMs: sessions * 60_000,
      seenMs: sessions * (60_000 - lostMs),
      adsSeen: sessions,
    },
    losses: [{ reason, owner, lostMs: sessions * lostMs, count: sessions }],
    demand: [demandOf({ url: 'https://ads.test/vast', hop: 0, outcome, tookMs: 90 + index * 100 })],
  };
}

beforeAll(async () => {
  made = await templateDatabase({ clock: fixedClock(nowMs) });
  tenant = await addTenant(made.database);
  const events = planted.map(
    (cause, index): StitcherEvent => ({
      ...{ type: 'break', atMs: startMs + index * 600_000, session: '', viewer: '' },
      ...{ tenant, channel: index % 2 === 0 ? 'even' : 'odd', breakId: `b${index}` },
      sums: sumsOf(cause, index),
    }),
  );
  const batch = foldEvents(events, { writer: 'w', seq: 1, segmentAtMs: nowMs });
  await createRollupStore(made.database).apply(batch);
});
afterAll(() => made.drop());

async function read(
  reportName: string,
  change: Partial<typeof defaultReportSettings> = {},
  start = startMs,
) {
  const report = shippedReports.find(({ definition }) => definition.reportName === reportName);
  const settings = { ...defaultReportSettings, ...change };
  const query = {
    ...{ start, end: nowMs, interval: reportIntervals.days },
    ...{ channelIds: [], campaignName: '', reportParams: { instance: 0, keys: [] } },
  };
  const edges = edgesOf(query, { ...settings, widthMinutes: 60 });
  if ('code' in edges || !report) return expect.fail();
  return createReportStore(made.database).read(tenant, settings, ({ figures, newestMs }) =>
    runReport(report, query, edges, { figures, newestMs, settings, nowMs }),
  );
}

const offeredMs = planted.reduce((sum, _cause, index) => sum + sessionsOf(index) * 60_000, 0);
const lostMs = planted.reduce((sum, [, lost], index) => sum + sessionsOf(index) * lost, 0);

test('REC-001 REC-003 twelve planted causes: the funnel adds up to the millisecond, each cause is named with its owner', async () => {
  const funnel = await read('break-funnel');
  expect(funnel.labels).toEqual(['Offered', 'Asked', 'Answered', 'Usable', 'Placed', 'Seen']);
  expect([funnel.metrics[0], funnel.metrics[5]]).toEqual([offeredMs, offeredMs - lostMs]);
  const lost = await read('lost-ad-time');
  expect(lost.metrics).toEqual([(funnel.metrics[0] ?? 0) - (funnel.metrics[5] ?? 0)]);
  const rows = lost.series.map(({ name, data }) => [name, data[0], data[1]]);
  const expected = planted
    .map(([reason, ms], index) => [reason, lossGuides[reason].owner, ms * sessionsOf(index)])
    .sort((a, b) => Number(b[2]) - Number(a[2]));
  expect(rows).toEqual(expected);
});

test('lost revenue is lost time at the price of the company, and unknown without a price', async () => {
  const priced = await read('lost-revenue', { cpm: 20, cpmAdSeconds: 20, currency: 'CHF' });
  expect(priced.labels).toEqual(['Reason', 'Owner', 'Lost', 'CHF']);
  // 20 francs buy 1,000 × 20 s, so that a second costs a thousandth of a franc.
  expect(priced.metrics).toEqual([Math.round(lostMs / 10_000) / 100]);
  expect((await read('lost-revenue')).metrics).toEqual([null]);
});

test('demand sources have their outcomes and percentiles; fills are quotients of sums', async () => {
  const demand = await read('demand-sources');
  expect(demand.series).toEqual([
    { name: 'ads.test', key: 'ads.test', data: [0, 12, 11, 1, 0, 0, 800, 1_200] },
  ]);
  const fills = await read('three-fills');
  expect(fills.series.map(({ name }) => name)).toEqual(['odd', 'even']);
  const seen = planted.reduce(
    (sum, [, lost], index) => sum + (index % 2 ? sessionsOf(index) * (60_000 - lost) : 0),
    0,
  );
  const offered = planted.reduce(
    (sum, _, index) => sum + (index % 2 ? sessionsOf(index) * 60_000 : 0),
    0,
  );
  expect(fills.series[0]?.data).toEqual([6, offered, 0, 0, seen / offered]);
});

test('the breaks behind a figure are those with most lost time, of the reason and the owner', async () => {
  const all = { startMs, endMs: nowMs, channelIds: [], reason: '', owner: '', limit: 3 };
  const store = createReportStore(made.database);
  const [worst, ...more] = await store.breaks(tenant, all);
  expect(more).toHaveLength(2);
  expect(worst).toMatchObject({
    channelId: 'even',
    breakId: 'b10',
    startedAt: new Date(startMs + 6_000_000).toISOString(),
    sessions: sessionsOf(10),
    losses: [{ reason: 'DECISION_TIMEOUT', owner: 'us' }],
  });
  const ofViewers = await store.breaks(tenant, { ...all, owner: 'viewer' });
  expect(ofViewers.map(({ breakId }) => breakId)).toEqual(['b11']);
  const ofReason = await store.breaks(tenant, { ...all, reason: 'NO_ADS', channelIds: ['odd'] });
  expect(ofReason.map(({ breakId }) => breakId)).toEqual(['b3']);
  const nobody = await addTenant(made.database);
  expect(await store.breaks(nobody, all)).toEqual([]);
});

test('the breaks behind a stage of the funnel are those that lost time before it, most first', async () => {
  const company = await addTenant(made.database);
  // Break n loses (n + 1) s before stage n, and nothing elsewhere; break 5 loses 9 s before the first.
  const left = (each: number, stage: number) => {
    if (each === 5) return 51_000;
    return stage < each ? 60_000 : 60_000 - (each + 1) * 1_000;
  };
  const events = [0, 1, 2, 3, 4, 5].map(
    (index): StitcherEvent => ({
      ...{ type: 'break', atMs: startMs + index, session: '', viewer: '', tenant: company },
      ...{ channel: 'c', breakId: `b${index}` },
      sums: {
        ...{ startedAtMs: startMs + index, announcedMs: 60_000, observedMs: 60_000 },
        counts: {
          ...{ sessions: 1, offeredMs: 60_000 },
          ...Object.fromEntries(breakStages.map((stage, at) => [`${stage}Ms`, left(index, at)])),
        },
        ...{ losses: [], demand: [] },
      },
    }),
  );
  const batch = foldEvents(events, { writer: 'w', seq: 2, segmentAtMs: nowMs });
  await createRollupStore(made.database).apply(batch);
  const store = createReportStore(made.database);
  const all = { startMs, endMs: nowMs, channelIds: [], reason: '', owner: '', limit: 50 };
  const behind = async (stage: BreakStage) =>
    (await store.breaks(company, { ...all, stage })).map(({ breakId }) => breakId);
  expect(await behind('asked')).toEqual(['b5', 'b0']);
  expect(await behind('answered')).toEqual(['b1']);
  expect(await behind('usable')).toEqual(['b2']);
  expect(await behind('placed')).toEqual(['b3']);
  expect(await behind('seen')).toEqual(['b4']);
});

test('SEC-S4 breaks, losses and demand of a company are in no figure of another', async () => {
  const stranger = await addTenant(made.database);
  const all = { startMs, endMs: nowMs, channelIds: [], reason: '', owner: '', limit: 3 };
  const store = createReportStore(made.database);
  expect(await store.breaks(stranger, all)).toEqual([]);
  const scope = { edges: [startMs, nowMs], channelIds: [], campaign: '' };
  const sums = await store.read(stranger, defaultReportSettings, ({ figures }) =>
    Promise.all([figures.breaks(scope), figures.losses(scope), figures.demand(scope)]),
  );
  expect(sums).toEqual([[], [], []]);
});

test('breaks that became sums of a day keep their time, and are not counted as one', async () => {
  const dayStartMs = startMs - (startMs % 86_400_000);
  const before = await read('three-fills', {}, dayStartMs);
  await createBreakRecordStore(made.database).purge({
    recordsMs: 0,
    factsMs: nowMs + 86_400_000,
  });
  const after = await read('three-fills', {}, dayStartMs);
  const withoutBreaks = before.series.map(({ data, ...line }) => ({
    ...line,
    data: [null, ...data.slice(1)],
  }));
  expect(after.series).toEqual(withoutBreaks);
});
