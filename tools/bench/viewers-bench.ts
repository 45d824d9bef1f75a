/**
 * Live viewers with sessions of their own behind HAProxy with TLS, each of whom requests its playlist every six
 * seconds, while some channels have a break: how long answers take, and the processor time of each process. Origin,
 * ad server and viewers are on the same machine and have their share of it.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Dice } from '../../apps/stitcher/src/testing/dice.suite.ts';
import { Caller, SoakViewer } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import {
  testCertificate,
  testCertificateKey,
} from '../../packages/runtime/src/egress/test-certificate.suite.ts';
import { findBalancer } from '../find-balancer.ts';
import { freePorts } from '../free-ports.ts';
import { BenchOrigin } from './bench-origin.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';
import { eachAtOnce, joinSession } from './bench-sessions.ts';
import { cpuMs } from './process-figures.ts';
import type { ViewersJob, ViewersResult } from './viewers-client.ts';

/** Viewers of each round; those of the rounds before watch on. */
const AUDIENCES = (process.env['BENCH_VIEWERS'] ?? '25000,50000,100000').split(',').map(Number);
const CHANNELS = 25;
const EVERY_MS = 6_000;
const ROUND_MS = 60_000;
const CONNECTIONS = 400;
/** Of the channels: with a break of a channel every eight minutes this many have one in a round. */
const CHANNELS_WITH_BREAK = 3;
const JUDGED = 20;
const P99_TARGET_MS = 50;
/** Segments of a second, read once in each. */
const PACE_MS = 1_000;
/** Of the channels, seconds: breaks are known before the output reaches them, so that no playlist waits for its ads. */
const LIVE_DELAY = 8;

/** HAProxy that ends TLS for one stitcher and keeps connections on both sides. */
async function startBalancer(
  folder: string,
  stitcherPort: number,
): Promise<{ child: ChildProcess; port: number }> {
  const program = await findBalancer('haproxy');
  const [port = 0] = await freePorts(1);
  await writeFile(join(folder, 'viewers.pem'), `${testCertificate}\n${testCertificateKey}\n`);
  const configuration = `
global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 120s
    timeout server 35s
    option forwardfor
    http-reuse always
frontend viewers
    bind 127.0.0.1:${port} ssl crt ${join(folder, 'viewers.pem')}
    default_backend stitchers
backend stitchers
    server stitcher 127.0.0.1:${stitcherPort}
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  return { child, port };
}

function forked(file: string, ...args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    execArgv: ['--conditions=@interlude/source', '--max-semi-space-size=16'],
  });
}

/** Opens sessions until there are as many as `viewers`. */
async function joinAll(caller: Caller, paths: string[], viewers: number): Promise<void> {
  const missing = Array.from({ length: viewers - paths.length }, (_, at) => paths.length + at);
  await eachAtOnce(missing, async (index) => {
    const channel = index % CHANNELS;
    const id = await joinSession(caller, channel);
    paths[index] = `/hls/c${channel}/${id}/v0.m3u8`;
  });
}

/** Some viewers whose outputs are judged, until the signal. @returns their findings */
async function judge(caller: Caller, signal: AbortSignal): Promise<string[]> {
  const viewers = Array.from(
    { length: JUDGED },
    (_, at) => new SoakViewer(caller, `c${at % CHANNELS}`, new Dice(at)),
  );
  await Promise.all(
    viewers.map(async (viewer, at) => {
      await viewer.join();
      await sleep((EVERY_MS * at) / JUDGED);
      while (!signal.aborted) {
        await viewer.watch(Date.now());
        await sleep(EVERY_MS);
      }
    }),
  );
  return viewers.flatMap(({ findings }) =>
    findings.map(({ finding }) => `${finding.rule} ${finding.detail}`),
  );
}

async function breaksOf(origin: BenchOrigin, round: number): Promise<void> {
  for (let at = 0; at < CHANNELS_WITH_BREAK; at += 1) {
    await sleep(ROUND_MS / (CHANNELS_WITH_BREAK + 1));
    origin.breakOn((round * CHANNELS_WITH_BREAK + at) % CHANNELS);
  }
}

async function watched(client: ChildProcess, job: ViewersJob): Promise<ViewersResult> {
  const answer = once(client, 'message');
  client.send(job);
  const [result] = (await answer) as [ViewersResult];
  return result;
}

interface Place {
  readonly origin: BenchOrigin;
  readonly caller: Caller;
  readonly client: ChildProcess;
  readonly balancerPort: number;
  /** Name and process id of each that takes processor time. */
  readonly processes: readonly (readonly [string, number])[];
}

async function roundOf(place: Place, paths: readonly string[], round: number): Promise<BenchRow> {
  const { origin, caller, client, balancerPort, processes } = place;
  const spentMs = () => Promise.all(processes.map(([, pid]) => cpuMs(pid)));
  const ended = new AbortController();
  const judged = judge(caller, ended.signal);
  const before = await spentMs();
  const [result] = await Promise.all([
    watched(client, {
      ...{ port: balancerPort, host: '127.0.0.1', paths, connections: CONNECTIONS },
      ...{ everyMs: EVERY_MS, durationMs: ROUND_MS },
    }),
    breaksOf(origin, round),
  ]);
  const after = await spentMs();
  ended.abort();
  const findings = await judged;
  if (result.refused > 0) throw new Error(`${result.refused} requests were not answered with 200`);
  if (result.withAds === 0) throw new Error('no playlist listed an ad');
  const cores = processes.map(([name], at) => {
    const spent = (after[at] ?? 0) - (before[at] ?? 0);
    return `${name} ${(spent / 1_000 / result.seconds).toFixed(2)}`;
  });
  const facts = [
    `${Math.round(result.requests / result.seconds)} playlists/s`,
    `${result.withAds} with ads`,
    `median ${result.p50Ms.toFixed(1)} ms`,
    `cores: ${cores.join(', ')}`,
    `${findings.length} findings in ${JUDGED} sessions`,
  ];
  if (findings.length > 0) process.stdout.write(`${findings.slice(0, 5).join('\n')}\n`);
  return againstTarget(`${paths.length} viewers, p99 (${facts.join('; ')})`, result.p99Ms, {
    ...{ value: P99_TARGET_MS, unit: 'ms', better: 'lower' },
  });
}

export async function benchViewers(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const origin = new BenchOrigin();
  await origin.start();
  const { base } = origin.environment;
  const stitcher = forked(
    'sessions-server.ts',
    base,
    String(CHANNELS),
    String(PACE_MS),
    String(LIVE_DELAY),
  );
  const client = forked('viewers-client.ts');
  const caller = new Caller();
  let balancer: ChildProcess | undefined;
  try {
    const [[{ port }]] = (await Promise.all([
      once(stitcher, 'message'),
      once(client, 'message'),
    ])) as [[{ port: number }], unknown];
    caller.port = port;
    const started = await startBalancer(folder, port);
    balancer = started.child;
    const processes = [
      ['stitcher', stitcher.pid ?? 0],
      ['HAProxy', balancer.pid ?? 0],
      ['viewers', client.pid ?? 0],
      ['origin and ad server', process.pid],
    ] as const;
    const place = { origin, caller, client, balancerPort: started.port, processes };
    const paths: string[] = [];
    const rows: BenchRow[] = [];
    for (const [round, viewers] of AUDIENCES.entries()) {
      await joinAll(caller, paths, viewers);
      rows.push(await roundOf(place, paths, round));
    }
    return rows;
  } finally {
    caller.close();
    balancer?.kill('SIGTERM');
    for (const child of [stitcher, client]) child.disconnect();
    await origin.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
