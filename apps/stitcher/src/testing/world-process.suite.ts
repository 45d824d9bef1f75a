/** The simulated world as a process of its own, so that its work is not counted as ours. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SimulatedWorld } from './simulated-world.suite.ts';

if (import.meta.main) {
  const world = new SimulatedWorld();
  world.ads = [
    { id: 'ad1', seconds: 4, creative: 'c-4-x' },
    { id: 'ad2', seconds: 4, creative: 'c-4-y' },
  ];
  await world.start();
  process.stdout.write(`${world.port}\n`);
}

export interface WorldProcess {
  readonly host: string;
  stop(): Promise<void>;
}

export async function spawnWorld(): Promise<WorldProcess> {
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
