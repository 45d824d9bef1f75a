/**
 * Counting at the pace of 100,000 viewers: the event pipeline of a stitcher writes events to the spool, folds them and
 * adds them to the embedded database. The cost of counting is this process's time without that of making the events.
 * Then the database is unavailable for a while, and the waiting events are counted afterwards.
 * `BENCH_SECONDS` (60) and `BENCH_AWAY_SECONDS` (60) set the times, `BENCH_PER_SECOND` (62,000) the pace.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRollupStore, openDatabase, type RollupStore } from '@interlude/persistence';
import type { Batch, EventType } from '@interlude/reporting';
import { createLogger, createMetrics, loadSecretKey, newId, systemClock } from '@interlude/runtime';
import { EventPipeline } from '../../apps/stitcher/src/events/event-pipeline.ts';
import type { EventRecorder, EventSubject } from '../../apps/stitcher/src/events/event-recorder.ts';
import { spoolLimits } from '../../apps/stitcher/src/events/spool-writer.ts';
import { createStitcherMetrics } from '../../apps/stitcher/src/metrics.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';

const perSecond = Number(process.env['BENCH_PER_SECOND'] ?? 62_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const awaySeconds = Number(process.env['BENCH_AWAY_SECONDS'] ?? 60);
const warmSeconds = 10;
const tickMs = 10;
const viewers = 100_000;
/** Events that one request of a viewer causes; recorded together. */
const perRequest = 2;
const countWithinMs = 600_000;

const types: readonly EventType[] = [
  ...(['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const),
  ...(['avail', 'adRequest', 'view', 'sessionStart'] as const),
];

/** Texts are those of a decision, which all events of its ads share. */
const named = (what: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${what}-${index}`);
const breakIds = named('break', 1_000);
const creatives = named('creative', 300);
const campaigns = named('campaign', 20);

const subjectOf = (tenantId: string, viewer: number): EventSubject => ({
  tenantId,
  channelId: `channel-${viewer % 25}`,
  sessionId: viewer.toString(36).padStart(22, 's'),
  viewerId: viewer.toString(16).padStart(16, '0'),
  device: `device ${viewer % 12}`,
  country: ['DE', 'AT', 'CH', 'FR', 'US'][viewer % 5],
});

interface Made {
  readonly events: number;
  readonly impressions: number;
  /** Of this process, user and system. */
  readonly cpuMs: number;
  readonly tookMs: number;
}

/** Makes events at the pace, as the sessions of a stitcher do, and counts them or drops them. */
async function makeEvents(
  recorder: EventRecorder,
  subjects: readonly EventSubject[],
  forSeconds: number,
  isCounted: boolean,
): Promise<Made> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  let [events, impressions] = [0, 0];
  const make = () => {
    const type = types[events % types.length] ?? 'view';
    const [anyone] = subjects;
    const subject = subjects[(events * 7_919) % subjects.length] ?? anyone;
    if (subject === undefined) throw new Error('there is no viewer');
    events += 1;
    impressions += type === 'impression' ? 1 : 0;
    return recorder.event(type, subject, {
      breakId: breakIds[(events >> 16) % breakIds.length],
      slot: events & 3,
      durationMs: 10_000,
      creative: creatives[events % creatives.length],
      campaign: campaigns[events % campaigns.length],
    });
  };
  for (;;) {
    const tookMs = performance.now() - startedMs;
    if (tookMs >= forSeconds * 1_000) break;
    for (const due = Math.floor((tookMs / 1_000) * perSecond); events < due; ) {
      const together = Array.from({ length: perRequest }, make);
      if (isCounted) recorder.note(...together);
    }
    await sleep(tickMs);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    events,
    impressions,
    cpuMs: (user + system) / 1_000,
    tookMs: performance.now() - startedMs,
  };
}

const shareOf = ({ cpuMs, tookMs }: Made) => (100 * cpuMs) / tookMs;

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function countedOf(rollups: RollupStore, tenantId: string): Promise<number> {
  const today = Math.floor(Date.now() / 86_400_000);
  const days = await rollups.usage(tenantId, today - 1, today + 2);
  return days.reduce((sum, { adEvents }) => sum + adEvents, 0);
}

/** ms until all impressions were counted. */
async function untilCounted(rollups: RollupStore, tenantId: string, wanted: number) {
  const startedMs = performance.now();
  for (;;) {
    const counted = await countedOf(rollups, tenantId);
    const tookMs = performance.now() - startedMs;
    if (counted > wanted) throw new Error(`${counted} of ${wanted} impressions were counted`);
    if (counted === wanted) return tookMs;
    if (tookMs > countWithinMs) throw new Error(`${counted} of ${wanted} impressions were counted`);
    await sleep(500);
  }
}

export async function benchIngest(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const logger = createLogger({ name: 'bench', level: 'fatal' });
  const secretKey = await loadSecretKey({ dataFolder });
  const database = await openDatabase({ dataFolder, logger, clock: systemClock, secretKey });
  const rollups = createRollupStore(database);
  const tenantId = newId();
  let isAway = false;
  const pipeline = new EventPipeline({
    ...{ dataFolder, logger, clock: systemClock },
    metrics: createStitcherMetrics(createMetrics()),
    applyBatch: (batch: Batch) =>
      isAway ? Promise.reject(new Error('the database is away')) : rollups.apply(batch),
  });
  try {
    await database.system
      .insertInto('tenants')
      .values({ id: tenantId, name: 'Bench', created_at: new Date() })
      .execute();
    await pipeline.start();
    const { recorder } = pipeline;
    const subjects = Array.from({ length: viewers }, (_, viewer) => subjectOf(tenantId, viewer));
    const bare = await makeEvents(recorder, subjects, warmSeconds, false);
    const warm = await makeEvents(recorder, subjects, warmSeconds, true);
    const counted = await makeEvents(recorder, subjects, seconds, true);
    await untilCounted(rollups, tenantId, warm.impressions + counted.impressions);
    isAway = true;
    const away = await makeEvents(recorder, subjects, awaySeconds, true);
    const spoolBytes = await bytesOf(join(dataFolder, 'spool'));
    isAway = false;
    const all = warm.impressions + counted.impressions + away.impressions;
    const behindMs = await untilCounted(rollups, tenantId, all);
    const perEvent = spoolBytes / away.events;
    const roomSeconds = spoolLimits.totalBytes / (perEvent * perSecond);
    const what = `${perSecond.toLocaleString('en-US')} events/s`;
    return [
      againstTarget(`${what}: made and counted in ${seconds} s`, counted.events / counted.tookMs, {
        ...{ value: (0.98 * perSecond) / 1_000, unit: '1,000/s', better: 'higher' },
      }),
      againstTarget(`${what}: processor beyond making them`, shareOf(counted) - shareOf(bare), {
        ...{ value: 30, unit: '% of a core', better: 'lower' },
      }),
      againstTarget(
        `${what}: database away for ${awaySeconds} s, counted behind, exact`,
        behindMs / 1_000,
        {
          ...{ value: awaySeconds, unit: 's', better: 'lower' },
        },
      ),
      againstTarget('the spool has room for a database that is away', roomSeconds, {
        ...{ value: 600, unit: 's', better: 'higher' },
      }),
    ];
  } finally {
    await pipeline.stop();
    await database.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
