/** Time until the platform is ready (console built), and its memory when idle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type SpawnedPlatform, spawnPlatform } from '../spawn-platform.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';
import { memoryMb, nodeProcesses, processTree } from './process-figures.ts';

const STARTS = 5;
/** By then start-up garbage is collected and pools have closed idle connections. */
const IDLE_MS = 20_000;
const PREPARE_SECONDS = 300;

async function withFolder<T>(work: (dataFolder: string) => Promise<T>): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  try {
    return await work(dataFolder);
  } finally {
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const labStatus = z.object({ state: z.string() });

/** The lab makes its media once, in the background of the first start: not part of "idle". */
async function untilLabIsPrepared(platform: SpawnedPlatform): Promise<void> {
  for (let waitedSeconds = 0; waitedSeconds < PREPARE_SECONDS; waitedSeconds += 1) {
    const answer = await fetch(`${platform.labUrl}/status`);
    if (labStatus.parse(await answer.json()).state === 'ready') return;
    await sleep(1_000);
  }
  throw new Error(`the lab has not made its media within ${PREPARE_SECONDS} s`);
}

export async function benchStart(): Promise<BenchRow[]> {
  // builds the console when it is stale
  await withFolder(async (dataFolder) => (await spawnPlatform({ dataFolder })).stop());

  const installedMs: number[] = [];
  const firstMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await withFolder(async (dataFolder) => {
      const platform = await spawnPlatform({
        dataFolder,
        env: { NODE_COMPILE_CACHE: join(dataFolder, 'compiled') },
      });
      installedMs.push(platform.readyMs);
      await platform.stop();
    });
    await withFolder(async (dataFolder) => {
      const platform = await spawnPlatform({ dataFolder });
      firstMs.push(platform.readyMs);
      await platform.stop();
    });
  }

  return withFolder(async (dataFolder) => {
    const prepared = await spawnPlatform({ dataFolder });
    await untilLabIsPrepared(prepared);
    await prepared.stop();
    const againMs: number[] = [];
    for (let start = 1; start < STARTS; start += 1) {
      const platform = await spawnPlatform({ dataFolder });
      againMs.push(platform.readyMs);
      await platform.stop();
    }
    const platform = await spawnPlatform({ dataFolder });
    againMs.push(platform.readyMs);
    await sleep(IDLE_MS);
    const tree = await processTree(platform.pid);
    const wholeMb = await memoryMb(tree);
    const ownMb = await memoryMb(await nodeProcesses(tree));
    await platform.stop();
    const ready = { value: 5, unit: 's', better: 'lower' } as const;
    const memory = { value: 450, unit: 'MB', better: 'lower' } as const;
    const nothingCompiled = `ready, first start after an install (median of ${STARTS})`;
    return [
      againstTarget(nothingCompiled, median(installedMs) / 1_000, ready),
      againstTarget(`ready, first start (median of ${STARTS})`, median(firstMs) / 1_000, ready),
      againstTarget(`ready, later start (median of ${STARTS})`, median(againMs) / 1_000, ready),
      againstTarget(`idle memory, ${tree.length} processes with PostgreSQL`, wholeMb, memory),
      againstTarget('idle memory, the Node processes alone', ownMb, memory),
    ];
  });
}
