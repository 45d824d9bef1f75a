/** A channel of the simulated platform and its watcher, in virtual time. */
import type { MonitoringFinding, ScheduledBreak } from '@interlude/contract';
import type { BreakFacts } from '@interlude/persistence';
import { createLogger, SourceBudgets } from '@interlude/runtime';
import { buildChannel } from '@interlude/testkit';
import type { SpliceParts } from '../splices/watch-splices.ts';
import { ChannelWatcher } from '../watcher/channel-watcher.ts';
import { outputUrl, SimulatedPlatform, segmentMs, sourceHost } from './simulated-platform.suite.ts';
import { VirtualTime } from './virtual-time.suite.ts';

/** The first segment of a break. */
export const start = Math.floor(Date.UTC(2026, 0, 1, 12) / (30 * segmentMs)) * 30 * segmentMs;
export const minute = 60_000;
const running: ChannelWatcher[] = [];

/** Ends what `watch` has begun. */
export async function stopWatching(): Promise<void> {
  await Promise.all(running.splice(0).map((watcher) => watcher.stop()));
}

export interface WatchedPart {
  readonly protocol?: 'hls' | 'dash';
  readonly processorMs?: () => number;
  readonly stitcherUrl?: string | undefined;
  readonly open?: MonitoringFinding[];
  readonly facts?: BreakFacts[];
  readonly scheduled?: ScheduledBreak[];
  readonly splices?: SpliceParts;
  readonly decodeSplices?: boolean;
}

export function watch(part: WatchedPart = {}) {
  const time = new VirtualTime(start);
  const platform = new SimulatedPlatform(time);
  const isDash = part.protocol === 'dash';
  const manifest = isDash ? 'manifest.mpd' : 'master.m3u8';
  const channel = {
    ...buildChannel({ sourceManifestUrl: `https://${sourceHost}/live/${manifest}` }),
    ...{ id: 'c1', tenantId: 't1', state: 'enabled' as const, resetCount: 0 },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    type: isDash ? ('dash-live' as const) : ('hls-live' as const),
    schedulerExternalId: part.scheduled === undefined ? '' : 'traffic',
    decodeSplices: part.decodeSplices ?? true,
  };
  const watcher = new ChannelWatcher({
    ...{ channel, publicUrl: 'https://console.test', stitcherPublicUrl: outputUrl },
    ...{ stitcherUrl: part.stitcherUrl, secretKey: Buffer.alloc(32, 7), egress: platform.egress },
    ...{ clock: time, wait: time.wait, logger: createLogger({ name: 'test', level: 'silent' }) },
    writer: { openFindings: async () => part.open ?? [] },
    records: { list: async () => part.facts ?? [] },
    schedules: { list: async () => part.scheduled ?? [] },
    slots: (work) => work(),
    ...{ processorMs: part.processorMs ?? (() => 0), budgets: new SourceBudgets() },
    splices: part.splices,
  });
  running.push(watcher);
  const found = () => watcher.report.open.map(({ rule, owner }) => `${rule} ${owner}`).sort();
  return { time, platform, watcher, found };
}
