/**
 * The data plane as a process of its own, so that a test can kill it: `node … stitcher-process.suite.ts
 * <options as JSON>` prints its port and stays.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { createStitcherApp } from '../app.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';

export interface ProcessOptions {
  readonly dataFolder: string;
  /** host:port that may be reached. */
  readonly allow: string;
  readonly channels: readonly ChannelEntry[];
}

async function run({ dataFolder, allow, channels }: ProcessOptions): Promise<void> {
  const app = createStitcherApp({
    config: {
      stitcherPort: 0,
      host: '127.0.0.1',
      stitcherPublicUrl: 'http://viewers.test',
      dataFolder,
      trustedProxies: ['loopback'],
    },
    logger: createLogger({ name: 'stitcher', level: 'warn', stream: process.stderr }),
    metrics: createMetrics(),
    egress: createEgress({ allow: [allow] }),
    clock: systemClock,
    secretKey: Buffer.alloc(32, 7),
    channelRepository: {
      listEnabled: async () => channels,
      findEnabled: async ({ id }) => channels.find((channel) => channel.id === id),
      watch: async () => () => undefined,
    },
    pace: () => 20,
    applyBatch: async () => undefined,
  });
  await app.start();
  process.stdout.write(`${app.port}\n`);
}

if (import.meta.main) {
  await run(JSON.parse(process.argv[2] ?? '{}'));
}

export interface StitcherProcess {
  readonly port: number;
  /** Without a chance to end anything. */
  kill(): Promise<void>;
}

export async function spawnStitcher(options: ProcessOptions): Promise<StitcherProcess> {
  const args = ['--conditions=@interlude/source', fileURLToPath(import.meta.url)];
  const child: ChildProcess = spawn(process.execPath, [...args, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (!stdout) {
    throw new Error('the process has no output');
  }
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return {
    port: Number(line),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
