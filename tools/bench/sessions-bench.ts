/**
 * Memory of a stitcher process with many live sessions of two renditions, on several channels whose breaks come one
 * after the other. Each session gets an ad with trackers of its own, and the bench checks that it lists it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { roleEnvironment } from '../../apps/interlude/src/processes/role-environment.ts';
import { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { BenchOrigin } from './bench-origin.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';
import { eachAtOnce, joinSession } from './bench-sessions.ts';

const SESSIONS = 50_000;
const CHANNELS = 25;
const SESSIONS_OF_CHANNEL = SESSIONS / CHANNELS;
const TARGET_MB = 400;

interface Memory {
  readonly residentMb: number;
  readonly heapMb: number;
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  const answer = once(child, 'message');
  child.send('memory');
  const [said] = (await answer) as [{ residentBytes: number; heapBytes: number }];
  return { residentMb: said.residentBytes / 1e6, heapMb: said.heapBytes / 1e6 };
}

/** Gives each session its break; @returns how many show an ad in it. */
async function playBreaks(
  origin: BenchOrigin,
  caller: Caller,
  ids: readonly (readonly string[])[],
): Promise<number> {
  let shown = 0;
  for (const [channel, ofChannel] of ids.entries()) {
    origin.breakOn(channel);
    await sleep(4_000);
    await eachAtOnce(ofChannel, async (id) => {
      for (const rendition of ['v0', 'a0']) {
        const { text } = await caller.get(`/hls/c${channel}/${id}/${rendition}.m3u8`);
        if (rendition === 'v0' && text.includes('\nad/')) shown += 1;
      }
    });
  }
  return shown;
}

export async function benchSessions(): Promise<BenchRow[]> {
  const origin = new BenchOrigin();
  await origin.start();
  const child = fork(
    new URL('sessions-server.ts', import.meta.url),
    [origin.environment.base, String(CHANNELS)],
    {
      execArgv: ['--conditions=@interlude/source', '--max-semi-space-size=16', '--expose-gc'],
      env: roleEnvironment('stitcher', process.env),
    },
  );
  const caller = new Caller();
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    caller.port = port;
    const empty = await memoryOf(child);
    const ids = Array.from({ length: CHANNELS }, (): string[] => []);
    for (const [channel, ofChannel] of ids.entries())
      await eachAtOnce(Array.from({ length: SESSIONS_OF_CHANNEL }), async () =>
        ofChannel.push(await joinSession(caller, channel)),
      );
    const open = await memoryOf(child);
    const shown = await playBreaks(origin, caller, ids);
    const after = await memoryOf(child);
    const target = { value: TARGET_MB, unit: 'MB', better: 'lower' } as const;
    const row = (what: string, { residentMb, heapMb }: Memory) =>
      againstTarget(`${what} (${Math.round(heapMb)} MB of it are values)`, residentMb, target);
    return [
      row('an empty stitcher process', empty),
      row(`${SESSIONS} live sessions`, open),
      row(
        `${SESSIONS} live sessions after a break; ads of their own were shown by ${shown}`,
        after,
      ),
    ];
  } finally {
    caller.close();
    child.disconnect();
    await origin.stop();
  }
}
