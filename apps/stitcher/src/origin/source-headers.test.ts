import type { ChannelInput } from '@interlude/contract';
import { createLogger, createMetrics, type Egress, SourceBudgets } from '@interlude/runtime';
import { expect, test } from 'vitest';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { AssetCache } from '../vod/asset-cache.ts';
import { openWithin } from './open-within.ts';
import { SourceRefusals } from './source-refusals.ts';
import { Sources } from './sources.ts';

const own = 'https://origin.test/a';
const other = 'https://cdn.test/b';

const variants = (...urls: string[]) =>
  ['#EXTM3U', ...urls.map((url) => `#EXT-X-STREAM-INF:BANDWIDTH=1000000\n${url}`), ''].join('\n');
const media = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n';
const vod = '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"/>';
const moved = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic"><Location>${other}.mpd</Location></MPD>`;

type Read = (egress: Pick<Egress, 'request'>, channel: ChannelEntry) => Promise<unknown>;

/** Hosts of the requested manifests, each with the headers of the source that it was sent. */
async function requestedBy(
  documents: Readonly<Record<string, string>>,
  settings: Partial<ChannelInput>,
  read: Read,
) {
  const requested = new Set<string>();
  const egress: Pick<Egress, 'request'> = {
    async request({ url, headers }) {
      const { 'x-key': key = 'nothing', authorization = '' } = headers ?? {};
      requested.add(`${new URL(url).host} ${key} ${authorization}`.trim());
      const plain = url.replace(/\/\/[^/@]*@/, '//');
      return { status: 200, url: plain, headers: {}, body: Buffer.from(documents[plain] ?? '') };
    },
  };
  const [sourceManifestUrl = ''] = Object.keys(documents);
  const sourceHeaders = { 'x-key': 'secret' };
  const channel = channelEntry('c1', {
    name: 'test',
    sourceManifestUrl,
    sourceHeaders,
    ...settings,
  });
  await read(egress, channel).catch(() => undefined);
  return [...requested].sort();
}

const clock = { now: () => 0 };

const live: Read = async (egress, channel) => {
  const sources = new Sources({
    ...{
      egress: { forTenant: () => egress },
      clock,
      onChange: () => undefined,
      findScheduled: () => [],
      findStored: async () => undefined,
      commonOf: () => undefined,
    },
    budgets: new SourceBudgets(),
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(createMetrics()),
    refusals: new SourceRefusals(undefined, clock, createLogger({ name: 'test', level: 'silent' })),
    ...{ pace: () => 3_600_000, mpdPace: () => 3_600_000 },
  });
  const pool = channel.settings.type.startsWith('dash') ? sources.dash : sources.hls;
  await pool
    .get(channel)
    .open()
    .finally(() => sources.stop());
};

const asset =
  (url: string): Read =>
  (egress, channel) =>
    new AssetCache({ forTenant: () => egress }, new SourceBudgets(), clock, () => undefined).get(
      channel,
      url,
      () => undefined,
    );

const bothHosts = ['cdn.test nothing', 'origin.test secret'];

const hls = {
  [`${own}.m3u8`]: variants(`${own}0.m3u8`, `${other}.m3u8`),
  [`${own}0.m3u8`]: media,
};

test('SEC-S21 sourceHeaders go to no other host that a live source names', async () => {
  expect(await requestedBy(hls, { type: 'hls-live' }, live)).toEqual(bothHosts);
  const dash = { [`${own}.mpd`]: moved };
  expect(await requestedBy(dash, { type: 'dash-live' }, live)).toEqual(bothHosts);
});

test('SEC-S21 sourceHeaders go to no other host that an asset or a feed names', async () => {
  const type = 'hls-vod';
  expect(await requestedBy(hls, { type }, asset(`${own}.m3u8`))).toEqual(bothHosts);
  expect(await requestedBy(hls, { type }, asset(`${other}.m3u8`))).toEqual(['cdn.test nothing']);
  const dash = { [`${own}.mpd`]: vod };
  const of = (url: string) => requestedBy(dash, { type: 'dash-vod' }, asset(url));
  expect(await of(`${own}.mpd`)).toEqual(['origin.test secret']);
  expect(await of(`${other}.mpd`)).toEqual(['cdn.test nothing']);
});

test.each(['http://origin.test/a.m3u8', 'https://origin.test:8443/a.m3u8'])(
  'SEC-S21 %s is another origin than that of the source, and gets no sourceHeaders',
  async (url) => {
    const [requested] = await requestedBy(hls, { type: 'hls-vod' }, asset(url));
    expect(requested).toContain('nothing');
  },
);

test('SEC-S21 sourceHeaders go to the further origins that the channel lists', async () => {
  const settings: Partial<ChannelInput> = { type: 'hls-vod', sourceOrigins: ['https://CDN.test/'] };
  expect(await requestedBy(hls, settings, asset(`${own}.m3u8`))).toEqual([
    'cdn.test secret',
    'origin.test secret',
  ]);
});

test('SEC-S21 the credentials of the address of a source go to its origin, also for its renditions', async () => {
  const settings: Partial<ChannelInput> = {
    type: 'hls-vod',
    sourceManifestUrl: own.replace('//', '//me:pass@'),
    sourceOrigins: ['https://cdn.test'],
  };
  const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`;
  expect(await requestedBy(hls, settings, asset(`${own}.m3u8`))).toEqual([
    'cdn.test secret',
    `origin.test secret ${basic}`,
  ]);
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
