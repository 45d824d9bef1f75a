/**
 * Processes of roles: their memory at rest, and their ends: each one killed, suspended while the platform stops, ended
 * with the launcher.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, contract } from '@interlude/contract/api';
import { roleNames } from '@interlude/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryMb, processTree } from '../../tools/bench/process-figures.ts';
import { signIn } from '../../tools/sign-in.ts';
import { exitCode, type SpawnedPlatform, spawnPlatform } from '../../tools/spawn-platform.ts';
import { launcherRuns } from './launcher-runs.suite.ts';
import { killHard, postmasterPid } from './postgres-processes.ts';
import { isAlive, pidOf, rolePids } from './role-processes.ts';

const here = launcherRuns();

const living = async (pids: Iterable<number>) =>
  (await Promise.all([...pids].map(isAlive))).filter((alive) => alive).length;

const entriesOf = (lines: readonly string[]) =>
  lines.map((line): Record<string, unknown> => JSON.parse(line));

/** Worker and monitor start when the others are ready; after an end the control plane is away for a moment. */
async function allRun(client: Client): Promise<void> {
  const states = async () => {
    const { roles } = await client(contract.platformRoles.list, {}).catch(() => ({ roles: [] }));
    return roles.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 20_000 }).toEqual(roleNames.map(() => 'running'));
}

const labStatus = z.object({ state: z.string() });

async function labIsPrepared(labUrl: string): Promise<void> {
  const state = async () => labStatus.parse(await (await fetch(`${labUrl}/status`)).json()).state;
  await expect.poll(state, { timeout: 300_000, interval: 1_000 }).toBe('ready');
}

async function start(lines: string[] = []): Promise<SpawnedPlatform> {
  return spawnPlatform({ dataFolder: here.dataFolder, onLine: (line) => lines.push(line) });
}

/** Earliest rest: start-up garbage is collected and pools have closed idle connections. */
const REST_MS = 20_000;
/** On a busy machine roles start late, and rest as much later. */
const LATEST_REST_MS = 60_000;
/** Of design: all processes with PostgreSQL, at rest. */
const MOST_MB = 512;

it(`all processes together take at most ${MOST_MB} MB at rest`, async () => {
  // the first start prepares the media of the lab and the cache of compiled modules, which are not part of the rest
  const first = await start();
  await labIsPrepared(first.labUrl);
  await first.stop();
  const platform = await start();
  await sleep(REST_MS);
  const takenMb = async () => {
    const tree = await processTree(platform.pid);
    const sumMb = await memoryMb(tree);
    process.stdout.write(`${Math.round(sumMb)} MB in ${tree.length} processes\n`);
    return sumMb;
  };
  const latest = { timeout: LATEST_REST_MS - REST_MS, interval: 2_000 };
  await expect.poll(takenMb, latest).toBeLessThan(MOST_MB);
  expect(await platform.stop()).toBe(0);
}, 400_000);

describe('SEC-S66 the end of any role', () => {
  it('leaves the others running, and it comes back', async () => {
    const lines: string[] = [];
    const platform = await start(lines);
    const { client } = await signIn(platform);
    for (const role of roleNames) {
      const before = await rolePids(platform.pid);
      killHard(await pidOf(platform.pid, role));
      const restarted = async () => (await rolePids(platform.pid)).get(role) ?? before.get(role);
      await expect.poll(restarted, { timeout: 20_000 }).not.toBe(before.get(role));
      for (const [other, pid] of before) {
        if (other !== role) expect((await rolePids(platform.pid)).get(other)).toBe(pid);
      }
      await allRun(client);
    }
    const ready = [platform.consoleUrl, platform.stitcherUrl, platform.labUrl];
    for (const url of ready) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const figures = await (await fetch(`${platform.consoleUrl}/metrics`)).text();
    expect(figures).toContain('interlude_role_up{role="stitcher"} 1');
    expect(figures).toContain('interlude_role_restarts{role="stitcher"} 1');
    expect(await platform.stop()).toBe(0);
    // every line is one of the log, also those of processes that were killed
    expect(entriesOf(lines).every((entry) => typeof entry['msg'] === 'string')).toBe(true);
  });
});

describe('SEC-S67 no process outlives its launcher', () => {
  it('SIGTERM stops the roles backwards, the database last', async () => {
    const lines: string[] = [];
    const platform = await start(lines);
    // A role that is still starting ends only after its start, which may take longer than the wait for it.
    await allRun((await signIn(platform)).client);
    const pids = (await rolePids(platform.pid)).values();
    expect(await platform.stop()).toBe(0);
    expect(await living(pids)).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
    const stopped = entriesOf(lines).filter(
      (entry) => entry['msg'] === 'stopped' && entry['role'] === undefined,
    );
    expect(stopped.map((entry) => entry['what'])).toEqual([
      'monitor',
      'worker',
      'lab',
      'stitcher',
      'control-plane',
      'database',
    ]);
  });

  it('Ctrl-C, which a terminal sends to every process, does the same', async () => {
    const platform = await start();
    const pids = [...(await rolePids(platform.pid)).values()];
    for (const pid of [...pids, platform.pid]) process.kill(pid, 'SIGINT');
    expect(await exitCode(platform.child)).toBe(0);
    expect(await living(pids)).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
  });

  it('a role that is frozen keeps neither the others nor the database from stopping', async () => {
    const lines: string[] = [];
    const platform = await start(lines);
    const pids = [...(await rolePids(platform.pid)).values()];
    process.kill(await pidOf(platform.pid, 'worker'), 'SIGSTOP');
    expect(await platform.stop()).toBe(0);
    expect(await living(pids)).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
    const stopped = entriesOf(lines).filter((entry) => entry['msg'] === 'stopped');
    expect(stopped.map((entry) => entry['what'])).toEqual(
      expect.arrayContaining(['stitcher', 'control-plane', 'lab', 'database']),
    );
  });

  it('PROCESSES=one has no other process, and stops in order', async () => {
    const platform = await spawnPlatform({
      dataFolder: here.dataFolder,
      env: { PROCESSES: 'one', INTERLUDE_DEMO: 'off' },
    });
    expect([...(await rolePids(platform.pid)).keys()]).toEqual([]);
    const { client } = await signIn(platform);
    expect(await client(contract.platformRoles.list, {})).toEqual({ roles: [] });
    expect(await platform.stop()).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
  });
});
