import type { ChannelInput } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { readAsset } from '../vod/asset.ts';
import { DashSource } from './dash/dash-source.ts';
import { HlsSource } from './hls/hls-source.ts';
import { openWithin } from './open-within.ts';
import type { PolledSource, SourceOptions } from './polled-source.ts';

const own = 'https://origin.test/a';
const other = 'https://cdn.test/b';

const variants = (...urls: string[]) =>
  ['#EXTM3U', ...urls.map((url) => `#EXT-X-STREAM-INF:BANDWIDTH=1000000\n${url}`), ''].join('\n');
const media = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n';
const vod = '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"/>';
const moved = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic"><Location>${other}.mpd</Location></MPD>`;

/** Hosts of the manifests that are requested with the headers of the source, and without. */
async function requestedBy(
  documents: Readonly<Record<string, string>>,
  type: ChannelInput['type'],
  read: (egress: Pick<Egress, 'request'>, channel: ReturnType<typeof channelEntry>) => unknown,
) {
  const requested = new Set<string>();
  const egress: Pick<Egress, 'request'> = {
    async request({ url, headers }) {
      requested.add(`${new URL(url).host} ${headers?.['x-key'] ?? 'nothing'}`);
      return { status: 200, url, headers: {}, body: Buffer.from(documents[url] ?? '') };
    },
  };
  const [sourceManifestUrl = ''] = Object.keys(documents);
  const sourceHeaders = { 'x-key': 'secret' };
  const channel = channelEntry('c1', { name: 'test', type, sourceManifestUrl, sourceHeaders });
  await Promise.resolve(read(egress, channel)).catch(() => undefined);
  return [...requested].sort();
}

const live =
  (Kind: new (options: SourceOptions<() => number>) => PolledSource) =>
  async (egress: Pick<Egress, 'request'>, channel: ReturnType<typeof channelEntry>) => {
    const nothing = () => undefined;
    const source = new Kind({
      ...{ channel, egress, onChange: nothing, scheduledBreaks: () => [] },
      clock: { now: () => 0 },
      pace: () => 3_600_000,
      report: {
        ...{ polled: nothing, state: nothing, reconfigured: nothing },
        ...{ broken: nothing, warnings: nothing },
      },
    });
    await source.open().finally(() => source.stop());
  };

const bothHosts = ['cdn.test nothing', 'origin.test secret'];

test('sourceHeaders go to no other host that a live source names', async () => {
  const hls = {
    [`${own}.m3u8`]: variants(`${own}0.m3u8`, `${other}.m3u8`),
    [`${own}0.m3u8`]: media,
  };
  expect(await requestedBy(hls, 'hls-live', live(HlsSource))).toEqual(bothHosts);
  expect(await requestedBy({ [`${own}.mpd`]: moved }, 'dash-live', live(DashSource))).toEqual(
    bothHosts,
  );
});

test('sourceHeaders go to no other host that an asset or a feed names', async () => {
  const hls = {
    [`${own}.m3u8`]: variants(`${own}0.m3u8`, `${other}.m3u8`),
    [`${own}0.m3u8`]: media,
  };
  const asset = (url: string) =>
    ((egress, { settings }) => readAsset(egress, url, settings)) satisfies Parameters<
      typeof requestedBy
    >[2];
  expect(await requestedBy(hls, 'hls-vod', asset(`${own}.m3u8`))).toEqual(bothHosts);
  expect(await requestedBy(hls, 'hls-vod', asset(`${other}.m3u8`))).toEqual(['cdn.test nothing']);
  const dash = { [`${own}.mpd`]: vod };
  expect(await requestedBy(dash, 'dash-vod', asset(`${own}.mpd`))).toEqual(['origin.test secret']);
  expect(await requestedBy(dash, 'dash-vod', asset(`${other}.mpd`))).toEqual(['cdn.test nothing']);
});

test('a source that does not answer in time is named by the address that is read', async () => {
  const channel = channelEntry('c1', {
    name: 'test',
    sourceManifestUrl: 'https://named.test/a.m3u8',
    trueSourceUrl: `${own}.m3u8`,
  });
  const never = { open: () => new Promise(() => undefined) };
  await expect(openWithin(never, channel, 1)).rejects.toThrow('origin.test');
});
