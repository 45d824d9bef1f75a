/** Memory of a stitcher process with many live sessions, each with two renditions and a break behind it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { SimulatedWorld } from '../../apps/stitcher/src/testing/simulated-world.ts';
import { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';

const SESSIONS = 50_000;
const AT_ONCE = 100;
const TARGET_MB = 512;

async function ask(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('memory');
  const [{ residentBytes }] = (await answer) as [{ residentBytes: number }];
  return residentBytes / 1e6;
}

async function join(caller: Caller): Promise<string> {
  const { location = '' } = await caller.ask('/hls/c1/master.m3u8');
  const sessionId = new URLSearchParams(location.split('?')[1]).get('sid') ?? '';
  for (const rendition of ['v0', 'a0']) {
    const { status } = await caller.ask(`/hls/c1/${sessionId}/${rendition}.m3u8`);
    if (status !== 200) throw new Error(`a playlist was answered with ${status}`);
  }
  return sessionId;
}

async function each<T>(values: readonly T[], work: (value: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < values.length; at += AT_ONCE)
    await Promise.all(values.slice(at, at + AT_ONCE).map(work));
}

export async function benchSessions(): Promise<BenchRow[]> {
  const world = new SimulatedWorld();
  await world.start();
  world.windowSegments = 30;
  world.edge = 60;
  world.ads = [{ id: 'a', seconds: 6 }];
  const child = fork(new URL('sessions-server.ts', import.meta.url), [world.base], {
    execArgv: ['--conditions=@interlude/source', '--expose-gc'],
  });
  const caller = new Caller();
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    caller.port = port;
    const emptyMb = await ask(child);
    const ids: string[] = [];
    await each(Array.from({ length: SESSIONS }), async () => ids.push(await join(caller)));
    const openMb = await ask(child);
    world.breaks = [{ at: world.edge + 1, segments: 6 }];
    for (let second = 0; second < 9; second += 1) {
      world.edge += 1;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      world.requests.length = 0;
    }
    await each(ids, (id) => caller.ask(`/hls/c1/${id}/v0.m3u8`));
    const target = { value: TARGET_MB, unit: 'MB', better: 'lower' } as const;
    return [
      againstTarget('an empty stitcher process', emptyMb, target),
      againstTarget(`${SESSIONS} live sessions`, openMb, target),
      againstTarget(`${SESSIONS} live sessions after a break with ads`, await ask(child), target),
    ];
  } finally {
    caller.close();
    child.disconnect();
    await world.stop();
  }
}
