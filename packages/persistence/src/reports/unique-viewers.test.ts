import {
  estimateUniques,
  type FigureScope,
  foldEvents,
  mergeSketches,
  type StitcherEvent,
  sketchOf,
} from '@interlude/reporting';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRollupStore } from '../rollups/rollup-store.ts';
import { createReportStore } from './report-store.ts';

const dayMs = 86_400_000;
/** The last two days of January, and the first one of February. */
const days = [30, 31, 32].map((day) => Date.UTC(2026, 0, day));
let made: TemplateDatabase;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase();
  tenant = await addTenant(made.database);
  const rollups = createRollupStore(made.database);
  for (const [index, dayStart] of days.entries()) {
    const segmentAtMs = dayStart + dayMs;
    await rollups.apply(foldEvents(eventsOf(index), { writer: 'w', seq: index + 1, segmentAtMs }));
  }
});
afterAll(() => made.drop());

const channels = ['c1', 'c2', 'c3'];
/** So many that each sketch has 16 kB: those of a month do not fit into one row. */
const crowd = (day: number, channel: number): string[] =>
  Array.from({ length: 20_000 }, (_, viewer) => `v${viewer + day * 4_000 + channel * 10_000}`);
const few = (day: number): string[] => ['x', `of day ${day}`];

function* eventsOf(day: number): Generator<StitcherEvent> {
  for (const [index, channel] of channels.entries()) {
    const viewers = { DE: crowd(day, index), AT: index === 0 ? few(day) : [] };
    for (const [country, names] of Object.entries(viewers)) {
      for (const viewer of names) {
        yield {
          ...{ type: 'impression', atMs: (days[day] ?? 0) + 60_000, tenant, channel, session: 's' },
          ...{ viewer, country },
        };
      }
    }
  }
}

const uniques = (
  viewerIdPolicy: 'daily' | 'monthly',
  channelIds: FigureScope['channelIds'] = [],
  edges = [days[0] ?? 0, (days[2] ?? 0) + dayMs],
) =>
  createReportStore(made.database).read(
    tenant,
    { timeZone: 'UTC', viewerIdPolicy },
    ({ figures }) => figures.uniques({ edges, channelIds, campaign: '' }, 'country'),
  );

/** Viewers of a country as one sketch of all. */
function counted(of: readonly number[], inChannels: readonly number[]): number {
  const sketches = of.flatMap((day) => inChannels.map((channel) => sketchOf(crowd(day, channel))));
  return estimateUniques(mergeSketches(sketches));
}

test('viewers of a month are united over days and channels, those of two months added', async () => {
  expect(await uniques('monthly')).toEqual([
    { value: 'AT', viewers: 3 + 2 },
    { value: 'DE', viewers: counted([0, 1], [0, 1, 2]) + counted([2], [0, 1, 2]) },
  ]);
});

test('viewers of days are added when a name is kept for a day', async () => {
  const ofDays = [0, 1, 2].map((day) => counted([day], [0, 1, 2]));
  expect(await uniques('daily')).toEqual([
    { value: 'AT', viewers: 2 + 2 + 2 },
    { value: 'DE', viewers: ofDays.reduce((sum, viewers) => sum + viewers) },
  ]);
});

test('viewers of some channels and of a part of the days', async () => {
  const last = [days[1] ?? 0, (days[2] ?? 0) + dayMs];
  expect(await uniques('monthly', ['c2', 'c3'], last)).toEqual([
    { value: 'DE', viewers: counted([1], [1, 2]) + counted([2], [1, 2]) },
  ]);
  expect(await uniques('monthly', ['unknown'])).toEqual([]);
});
