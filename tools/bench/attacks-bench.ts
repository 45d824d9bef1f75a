/**
 * Costs of attacks for a stitcher and its other companies: a company on trial and anonymous viewers attack, while a
 * viewer of another company requests a playlist every 50 ms. Each attack meets a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from '../../apps/stitcher/src/testing/test-environment.suite.ts';
import {
  attackers,
  FEED_RENDITIONS,
  LONG_RENDITIONS,
  longPlaylist,
  multivariant,
} from './attack-list.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';

const WATCH_MS = 50;
const ATTACK_MS = 15_000;
/** Limit of one request; a longer one counts as failed. */
const PATIENCE_MS = 10_000;
/** The heap of the stitcher: an attack that fills it ends the process, not the machine. */
const HEAP_MB = 1_536;
const TARGETS = {
  playlist: { value: 100, unit: 'ms', better: 'lower' },
  delay: { value: 100, unit: 'ms', better: 'lower' },
  memory: { value: 1_024, unit: 'MB', better: 'lower' },
} as const;

/** @returns the id of the session that was begun */
type Get = (path: string) => Promise<string | undefined>;

const sessionOf = ({ headers }: Response) =>
  new URL(headers.get('location') ?? '', 'http://x').searchParams.get('sid') ?? undefined;

const times = async (count: number, work: (index: number) => Promise<unknown>) => {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
};

const attacks: Readonly<Record<string, (get: Get) => Promise<void>>> = {
  'no attack': async () => undefined,
  'three live channels of 12 renditions of 7 MB': (get) =>
    times(attackers.length - 1, async (index) => {
      const id = await get(`/hls/long${index}/master.m3u8`);
      await get(`/hls/long${index}/master.m3u8?sid=${id}`);
      await times(LONG_RENDITIONS, (number) => get(`/hls/long${index}/${id}/v${number}.m3u8`));
    }),
  '30 viewers of an asset of 4 renditions of 90,000 segments': (get) =>
    times(30, async (viewer) => {
      const id = await get(`/hls/asset/master.m3u8?viewer=${viewer}`);
      await times(FEED_RENDITIONS, (index) => get(`/hls/asset/${id}/v${index}.m3u8`));
    }),
  '3,000 ids of sessions that nobody has': (get) =>
    times(3_000, (index) => get(`/hls/watched/made-up-${index}/v0.m3u8`)),
};

async function startOrigin(): Promise<TestEnvironment> {
  const environment = new TestEnvironment();
  await environment.start();
  const [live, asset] = [longPlaylist('hls-live'), longPlaylist('hls-vod')];
  environment.override('/long/*', (_, response, url) =>
    response.end(url.pathname.endsWith('master.m3u8') ? multivariant(LONG_RENDITIONS) : live),
  );
  environment.override('/asset/*', (_, response, url) =>
    response.end(url.pathname.endsWith('master.m3u8') ? multivariant(FEED_RENDITIONS) : asset),
  );
  return environment;
}

/** Requests the playlist of another company until the signal; @returns milliseconds, a failure is PATIENCE_MS. */
async function watch(port: number, signal: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  const opened = await fetch(`http://127.0.0.1:${port}/hls/watched/master.m3u8`, {
    redirect: 'manual',
  });
  const id = sessionOf(opened);
  while (!signal.aborted) {
    const startMs = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/hls/watched/${id}/v0.m3u8`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    await answer?.text();
    took.push(answer?.status === 200 ? performance.now() - startMs : PATIENCE_MS);
    await sleep(WATCH_MS);
  }
  return took.toSorted((a, b) => a - b);
}

async function figuresOf(child: ChildProcess): Promise<{ peakBytes: number; delayMs: number }> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
  child.send('figures', () => undefined);
  const [said] = await answer;
  return said;
}

async function bear(name: string, attack: (get: Get) => Promise<void>): Promise<BenchRow[]> {
  const origin = await startOrigin();
  const child = fork(new URL('attacks-server.ts', import.meta.url), [origin.base], {
    execArgv: ['--conditions=@interlude/source', `--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const over = new AbortController();
    const watching = watch(port, over.signal);
    await sleep(1_000);
    await figuresOf(child);
    const get: Get = (path) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ATTACK_MS),
      })
        .then(async (answer) => {
          await answer.text();
          return sessionOf(answer);
        })
        .catch(() => undefined);
    await Promise.all([attack(get), sleep(ATTACK_MS)]);
    over.abort();
    const took = await watching;
    const { peakBytes, delayMs } = await figuresOf(child);
    const p99 = took[Math.floor(took.length * 0.99)] ?? PATIENCE_MS;
    return [
      againstTarget(`${name}: playlist of another company, p99`, p99, TARGETS.playlist),
      againstTarget(`${name}: event loop delay, p99`, delayMs, TARGETS.delay),
      againstTarget(`${name}: resident memory at most`, peakBytes / 1e6, TARGETS.memory),
    ];
  } catch {
    const ended = child.exitCode ?? child.signalCode ?? 'not';
    return [
      againstTarget(`${name}: the stitcher has ended (${ended})`, PATIENCE_MS, TARGETS.delay),
    ];
  } finally {
    child.kill('SIGKILL');
    await origin.stop();
  }
}

export async function benchAttacks(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, attack] of Object.entries(attacks)) rows.push(...(await bear(name, attack)));
  return rows;
}
