/** The test environment in a separate process, so that its CPU time is not measured as the stitcher's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from './test-environment.suite.ts';

if (import.meta.main) {
  const environment = new TestEnvironment();
  environment.ads = [
    { id: 'ad1', seconds: 4, creative: 'c-4-x' },
    { id: 'ad2', seconds: 4, creative: 'c-4-y' },
  ];
  await environment.start();
  process.stdout.write(`${environment.port}\n`);
}

export interface EnvironmentProcess {
  readonly host: string;
  stop(): Promise<void>;
}

export async function spawnEnvironment(): Promise<EnvironmentProcess> {
  const args = ['--conditions=@interlude/source', fileURLToPath(import.meta.url)];
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (!stdout) {
    throw new Error('the process has no output');
  }
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return {
    host: `127.0.0.1:${line}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
