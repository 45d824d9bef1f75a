/** The stitcher of the benches `sessions` and `viewers`, in a process of its own: reports its memory on request. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  channelEntry,
  startStitcher,
} from '../../apps/stitcher/src/testing/start-stitcher.suite.ts';

/** `paceMs`: sources are read this often; left out, twice in each segment. `liveDelay`: seconds behind the source. */
const [, , base = '', channels = '', paceMs = '500', liveDelay = '0'] = process.argv;
const stitcher = await startStitcher(
  { host: new URL(base).host },
  Array.from({ length: Number(channels) }, (_, index) =>
    channelEntry(`c${index}`, {
      name: 'bench',
      sourceManifestUrl: `${base}/channel/${index}/master.m3u8`,
      adSource: { system: 'gva', url: `${base}/ads` },
      liveDelay: Number(liveDelay),
    }),
  ),
  undefined,
  Number(paceMs),
  'info',
);
/** A test's stitcher keeps its log lines and event batches; a real one does not. */
const forget = () => {
  stitcher.logs.length = 0;
  stitcher.batches.length = 0;
};
setInterval(forget, 100).unref();
/** After a collection V8 and the allocator return their free pages within this, ms. */
const settlingMs = 2_000;
process.on('message', async () => {
  forget();
  globalThis.gc?.();
  const { heapUsed: heapBytes } = process.memoryUsage();
  await sleep(settlingMs);
  const residentBytes = process.memoryUsage.rss();
  process.send?.({ residentBytes, heapBytes });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: stitcher.port });
