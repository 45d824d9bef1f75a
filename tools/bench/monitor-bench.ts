/**
 * Cost of one monitor process with many live channels: processor, memory, and the load on its database; and the cost of
 * decoding one splice.
 * Sources and outputs are written by another process. `BENCH_CHANNELS` (200) and `BENCH_SECONDS` (60) set the size.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, contract, maxHealthChannels } from '@interlude/contract/api';
import { signIn } from '../sign-in.ts';
import { spawnPlatform } from '../spawn-platform.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';
import { monitoredInput, startMonitoredServer } from './monitored-channels.ts';
import { cpuMs, cpuWithEndedMs, memoryMb, processTree } from './process-figures.ts';
import { benchSplices } from './splice-bench.ts';

const channels = Number(process.env['BENCH_CHANNELS'] ?? 200);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** Channels are taken 50 at once, and each opens a session. */
const warmMs = 25_000;
const openMs = 60_000;
const atOnce = 10;

const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

/** The process of the role, and those of PostgreSQL. */
async function processesOf(launcher: number) {
  const pids = await processTree(launcher);
  const commands = await Promise.all(pids.map(async (pid) => [pid, await commandOf(pid)] as const));
  const monitor = commands.find(([, command]) => /role-child\.ts\0monitor\b/.test(command))?.[0];
  if (monitor === undefined) throw new Error('the monitor has no process');
  const postgres = commands.filter(([, command]) => /postgres/.test(command));
  return { monitor, postgres: postgres.map(([pid]) => pid) };
}

async function create(client: Client, labUrl: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < channels; at += atOnce) {
    const made = Array.from({ length: Math.min(atOnce, channels - at) }, (_, index) =>
      client(contract.channels.create, { body: monitoredInput(at + index, labUrl) }),
    );
    ids.push(...(await Promise.all(made)).map(({ id }) => id));
  }
  return ids;
}

/** Channels that were looked at lately, and their open findings. */
async function healthOf(client: Client, ids: readonly string[]) {
  let watched = 0;
  let findings = 0;
  for (let at = 0; at < ids.length; at += maxHealthChannels) {
    const some = ids.slice(at, at + maxHealthChannels).join();
    for (const one of await client(contract.monitoring.health, { query: { channels: some } })) {
      watched += one.state === 'unwatched' ? 0 : 1;
      findings += one.openFindings;
    }
  }
  return { watched, findings };
}

/** Rules of open findings, with the number of channels that show them. */
async function ruleCounts(client: Client): Promise<string> {
  const incidents = await client(contract.monitoring.incidents, {});
  return incidents
    .map(({ rules, channelCount, cause }) => `${rules.join(' ')} (${cause}) on ${channelCount}`)
    .join('; ');
}

async function untilWatched(client: Client, ids: readonly string[]): Promise<void> {
  for (const endMs = Date.now() + openMs; ; await sleep(1_000)) {
    const { watched } = await healthOf(client, ids);
    if (watched === ids.length) return;
    if (Date.now() > endMs) throw new Error(`${watched} of ${ids.length} channels are watched`);
  }
}

export async function benchMonitor(): Promise<BenchRow[]> {
  const splices = await benchSplices();
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const server = await startMonitoredServer();
  const platform = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane,monitor'],
    env: { ...server.env },
  });
  try {
    const { client, tenantId } = await signIn(platform);
    const ids = await create(client, server.labUrl);
    await server.play(ids.map((id) => ({ id, tenantId })));
    await untilWatched(client, ids);
    await sleep(warmMs);
    const { monitor, postgres } = await processesOf(platform.pid);
    const before = { monitor: await cpuMs(monitor), postgres: await cpuWithEndedMs(postgres) };
    const startedMs = performance.now();
    let mostMb = 0;
    while (performance.now() - startedMs < seconds * 1_000) {
      await sleep(1_000);
      mostMb = Math.max(mostMb, await memoryMb([monitor]));
    }
    const tookMs = performance.now() - startedMs;
    const share = (ms: number) => (100 * ms) / tookMs;
    const monitorShare = share((await cpuMs(monitor)) - before.monitor);
    const after = await processesOf(platform.pid);
    const postgresShare = share((await cpuWithEndedMs(after.postgres)) - before.postgres);
    const { watched, findings } = await healthOf(client, ids);
    const what = `${channels} channels, ${Math.round(tookMs / 1_000)} s`;
    const rules = findings === 0 ? 'no finding is open' : `open: ${await ruleCounts(client)}`;
    return [
      againstTarget(`${what}: watched; ${rules}`, watched, {
        ...{ value: channels, unit: 'channels', better: 'higher' },
      }),
      againstTarget(`${what}: processor of the monitor`, monitorShare, {
        ...{ value: 100, unit: '% of a core', better: 'lower' },
      }),
      againstTarget(`${what}: memory of the monitor at most`, mostMb, {
        ...{ value: 512, unit: 'MB', better: 'lower' },
      }),
      againstTarget(`${what}: processor of PostgreSQL`, postgresShare, {
        ...{ value: 50, unit: '% of a core', better: 'lower' },
      }),
      ...splices,
    ];
  } finally {
    await platform.stop();
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
