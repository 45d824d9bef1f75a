/** Runs of the launcher: a data folder per test, every process ended after it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  endSpawned,
  exitCode,
  type SpawnOptions,
  spawnLauncher,
} from '../../tools/spawn-platform.ts';
import { killPostgres } from './postgres-processes.ts';

/** For all tests of a file, in place of its own hooks. */
export function launcherRuns() {
  const here = {
    dataFolder: '',
    /** Runs the launcher to its end. */
    async run(options: Partial<SpawnOptions> = {}) {
      const child = spawnLauncher({ dataFolder: here.dataFolder, ...options });
      let stdout = '';
      let stderr = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        stdout += chunk;
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        stderr += chunk;
      });
      const code = await exitCode(child);
      return { code, stdout, stderr };
    },
  };
  beforeEach(async () => {
    here.dataFolder = await mkdtemp(join(tmpdir(), 'interlude-launcher-'));
  });
  afterEach(async () => {
    await endSpawned();
    await killPostgres(here.dataFolder);
    await rm(here.dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  return here;
}
