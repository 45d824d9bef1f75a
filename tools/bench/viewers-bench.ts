/**
 * Live viewers with sessions of their own behind HAProxy with TLS, each of whom requests its playlist every six
 * seconds, while some channels have a break: how long answers take, and the processor time of each process. Origin,
 * ad server and viewers are on the same machine and have their share of it. The same viewers then request the same
 * bytes from bare node:http behind the same HAProxy: what the machine itself makes of such a load.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
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
import { startBareServer } from './bare-peer.ts';
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

type Port = number;

async function untilListening(port: Port): Promise<void> {
  for (const untilMs = Date.now() + 5_000; ; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > untilMs) throw new Error('HAProxy does not listen');
  }
}

/** HAProxy that ends TLS and keeps connections on both sides. @returns the port that leads to each server */
async function startBalancer(
  folder: string,
  servers: readonly Port[],
): Promise<{ child: ChildProcess; ports: readonly Port[] }> {
  const program = await findBalancer('haproxy');
  const ports = await freePorts(servers.length);
  const certificate = join(folder, 'viewers.pem');
  await writeFile(certificate, `${testCertificate}\n${testCertificateKey}\n`);
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
${servers
  .map(
    (server, at) => `
listen to${at}
    bind 127.0.0.1:${ports[at]} ssl crt ${certificate}
    server server${at} 127.0.0.1:${server}`,
  )
  .join('')}
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  await Promise.all(ports.map(untilListening));
  return { child, ports };
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
  const ended = once(client, 'exit').then(() => {
    throw new Error('the process of the viewers has ended');
  });
  const answer = once(client, 'message');
  client.send(job);
  const [result] = (await Promise.race([answer, ended])) as [ViewersResult];
  return result;
}

/** A server behind HAProxy, and the processes that take processor time for its answers. */
interface Served {
  readonly balancerPort: Port;
  /** Name and process id. */
  readonly processes: readonly (readonly [string, number])[];
}

interface Round {
  readonly result: ViewersResult;
  /** Cores that each process kept busy. */
  readonly cores: readonly (readonly [string, number])[];
}

async function roundOf(
  client: ChildProcess,
  { balancerPort, processes }: Served,
  paths: readonly string[],
): Promise<Round> {
  const spentMs = () => Promise.all(processes.map(([, pid]) => cpuMs(pid)));
  const before = await spentMs();
  const result = await watched(client, {
    ...{ port: balancerPort, host: '127.0.0.1', paths, connections: CONNECTIONS },
    ...{ everyMs: EVERY_MS, durationMs: ROUND_MS },
  });
  const after = await spentMs();
  if (result.refused > 0) throw new Error(`${result.refused} requests were not answered with 200`);
  const cores = processes.map(([name], at) => {
    const spent = (after[at] ?? 0) - (before[at] ?? 0);
    return [name, spent / 1_000 / result.seconds] as const;
  });
  return { result, cores };
}

function facts({ result, cores }: Round): string[] {
  return [
    `${Math.round(result.requests / result.seconds)} playlists/s`,
    `median ${result.p50Ms.toFixed(1)} ms`,
    `cores: ${cores.map(([name, count]) => `${name} ${count.toFixed(2)}`).join(', ')}`,
  ];
}

/** p99 of the stitcher against the goal, and of bare node:http with the same bytes beside it. */
function rowsOf(viewers: number, own: Round, findings: readonly string[], bare: Round): BenchRow[] {
  const seen = [
    ...facts(own),
    `${own.result.withAds} with ads`,
    `${findings.length} findings in ${JUDGED} sessions`,
  ];
  const [ours, theirs] = [own.result.p99Ms, bare.result.p99Ms];
  return [
    againstTarget(`${viewers} viewers, p99 (${seen.join('; ')})`, ours, {
      ...{ value: P99_TARGET_MS, unit: 'ms', better: 'lower' },
    }),
    {
      what: `the same viewers of bare node:http (${facts(bare).join('; ')})`,
      ours: `${ours.toFixed(1)} ms`,
      peer: `${theirs.toFixed(1)} ms`,
      ratio: ours / theirs,
      better: 'lower',
      isTargetMet: true,
    },
  ];
}

async function benchAudience(
  place: {
    readonly origin: BenchOrigin;
    readonly caller: Caller;
    readonly client: ChildProcess;
    readonly stitcher: Served;
    readonly bare: Served;
  },
  paths: readonly string[],
  round: number,
): Promise<BenchRow[]> {
  const { origin, caller, client, stitcher, bare } = place;
  const ended = new AbortController();
  const judged = judge(caller, ended.signal);
  const [own] = await Promise.all([roundOf(client, stitcher, paths), breaksOf(origin, round)]);
  ended.abort();
  const findings = await judged;
  if (own.result.withAds === 0) throw new Error('no playlist listed an ad');
  if (findings.length > 0) process.stdout.write(`${findings.slice(0, 5).join('\n')}\n`);
  return rowsOf(paths.length, own, findings, await roundOf(client, bare, paths));
}

export async function benchViewers(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const origin = new BenchOrigin();
  await origin.start();
  const { base } = origin.environment;
  const server = forked(
    'sessions-server.ts',
    base,
    String(CHANNELS),
    String(PACE_MS),
    String(LIVE_DELAY),
  );
  const client = forked('viewers-client.ts');
  const caller = new Caller();
  const spawned: ChildProcess[] = [];
  try {
    const [[{ port }]] = (await Promise.all([
      once(server, 'message'),
      once(client, 'message'),
    ])) as [[{ port: Port }], unknown];
    caller.port = port;
    const paths: string[] = [];
    await joinAll(caller, paths, AUDIENCES[0] ?? 0);
    const file = join(folder, 'playlist.m3u8');
    const playlist = await fetch(`http://127.0.0.1:${port}${paths[0]}`);
    await writeFile(file, Buffer.from(await playlist.arrayBuffer()));
    const peer = await startBareServer(file);
    spawned.push(peer.child);
    const balancer = await startBalancer(folder, [port, peer.port]);
    spawned.push(balancer.child);
    const [ownPort = 0, barePort = 0] = balancer.ports;
    const common = [
      ['HAProxy', balancer.child.pid ?? 0],
      ['viewers', client.pid ?? 0],
    ] as const;
    const stitcher: Served = {
      balancerPort: ownPort,
      processes: [['stitcher', server.pid ?? 0], ...common, ['origin and ad server', process.pid]],
    };
    const bare: Served = {
      balancerPort: barePort,
      processes: [['node:http', peer.child.pid ?? 0], ...common],
    };
    const rows: BenchRow[] = [];
    for (const [round, viewers] of AUDIENCES.entries()) {
      await joinAll(caller, paths, viewers);
      const place = { origin, caller, client, stitcher, bare };
      rows.push(...(await benchAudience(place, paths, round)));
    }
    return rows;
  } finally {
    caller.close();
    for (const child of spawned) child.kill('SIGTERM');
    for (const child of [server, client]) child.disconnect();
    await origin.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
