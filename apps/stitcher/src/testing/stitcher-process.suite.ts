/**
 * The data plane as a process of its own, so that a test can kill it: `node … stitcher-process.suite.ts
 * <options as JSON>` prints its port and stays.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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
  /** How often sources are read, ms; default 20. */
  readonly paceMs?: number;
}

const reportEveryMs = 250;

/** Memory and event-loop delays of the process so far. */
export interface ProcessFigures {
  readonly peakBytes: number;
  readonly longestDelayMs: number;
  /** 99th percentile of the event loop's delays, ms. */
  readonly p99DelayMs: number;
}

function reportFigures(): void {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  let peakBytes = 0;
  setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    const longestDelayMs = delays.max / 1e6;
    const figures = { peakBytes, longestDelayMs, p99DelayMs: delays.percentile(99) / 1e6 };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }, reportEveryMs);
}

async function run({ dataFolder, allow, channels, paceMs = 20 }: ProcessOptions): Promise<void> {
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
    pace: () => paceMs,
    applyBatch: async () => undefined,
  });
  await app.start();
  process.stdout.write(`${app.port}\n`);
  reportFigures();
}

if (import.meta.main) {
  await run(JSON.parse(process.argv[2] ?? '{}'));
}

export interface StitcherProcess {
  readonly port: number;
  /** The last that were reported; undefined before the first. */
  readonly figures: ProcessFigures | undefined;
  readonly hasEnded: boolean;
  /** Kills the process: it cannot end anything. */
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
  const lines = createInterface({ input: stdout });
  const [line] = await once(lines, 'line');
  let figures: ProcessFigures | undefined;
  lines.on('line', (text) => {
    figures = JSON.parse(text);
  });
  return {
    port: Number(line),
    get figures() {
      return figures;
    },
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}
