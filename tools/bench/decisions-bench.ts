/**
 * How many sessions a second are decided at a break that all of them enter at once, each with an ad request of its own:
 * by one stitcher process and by two, with the ad server in a process beside them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEgress } from '@interlude/runtime';
import {
  breakDecisionsOf,
  channelOf,
  sessionsOf,
  sourceOf,
} from '../../apps/stitcher/src/testing/break-decisions.suite.ts';
import { TestEnvironment } from '../../apps/stitcher/src/testing/test-environment.suite.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';

const sessions = 5_000;
const warmUps = 2;
const rounds = 5;
/** Together, on two cores. */
const wantedPerSecond = 10_000;
/** A playlist that comes while a crowd is decided waits as long as the event loop does, ms. */
const wantedLoopMs = 25;

interface Round {
  readonly tookMs: number;
  /** Of the stitcher alone. */
  readonly cpuMs: number;
  /** p99 of the times for which its event loop did nothing else. */
  readonly loopMs: number;
  readonly withAds: number;
}

function forked(...args: string[]): ChildProcess {
  return fork(import.meta.filename, args, {
    execArgv: ['--conditions=@interlude/source', '--max-semi-space-size=16'],
  });
}

/** Answers with two ads of six trackers each. */
async function serveAds(): Promise<void> {
  const environment = new TestEnvironment();
  environment.ads = ['x', 'y'].map((id) => ({ id, seconds: 4, creative: `c-4-${id}` }));
  await environment.start();
  const answer = environment.vast();
  environment.override('/ads', (_, response) => {
    environment.requests.length = 0;
    response.setHeader('content-type', 'application/xml').end(answer);
  });
  process.send?.(environment.host);
}

/** Decides the break of new sessions on each message of the parent. */
async function decide(host: string): Promise<void> {
  const egress = createEgress({ allow: [host] });
  const channel = channelOf(`http://${host}`);
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
  const source = await sourceOf(channel, 0);

  async function round(count: number): Promise<Round> {
    const crowd = sessionsOf(count, (index) => `ifa=v${index}`);
    decided.length = 0;
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    await breakDecisions.followAll(crowd, source);
    await breakDecisions.idle();
    const { user, system } = process.cpuUsage(cpu);
    const tookMs = performance.now() - startedMs;
    loop.disable();
    const filled = decided.filter(({ decision }) => decision.pod.placements.length > 0);
    const loopMs = loop.percentile(99) / 1e6;
    return { tookMs, cpuMs: (user + system) / 1_000, loopMs, withAds: filled.length };
  }

  process.on('message', (count: number) => {
    void round(count).then((done) => process.send?.(done));
  });
  process.send?.('ready');
}

async function roundOf(child: ChildProcess, count: number): Promise<Round> {
  const done = once(child, 'message');
  child.send(count);
  const [round] = (await done) as [Round];
  if (round.withAds !== count)
    throw new Error(`${count - round.withAds} sessions were without ads`);
  return round;
}

/** Sessions a second, processor time of the stitchers for one in microseconds, and the wait of the event loop in ms. */
async function decisionsOf(host: string, stitchers: number) {
  const children = Array.from({ length: stitchers }, () => forked('decide', host));
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const all = (count: number) =>
      Promise.all(children.map((child) => roundOf(child, count / stitchers)));
    for (let at = 0; at < warmUps; at += 1) await all(sessions);
    const perSecond: number[] = [];
    const cpuUs: number[] = [];
    const loopMs: number[] = [];
    for (let at = 0; at < rounds; at += 1) {
      const done = await all(sessions);
      perSecond.push((1_000 * sessions) / Math.max(...done.map(({ tookMs }) => tookMs)));
      loopMs.push(Math.max(...done.map((round) => round.loopMs)));
      cpuUs.push((1_000 * done.reduce((sum, { cpuMs }) => sum + cpuMs, 0)) / sessions);
    }
    return {
      ...{ perSecond: median(perSecond), cpuUs: Math.round(median(cpuUs)) },
      loopMs: median(loopMs),
    };
  } finally {
    for (const child of children) child.disconnect();
  }
}

export async function benchDecisions(): Promise<BenchRow[]> {
  const adServer = forked('ads');
  try {
    const [host] = (await once(adServer, 'message')) as [string];
    const rows: BenchRow[] = [];
    for (const stitchers of [1, 2]) {
      const { perSecond, cpuUs, loopMs } = await decisionsOf(host, stitchers);
      const of = `${stitchers} stitcher process${stitchers === 1 ? '' : 'es'}`;
      const what = `${of}: decisions, each with two ads of its own; ${cpuUs} µs of processor time for one`;
      const target = { value: wantedPerSecond, unit: '/s', better: 'higher' } as const;
      rows.push(againstTarget(what, perSecond, target));
      rows.push(
        againstTarget(`${of}: p99 of what a playlist waits for the event loop`, loopMs, {
          ...{ value: wantedLoopMs, unit: 'ms', better: 'lower' },
        }),
      );
    }
    return rows;
  } finally {
    adServer.disconnect();
  }
}

const [, , role, host = ''] = process.argv;
if (import.meta.main && role === 'ads') await serveAds();
if (import.meta.main && role === 'decide') await decide(host);
if (import.meta.main) process.on('disconnect', () => process.exit());
