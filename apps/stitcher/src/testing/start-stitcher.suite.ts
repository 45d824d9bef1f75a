/** The data plane of a test: real HTTP, real egress, channels as values. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelInput, channelInput } from '@interlude/contract';
import type { RecordToWrite, StoredPlaylist } from '@interlude/persistence';
import type { Batch } from '@interlude/reporting';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { createStitcherApp } from '../app.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { EntryStore } from '../session-entries/session-entries.ts';
import type { TestEnvironment } from './test-environment.suite.ts';

export function channelEntry(id: string, input: ChannelInput): ChannelEntry {
  const { state: _, ...settings } = channelInput.parse(input);
  return { id, tenantId: 't1', tier: 'enterprise', settings, revision: '1', resets: 0 };
}

export interface TestStitcher {
  readonly port: number;
  channels: ChannelEntry[];
  readonly batches: Batch[];
  /** Stages of breaks that were written. */
  readonly records: RecordToWrite[];
  readonly logs: string[];
  /** Playlists by id; all of them count as enabled. */
  readonly playlists: Map<string, StoredPlaylist>;
  /** Tells the stitcher that the channels changed. */
  changed(): void;
  /** The database refuses the channels from now on. */
  loseDatabase(): void;
  stop(): Promise<void>;
}

export async function startStitcher(
  environment: Pick<TestEnvironment, 'host'> & {
    readonly names?: readonly string[];
    readonly recorder?: string | undefined;
  },
  channels: ChannelEntry[],
  /** Data folder of a stopped stitcher: this one goes on from it, and does not remove it. */
  keptFolder?: string,
  /** Sources are read this often, ms. */
  paceMs = 20,
  level: 'debug' | 'info' = 'debug',
  /** Where decisions are stored; left out: they live in this process alone. */
  entryStore?: EntryStore,
): Promise<TestStitcher> {
  const dataFolder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'interlude-stitcher-')));
  const logs: string[] = [];
  const logger = createLogger({
    name: 'stitcher',
    level,
    stream: { write: (line) => void logs.push(line) },
  });
  const egress = createEgress({
    allow: [
      environment.host,
      ...(environment.names ?? []),
      ...(environment.recorder === undefined ? [] : [environment.recorder]),
    ],
  });
  const batches: Batch[] = [];
  const records: RecordToWrite[] = [];
  let onChange: () => void = () => undefined;
  let isLost = false;
  const state = { channels };
  const playlists = new Map<string, StoredPlaylist>();
  const app = createStitcherApp({
    config: {
      stitcherPort: 0,
      host: '127.0.0.1',
      stitcherPublicUrl: 'http://viewers.test',
      dataFolder,
      trustedProxies: ['loopback'],
    },
    logger,
    metrics: createMetrics(),
    egress,
    clock: systemClock,
    secretKey: Buffer.alloc(32, 7),
    channelRepository: {
      listEnabled: async () => {
        if (isLost) {
          throw new Error('the database is away');
        }
        return state.channels;
      },
      findEnabled: async ({ id }) => {
        if (isLost) {
          throw new Error('the database is away');
        }
        return state.channels.find((channel) => channel.id === id);
      },
      watch: async (callback) => {
        onChange = callback;
        return () => undefined;
      },
    },
    playlists: {
      readPlaylistForServing: async (id) => {
        if (isLost) {
          throw new Error('the database is away');
        }
        return playlists.get(id);
      },
    },
    entryStore,
    pace: () => paceMs,
    mpdPace: () => paceMs,
    applyBatch: async (batch) => void batches.push(batch),
    writeRecords: async (more) => void records.push(...more),
  });
  await app.start();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await app.stop();
    await egress.close();
    if (keptFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  return {
    port: app.port,
    batches,
    records,
    playlists,
    logs,
    get channels() {
      return state.channels;
    },
    set channels(next) {
      state.channels = next;
    },
    changed: () => onChange(),
    loseDatabase() {
      isLost = true;
      onChange();
    },
    /** Stops once, however often a test calls it. */
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
