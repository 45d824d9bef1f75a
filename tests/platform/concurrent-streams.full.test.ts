/** `GET /concurrentstreams` against viewers that come and go: within 2 %, at most 15 s old. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn } from '../../tools/sign-in.ts';
import { endSpawned, type SpawnedPlatform, spawnPlatform } from '../../tools/spawn-platform.ts';
import { openChannel } from './plain-player.ts';
import { killPostgres } from './postgres-processes.ts';

/** A viewer counts for so long after the last request (three target durations, at least this). */
const watchingMs = 30_000;
const oldestMs = 15_000;
const pollMs = 2_000;
const viewers = 150;

const answer = z.object({
  streamsdata: z.array(
    z.object({
      mediastreams: z.array(
        z.object({
          content: z.object({ id: z.string() }),
          streamcount: z.array(z.object({ sstreams: z.number() })),
        }),
      ),
    }),
  ),
});

let dataFolder: string;
let platform: SpawnedPlatform;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-streams-'));
  platform = await spawnPlatform({ dataFolder });
}, 180_000);
afterAll(async () => {
  await endSpawned();
  await killPostgres(dataFolder);
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test('the viewers of a live channel, while they come and after most have left', async () => {
  const { client } = await signIn(platform);
  const channels = await client(contract.channels.list, {});
  const channel = channels.find(({ type }) => type === 'hls-live') ?? expect.fail();
  await expect
    .poll(async () => (await fetch(channel.outputUri)).status, {
      timeout: 180_000,
      interval: 1_000,
    })
    .toBe(200);
  const { key } = await client(contract.streamSubscribers.create, { body: { name: 'An SSP' } });
  const headers = { authorization: `Bearer ${key}` };
  const counted = async () => {
    const read = await fetch(`${platform.consoleUrl}/concurrentstreams?version=1.0.0`, { headers });
    const { streamsdata } = answer.parse(await read.json());
    const stream = streamsdata
      .flatMap(({ mediastreams }) => mediastreams)
      .find(({ content }) => content.id === channel.id);
    return stream?.streamcount[0]?.sstreams ?? 0;
  };

  const leaves = new AbortController();
  const watch = async (signal: AbortSignal | undefined) => {
    const { renditions } = await openChannel(channel.outputUri);
    const [playlist = expect.fail()] = renditions;
    return (async () => {
      for (;;) {
        if (signal?.aborted) return;
        await fetch(playlist).then((read) => read.arrayBuffer());
        await sleep(pollMs);
      }
    })();
  };
  const stays = new AbortController();
  const all: Promise<void>[] = [];
  for (let index = 0; index < viewers; index += 1) {
    // Two of three leave.
    all.push(watch(index % 3 === 0 ? stays.signal : leaves.signal).then(() => undefined));
    await sleep(20);
  }
  const near = (count: number) => ({ from: Math.floor(count * 0.98), to: Math.ceil(count * 1.02) });
  const expectNear = async (count: number) => {
    const { from, to } = near(count);
    const seen = await counted();
    expect(seen).toBeGreaterThanOrEqual(from);
    expect(seen).toBeLessThanOrEqual(to);
  };
  await sleep(oldestMs);
  await expectNear(viewers);

  leaves.abort();
  await sleep(watchingMs + pollMs + oldestMs);
  await expectNear(viewers / 3);
  stays.abort();
  await Promise.all(all);
}, 400_000);
