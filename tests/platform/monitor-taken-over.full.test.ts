/** Two monitors on one database, in real time: one is killed with everything below it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { openDatabase } from '@interlude/persistence';
import { createLogger, systemClock } from '@interlude/runtime';
import { emptyDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import {
  monitoredInput,
  monitoredSecretKey,
  startMonitoredServer,
} from '../../tools/bench/monitored-channels.ts';
import { processTree } from '../../tools/bench/process-figures.ts';
import { signIn } from '../../tools/sign-in.ts';
import { exitCode, spawnedPassword, spawnPlatform } from '../../tools/spawn-platform.ts';

const channels = 4;
/** Before the end, and behind it. */
const watchMs = 40_000;
const takenWithinMs = 10_000;
const longestGapMs = 30_000;

const undos: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of undos.reverse()) await undo();
}, 60_000);

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'interlude-taken-'));
  undos.push(() => rm(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return made;
}

test('SEC-S90 a monitor that is killed is replaced within 10 s, and the record has no gap over 30 s', async () => {
  const made = await emptyDatabase();
  undos.push(() => made.drop());
  const server = await startMonitoredServer();
  undos.push(() => server.stop());
  const start = async (roles: string) => {
    const platform = await spawnPlatform({
      dataFolder: await folder(),
      args: ['--roles', roles],
      env: { ...server.env, DATABASE_URL: made.url, INTERLUDE_ADMIN_PASSWORD: spawnedPassword },
    });
    undos.push(() => platform.stop());
    return platform;
  };
  const { client, tenantId } = await signIn(await start('control-plane'));
  const ids: string[] = [];
  for (let index = 0; index < channels; index += 1) {
    const body = monitoredInput(index, server.labUrl);
    ids.push((await client(contract.channels.create, { body })).id);
  }
  await server.play(ids.map((id) => ({ id, tenantId })));
  const database = await openDatabase({
    ...{ dataFolder: await folder(), databaseUrl: made.url, secretKey: monitoredSecretKey },
    ...{ clock: systemClock, logger: createLogger({ name: 'test', level: 'silent' }) },
  });
  undos.push(() => database.stop());
  /** Channels by the monitor that holds them. */
  const leases = async () => {
    const { rows } = await sql<{ monitor: string; channel: string }>`
      select monitor, channel_id as channel from monitor_leases where held_until >= now()`.execute(
      database.system,
    );
    return Map.groupBy(rows, ({ monitor }) => monitor);
  };
  const dying = await start('monitor');
  await expect.poll(async () => (await leases()).size, { timeout: 30_000 }).toBe(1);
  const [first = ''] = (await leases()).keys();
  await start('monitor');
  await expect.poll(async () => (await leases()).size, { timeout: 30_000 }).toBe(2);
  const held = (await leases()).get(first)?.map(({ channel }) => channel) ?? [];
  expect(held.length).toBe(channels / 2);
  await sleep(watchMs);

  const killedAtMs = Date.now();
  for (const pid of await processTree(dying.pid)) process.kill(pid, 'SIGKILL');
  await exitCode(dying.child);
  const isTaken = async () => {
    const now = await leases();
    return !now.has(first) && [...now.values()].flat().length === channels;
  };
  await expect.poll(isTaken, { timeout: takenWithinMs, interval: 200 }).toBe(true);
  expect(Date.now() - killedAtMs).toBeLessThanOrEqual(takenWithinMs);
  await sleep(watchMs);

  const endMs = Date.now();
  for (const id of held) {
    const { values } = await client(contract.monitoring.timeline, { query: { channel: id } });
    for (const lane of values) {
      const listed = lane.filter(({ kind }) => kind !== 'period' && kind !== 'event');
      const loads = listed.map(({ loadTime }) => loadTime);
      expect(loads.some((ms) => ms < killedAtMs)).toBe(true);
      expect(loads.some((ms) => ms > killedAtMs + takenWithinMs)).toBe(true);
      // By start: the monitor that takes over reads the segments of the window again.
      const starts = listed.map(({ start: at }) => at).toSorted((a, b) => a - b);
      const gaps = [...starts.slice(1), endMs].map((ms, index) => ms - (starts[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(longestGapMs);
    }
  }
  const { length } = await client(contract.monitoring.health, { query: { channels: ids.join() } });
  expect(length).toBe(channels);
}, 300_000);
