import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Batch, BatchRefused, type StitcherEvent } from '@interlude/reporting';
import { createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import type { OperatorNotice } from './event-notices.ts';
import { EventPipeline, type EventPipelineOptions } from './event-pipeline.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-events-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const subject = { tenantId: 't1', channelId: 'c1', sessionId: 's1', viewerId: '', device: 'tv' };

async function pipelineOf(options: Pick<EventPipelineOptions, 'applyBatch'>) {
  const registry = createMetrics();
  const notices: OperatorNotice[] = [];
  const pipeline = new EventPipeline({
    ...options,
    dataFolder,
    clock: systemClock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(registry),
    notifyOperators: async (notice) => void notices.push(notice),
    limits: { rotateAfterEvents: 1, totalBytes: 1 },
  });
  await pipeline.start();
  const event: StitcherEvent = pipeline.recorder.event('impression', subject);
  const count = async (name: string) =>
    new RegExp(`^interlude_stitcher_${name}(?:{[^}]*})? (\\d+)`, 'm').exec(
      await registry.text(),
    )?.[1];
  return { pipeline, notices, event, count };
}

test('SEC-S28 the spool, also one of an earlier version, and what is set aside are closed to others', async () => {
  await mkdir(join(dataFolder, 'spool'), { mode: 0o755 });
  const { pipeline, event, count } = await pipelineOf({
    applyBatch: async ({ rows }) => {
      if (rows.length > 0) throw new BatchRefused('for good', undefined);
    },
  });
  await pipeline.recorder.record([event]);
  await expect.poll(() => count('events_set_aside_total')).toBe('1');
  const [writer = expect.fail()] = await readdir(join(dataFolder, 'spool'));
  for (const folder of ['spool', `spool/${writer}`, 'set-aside']) {
    const { mode } = await stat(join(dataFolder, folder));
    expect({ folder, mode: mode & 0o777 }).toEqual({ folder, mode: 0o700 });
  }
  await pipeline.stop();
});

describe('what operators see of events that are not counted', () => {
  test('SEC-S52 set aside: a metric, readiness, and a notification that names the command', async () => {
    const { pipeline, notices, event, count } = await pipelineOf({
      applyBatch: async ({ rows }) => {
        if (rows.length > 0) {
          throw new BatchRefused('PostgreSQL refuses it for good (SQLSTATE 54000)', undefined);
        }
      },
    });
    await pipeline.recorder.record([event]);
    await expect.poll(() => count('events_set_aside_total')).toBe('1');
    await expect
      .poll(() => pipeline.problem)
      .toBe('1 events are set aside; update Interlude, then run: npm start -- --replay-events');
    pipeline.observe();
    await expect.poll(() => count('events_aside')).toBe('1');
    const reason = 'PostgreSQL refuses it for good (SQLSTATE 54000)';
    const command = 'npm start -- --replay-events';
    expect(notices).toEqual([
      {
        topic: 'events.set-aside',
        content: `1 events are not counted and are set aside (${reason}). Update Interlude, then run: ${command}`,
        sentence: { key: 'eventsSetAside', values: { events: 1, reason, command } },
      },
    ]);
    await pipeline.stop();
    // So does the next process.
    const next = await pipelineOf({ applyBatch: async () => undefined });
    expect(next.pipeline.problem).toContain('1 events are set aside');
    await next.pipeline.stop();
  });

  test('SEC-S53 lost at the limit of the spool: a metric, readiness, and a notification', async () => {
    let isAway = true;
    const batches: Batch[] = [];
    const { pipeline, notices, event, count } = await pipelineOf({
      applyBatch: async (batch) => {
        if (isAway) {
          throw new Error('the database is away');
        }
        batches.push(batch);
      },
    });
    await pipeline.recorder.record([event]);
    await expect.poll(() => pipeline.problem).toContain('bytes of the spool wait for the database');
    await pipeline.recorder.record([event, event]);
    expect(pipeline.problem).toContain('2 events were lost since the start');
    expect(await count('events_lost_total')).toBe('2');
    isAway = false;
    await pipeline.stop();
    expect(batches).toHaveLength(1);
    expect(notices.map(({ topic }) => topic)).toEqual(['events.lost']);
    expect(notices[0]?.content).toContain('2 events are lost');
  });
});
