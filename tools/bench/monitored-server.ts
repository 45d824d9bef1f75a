/**
 * Sources and outputs for monitors, in a process of its own: the lab's own writers on the time of day, and a stitcher
 * that plays the channels whose ids it receives.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createEgress,
  createHealth,
  createLogger,
  createMetrics,
  listen,
  systemClock,
} from '@interlude/runtime';
import { createAdRoutes } from '../../apps/lab/src/ad-server/ad-routes.ts';
import { createPackageRoutes } from '../../apps/lab/src/ad-server/package-routes.ts';
import { BeaconRing } from '../../apps/lab/src/beacon-recorder/beacon-ring.ts';
import { createBeaconRoutes } from '../../apps/lab/src/beacon-recorder/beacon-routes.ts';
import { FaultSwitches } from '../../apps/lab/src/fault-switches.ts';
import { createLabServer } from '../../apps/lab/src/http/lab-server.ts';
import { createLiveRoutes } from '../../apps/lab/src/live-origin/live-routes.ts';
import { createStitcherApp } from '../../apps/stitcher/src/app.ts';
import type { ChannelEntry } from '../../apps/stitcher/src/channels/channel-entry.ts';
import { SimulatedMedia } from '../../tests/simulated/simulated-media.ts';
import { isMonitoredChannels, monitoredInput, monitoredSecretKey } from './monitored-channels.ts';

const host = '127.0.0.1';
const [labPort = 0, stitcherPort = 0] = process.argv.slice(2).map(Number);
const labHost = `${host}:${labPort}`;
const logger = createLogger({
  name: 'monitored',
  level: 'error',
  stream: { write: (line) => void process.stderr.write(line) },
});
const clock = systemClock;
const library = new SimulatedMedia(logger);
const faults = new FaultSwitches();
const baseUrl = () => `http://${labHost}`;
const lab = createLabServer({
  health: createHealth({ role: 'lab', metrics: createMetrics() }),
  logger,
  handlers: [
    createLiveRoutes({ library, clock, faults }),
    createAdRoutes({ library, faults, baseUrl }),
    createBeaconRoutes({ ring: new BeaconRing(100), clock, faults }),
    createPackageRoutes(library),
  ],
});
await listen(lab, { port: labPort, host, variable: 'LAB_PORT' });

let channels: readonly ChannelEntry[] = [];
let changed: () => void = () => undefined;
const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-monitored-'));
const stitcher = createStitcherApp({
  config: {
    ...{ stitcherPort, host, dataFolder, trustedProxies: ['loopback'] },
    stitcherPublicUrl: `http://${host}:${stitcherPort}`,
  },
  ...{ logger, clock, metrics: createMetrics(), secretKey: monitoredSecretKey },
  egress: createEgress({ allow: [labHost], connectionsPerOrigin: 256 }),
  channelRepository: {
    listEnabled: async () => [...channels],
    findEnabled: async ({ id }) => channels.find((channel) => channel.id === id),
    watch: async (callback) => {
      changed = callback;
      return () => undefined;
    },
  },
  applyBatch: async () => undefined,
  writeRecords: async () => undefined,
});
await stitcher.start();

process.on('message', (message) => {
  if (!isMonitoredChannels(message)) return;
  channels = message.channels.map(({ id, tenantId }, index) => {
    const { state: _, ...settings } = monitoredInput(index, baseUrl());
    return { id, tenantId, tier: 'enterprise', settings, revision: '1', resets: 0 };
  });
  changed();
  process.send?.('played');
});
process.on('disconnect', () => {
  lab.closeAllConnections();
  void stitcher
    .stop()
    .then(() => rm(dataFolder, { recursive: true, force: true }))
    .finally(() => process.exit());
});
process.send?.('ready');
