/** The data plane on the clock of the test: real HTTP and egress guard, channels as values, sources read every few ms. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress, createLogger, createMetrics } from '@interlude/runtime';
import type { FixedClock } from '@interlude/testkit';
import { createStitcherApp, type StitcherParts } from '../../apps/stitcher/src/app.ts';
import type { ChannelEntry } from '../../apps/stitcher/src/channels/channel-entry.ts';

const POLL_EVERY_MS = 10;

export interface SimulatedStitcher {
  readonly port: number;
  /** Lines of the log of level error: something that a person has to act on. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

export async function startSimulatedStitcher(
  clock: FixedClock,
  labHost: string,
  channels: readonly ChannelEntry[],
  /** Where counted events and records go; left out: nowhere. */
  kept: Partial<Pick<StitcherParts, 'applyBatch' | 'writeRecords'>> = {},
): Promise<SimulatedStitcher> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-simulated-'));
  const errors: string[] = [];
  // The lab holds a request per manifest of all sources until the clock moves.
  const egress = createEgress({ allow: [labHost], connectionsPerOrigin: 1_000 });
  const app = createStitcherApp({
    config: {
      stitcherPort: 0,
      host: '127.0.0.1',
      stitcherPublicUrl: 'http://viewers.test',
      dataFolder,
      trustedProxies: ['loopback'],
    },
    logger: createLogger({
      name: 'stitcher',
      level: 'error',
      stream: { write: (line) => void errors.push(line) },
    }),
    metrics: createMetrics(),
    egress,
    clock,
    secretKey: Buffer.alloc(32, 7),
    channelRepository: {
      listEnabled: async () => [...channels],
      findEnabled: async ({ id }) => channels.find((channel) => channel.id === id),
      watch: async () => () => undefined,
    },
    pace: () => POLL_EVERY_MS,
    mpdPace: () => POLL_EVERY_MS,
    recordsEveryMs: POLL_EVERY_MS,
    applyBatch: async () => undefined,
    ...kept,
  });
  await app.start();
  return {
    port: app.port,
    errors,
    async stop() {
      await app.stop();
      await egress.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
