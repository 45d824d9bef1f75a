/**
 * Every report over 30 days and 5 channels with the 30 days before, over HTTP, from one control plane with the embedded
 * database. Events are folded and added as a stitcher does, except that all events of a day are counted in its first
 * quarter of an hour, because these reports read days, and 96 times as many rows take hours to add; minutes of viewers
 * keep their times, one minute in fifteen. Hours and day sums are made as a worker does. `BENCH_EVENTS` sets the number
 * (10,000,000).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportIntervals } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { createRollupStore, openDatabase } from '@interlude/persistence';
import { foldEvents, type StitcherEvent, shippedReports } from '@interlude/reporting';
import { createLogger, loadSecretKey, systemClock } from '@interlude/runtime';
import { sql } from 'kysely';
import { signIn } from '../sign-in.ts';
import { spawnPlatform } from '../spawn-platform.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';

const dayMs = 86_400_000;
const quarterMs = 900_000;
const events = Number(process.env['BENCH_EVENTS'] ?? 10_000_000);
/** The company that is measured has a fifth of all events, on 5 of its 10 channels. */
const companies = 5;
const channels = 10;
const days = 60;
const rounds = 20;
const minutesKeptMs = 2 * dayMs;

/** Linear congruential, of 32 bits: fast, and the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const types: readonly StitcherEvent['type'][] = [
  ...(['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const),
  ...(['avail', 'adRequest', 'view', 'sessionStart'] as const),
];

/** Events of one day, in groups that happen together: a viewer meets a break, and sees an ad of it to its end. */
function* madeEvents(tenants: readonly string[], startMs: number): Generator<StitcherEvent> {
  const random = randomOf(startMs);
  const pick = (count: number) => Math.floor(random() ** 2 * count);
  const views = Math.floor(events / days / types.length);
  const step = dayMs / views;
  for (let index = 0; index < views; index += 1) {
    const viewer = pick(100_000);
    const creative = pick(300);
    const event = {
      atMs: Math.floor(startMs + index * step),
      tenant: tenants[index % tenants.length] ?? '',
      channel: `channel-${pick(channels)}`,
      session: '',
      country: `${String.fromCharCode(65 + (viewer % 8))}${String.fromCharCode(65 + (viewer % 7))}`,
      device: `device ${viewer % 12}`,
      durationMs: 10_000,
    };
    for (const type of types) {
      yield {
        ...{ ...event, type },
        viewer: type === 'view' ? '' : viewer.toString(16).padStart(16, '0'),
        ...(type !== 'view' &&
          type !== 'avail' && {
            creative: `creative-${creative}`,
            // A creative belongs to one campaign.
            campaign: `campaign-${creative % 20}`,
          }),
      };
    }
  }
}

function* inFirstQuarter(made: Iterable<StitcherEvent>, startMs: number): Generator<StitcherEvent> {
  for (const event of made) yield { ...event, atMs: startMs + (event.atMs % quarterMs) };
}

function* viewsOf(made: Iterable<StitcherEvent>): Generator<StitcherEvent> {
  for (const event of made) {
    if (event.type === 'view') yield event;
  }
}

/** The pace of adding is that of `ingest`: here events are spread over 60 days, so that few of them share a row. */
async function fill(dataFolder: string, tenant: string, endMs: number): Promise<void> {
  const database = await openDatabase({
    dataFolder,
    logger: createLogger({ name: 'bench', level: 'error' }),
    clock: systemClock,
    secretKey: await loadSecretKey({ dataFolder }),
  });
  const rollups = createRollupStore(database);
  const tenants = [
    tenant,
    ...Array.from({ length: companies - 1 }, (_, index) => `other-${index}`),
  ];
  try {
    for (let seq = 1; seq <= days; seq += 1) {
      const startMs = endMs - (days - seq + 1) * dayMs;
      const options = { writer: 'bench', segmentAtMs: startMs + dayMs };
      const made = () => madeEvents(tenants, startMs);
      const counted = foldEvents(inFirstQuarter(made(), startMs), { ...options, seq: 2 * seq });
      await rollups.apply({
        ...counted,
        rows: counted.rows.filter(({ grain }) => grain === 'hour'),
      });
      const watched = foldEvents(viewsOf(made()), { ...options, seq: 2 * seq + 1 });
      const minutes = watched.rows.filter(
        ({ grain, bucket }) => grain === 'minute' && bucket % 15 === 0,
      );
      await rollups.apply({ ...watched, rows: minutes });
      const minutesMs = Math.min(startMs + dayMs, endMs - minutesKeptMs);
      await rollups.purge({ minutesMs, hoursMs: 0, daysMs: 0, ledgerMs: 0 });
      process.stderr.write(`${seq} of ${days} days are made\n`);
    }
    await rollups.sumDays();
    await sql`vacuum analyze rollups_hour, day_sums, viewer_sketches`.execute(database.system);
  } finally {
    await database.stop();
  }
}

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;

export async function benchReports(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const platform = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane'],
    env: { INTERLUDE_DEMO: 'off' },
  });
  try {
    const { tenantId } = await signIn(platform);
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    await fill(dataFolder, tenantId, end);
    // A token ends sooner than millions of events are added.
    const { client } = await signIn(platform);
    const systems = await client(contract.systems.listSummary, {});
    const id = systems.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
    const channelIds = Array.from({ length: 5 }, (_, index) => `channel-${index}`).join();
    const month = 30 * dayMs;
    const all: number[] = [];
    const first: number[] = [];
    const rows: BenchRow[] = [];
    for (const { definition } of shippedReports) {
      const params = { id, chart: definition.reportName };
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const startedMs = performance.now();
        const query = { interval: reportIntervals.days, channelIds };
        const main = await client(contract.reports.read, {
          params,
          query: { ...query, start: end - month, end },
        });
        const compared = await client(contract.reports.read, {
          params,
          query: {
            ...{ ...query, start: end - 2 * month, end: end - month },
            reportParams: JSON.stringify(main.reportParams ?? {}),
          },
        });
        const failed = main.code ?? compared.code;
        if (failed) throw new Error(`${definition.reportName}: ${failed}`);
        // The first round warms up: it reads the past days that the process then caches.
        (round > 0 ? times : first).push(performance.now() - startedMs);
      }
      all.push(...times);
      rows.push(
        againstTarget(`${definition.title}, p95 of both periods`, percentile(times, 0.95), {
          ...{ value: 150, unit: 'ms', better: 'lower' },
        }),
      );
    }
    return [
      againstTarget(
        `all reports, ${events.toLocaleString('en-US')} events, p95`,
        percentile(all, 0.95),
        {
          ...{ value: 150, unit: 'ms', better: 'lower' },
        },
      ),
      ...rows,
      againstTarget('slowest report at its first look, both periods', Math.max(...first), {
        ...{ value: 1_000, unit: 'ms', better: 'lower' },
      }),
    ];
  } finally {
    await platform.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
