/** Kills of application and database while channels are created. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../tools/sign-in.ts';
import {
  endSpawned,
  exitCode,
  type SpawnedPlatform,
  spawnPlatform,
} from '../../tools/spawn-platform.ts';
import { killHard, killPostgres } from './postgres-processes.ts';

const WRITERS = 4;
/** A start, writes and two ends, on a machine that does other work, too. */
const LONGEST_ROUND_MS = 40_000;

/** Creates channels one after the other until the server is killed; keeps the acknowledged ids. */
async function write(client: Client, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const made = await client(contract.channels.create, {
        body: { name: 'Written', sourceManifestUrl: 'https://origin.example/live/master.m3u8' },
      });
      acknowledged.add(made.id);
    } catch {
      return;
    }
  }
}

export const crashSuite = (rounds: number) =>
  describe('REL-R2 application and database killed under writes', () => {
    let dataFolder: string;
    const acknowledged = new Set<string>();
    const options = () => ({
      dataFolder,
      args: ['--roles', 'control-plane'],
      env: { INTERLUDE_DEMO: 'off' },
    });

    beforeAll(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'interlude-crash-'));
    });
    afterAll(async () => {
      await endSpawned();
      await killPostgres(dataFolder);
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    });

    async function crash(platform: SpawnedPlatform, withApplication: boolean): Promise<void> {
      const gone = exitCode(platform.child);
      if (withApplication) killHard(platform.pid);
      await killPostgres(dataFolder);
      // an application that outlives its database must end in order, too
      if (!withApplication) platform.child.kill('SIGTERM');
      await gone;
    }

    it(
      `REL-R2 loses nothing that was acknowledged in ${rounds} kills`,
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const platform = await spawnPlatform(options());
          const { client } = await signIn(platform);
          const writers = Array.from({ length: WRITERS }, () => write(client, acknowledged));
          // on a busy machine the first writes take longer than the wait for the kill
          const before = acknowledged.size;
          await expect
            .poll(() => acknowledged.size, { interval: 10, timeout: 20_000 })
            .toBeGreaterThan(before + WRITERS);
          await sleep(Math.random() * 500); // the point of the kill is meant to be random
          await crash(platform, round % 2 === 0);
          await Promise.all(writers);
        }

        const platform = await spawnPlatform(options());
        const { client } = await signIn(platform);
        const kept = new Set<string>();
        const page = 5_000;
        for (let offset = 0; ; offset += page) {
          const rows = await client(contract.channels.list, {
            query: { limit: page, offset, sort: 'id' },
          });
          for (const { id } of rows) kept.add(id);
          if (rows.length < page) break;
        }
        await platform.stop();
        expect(acknowledged.size).toBeGreaterThan(rounds * WRITERS);
        expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
        // a write that was under way when it died may have been kept without being acknowledged
        expect(kept.size - acknowledged.size).toBeLessThanOrEqual(rounds * WRITERS);
        process.stdout.write(`${acknowledged.size} acknowledged, ${kept.size} kept\n`);
      },
      (rounds + 1) * LONGEST_ROUND_MS,
    );
  });
