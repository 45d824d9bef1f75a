/**
 * The stitcher of the attacks bench, in a process of its own: reports its peak memory and event loop delay on request.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  channelEntry,
  startStitcher,
} from '../../apps/stitcher/src/testing/start-stitcher.suite.ts';
import { attackers } from './attack-list.ts';

/** Sources are read this often, ms: half a segment. */
const PACE_MS = 500;
const SAMPLE_MS = 20;

const [, , base = ''] = process.argv;
const channel = (id: string, path: string, type: 'hls-live' | 'hls-vod') =>
  channelEntry(id, {
    name: id,
    type,
    sourceManifestUrl: `${base}${path}`,
    adSource: { system: 'gva', url: `${base}/ads` },
  });
const stitcher = await startStitcher(
  { host: new URL(base).host },
  [
    channel('watched', '/live/master.m3u8', 'hls-live'),
    ...attackers.map(({ id, path, type }) => ({
      ...channel(id, path, type),
      tenantId: 'attacker',
      tier: 'trial' as const,
    })),
  ],
  undefined,
  PACE_MS,
  'info',
);
const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
delay.enable();
let peakBytes = 0;
setInterval(() => {
  // A test's stitcher keeps its log lines and event batches; a real one does not.
  stitcher.logs.length = 0;
  stitcher.batches.length = 0;
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, SAMPLE_MS).unref();
process.on('message', () => {
  process.send?.({ peakBytes, delayMs: delay.percentile(99) / 1e6 - SAMPLE_MS });
  delay.reset();
  peakBytes = 0;
});
process.on('disconnect', () => process.exit());
process.send?.({ port: stitcher.port });
