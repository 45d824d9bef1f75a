/** Packs of a channel that was watched in simulated time, with a fault planted. */
import type { MonitoringFinding, RecordedLook } from '@interlude/contract';
import {
  type EvidencePack,
  packFiles,
  packVersion,
  redactText,
  redactValue,
  stitchingSettings,
  zipped,
} from '@interlude/evidence';
import {
  type ChannelFlush,
  decodeManifest,
  type KeptManifest,
  type StoredChannel,
} from '@interlude/persistence';
import { createLogger, SourceBudgets } from '@interlude/runtime';
import { buildChannel } from '@interlude/testkit';
import {
  type Fault,
  outputUrl,
  SimulatedPlatform,
  segmentMs,
  sourceHost,
} from '../../apps/monitor/src/testing/simulated-platform.suite.ts';
import { VirtualTime } from '../../apps/monitor/src/testing/virtual-time.suite.ts';
import { ChannelWatcher } from '../../apps/monitor/src/watcher/channel-watcher.ts';

/** The first segment of a break. */
const startMs = Math.floor(Date.UTC(2026, 0, 1, 12) / (30 * segmentMs)) * 30 * segmentMs;

const watchedChannel: StoredChannel = {
  ...buildChannel({ sourceManifestUrl: `https://${sourceHost}/live/master.m3u8` }),
  ...{ id: 'c1', tenantId: 't1', state: 'enabled', resetCount: 0 },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
};

function kept(manifests: readonly KeptManifest[]): EvidencePack['manifests'] {
  const texts = new Map<string, string>();
  return manifests.map(({ key, base, body, lane, playlist, loadedAtMs, uri }) => {
    const text = decodeManifest(body, texts.get(base) ?? '');
    texts.set(key, text);
    return {
      ...{ key, playlist, loadedAtMs, uri },
      lane: lane as 'source',
      text: redactText(text),
    };
  });
}

export interface WatchedFault {
  readonly fault: Fault;
  readonly channel?: Partial<StoredChannel>;
  /** Called after each three seconds. */
  readonly onFlush?: (flush: ChannelFlush, nowMs: number) => void | Promise<void>;
  /** Begins so long before a break. */
  readonly beforeBreakMs?: number;
  /** Healthy, then with the fault, ms. */
  readonly phasesMs?: readonly [healthy: number, faulty: number];
}

/** Watches for a while without the fault, then with it. */
export async function watchFault(options: WatchedFault): Promise<{ endMs: number }> {
  const { fault, onFlush, channel: part, phasesMs = [81_000, 60_000] } = options;
  const time = new VirtualTime(startMs - (options.beforeBreakMs ?? 0));
  const platform = new SimulatedPlatform(time);
  const channel = { ...watchedChannel, ...part };
  const watcher = new ChannelWatcher({
    ...{ channel, publicUrl: 'https://console.test', stitcherPublicUrl: outputUrl },
    ...{ stitcherUrl: undefined, secretKey: Buffer.alloc(32, 7), egress: platform.egress },
    ...{ clock: time, wait: time.wait, logger: createLogger({ name: 'test', level: 'silent' }) },
    writer: { openFindings: async () => [] },
    ...{ records: { list: async () => [] }, schedules: { list: async () => [] } },
    ...{ processorMs: () => 0, budgets: new SourceBudgets() },
    slots: (work) => work(),
  });
  for (const [phase, lengthMs] of phasesMs.entries()) {
    if (phase === 1) platform.fault = fault;
    for (let passed = 0; passed < lengthMs; passed += 3_000) {
      await time.pass(3_000);
      await onFlush?.(watcher.take().flush, time.now());
    }
  }
  await watcher.stop();
  return { endMs: time.now() };
}

const beforeBreakMs = 36_000;

/** A pack of it that begins after twelve seconds; six seconds after the fault a break begins. */
export async function recordedPack(fault: Fault) {
  const looks: RecordedLook[] = [];
  const manifests: KeptManifest[] = [];
  const findings = new Map<string, MonitoringFinding>();
  const { endMs } = await watchFault({
    ...{ fault, beforeBreakMs, phasesMs: [30_000, 36_000] },
    onFlush: (flush) => {
      looks.push(...(flush.chunk?.looks ?? []));
      manifests.push(...flush.manifests);
      for (const finding of flush.findings) findings.set(finding.id, finding);
    },
  });
  const fromMs = startMs - beforeBreakMs + 12_000;
  const shown = looks.filter(({ atMs }) => atMs >= fromMs);
  const named = new Set(shown.map(({ manifestKey }) => manifestKey));
  const pack: EvidencePack = {
    about: {
      ...{ format: 'interlude-evidence', version: packVersion, platform: '0.0.0' },
      ...{ madeAt: new Date(endMs).toISOString(), about: { kind: 'finding', id: 'f1' } },
      ...{ channel: { id: 'c1', name: 'News', type: 'hls-live' }, fromMs, toMs: endMs },
      ...{ settings: stitchingSettings.parse(watchedChannel), leftOut: [] },
    },
    findings: redactValue([...findings.values()], redactText),
    looks: redactValue(shown, redactText),
    manifests: kept(manifests).filter(({ key }) => named.has(key)),
    breaks: [],
  };
  return { pack, zip: zipOf(pack) };
}

export const zipOf = (pack: EvidencePack) =>
  Buffer.concat([...zipped(packFiles(pack), Date.parse(pack.about.madeAt))]);
