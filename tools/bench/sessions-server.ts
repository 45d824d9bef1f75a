/** The stitcher of the sessions bench, in a process of its own: answers what memory it has. */
import { channelEntry, startStitcher } from '../../apps/stitcher/src/testing/start-stitcher.ts';

const [, , base = ''] = process.argv;
const stitcher = await startStitcher({ host: new URL(base).host }, [
  channelEntry('c1', {
    name: 'bench',
    sourceManifestUrl: `${base}/live/master.m3u8`,
    adSource: { system: 'gva', url: `${base}/ads` },
  }),
]);
/** A test's stitcher keeps what it has said and counted; a real one does not. */
const forget = () => {
  stitcher.logs.length = 0;
  stitcher.batches.length = 0;
};
setInterval(forget, 100).unref();
process.on('message', () => {
  forget();
  globalThis.gc?.();
  process.send?.({ residentBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: stitcher.port });
