/** Fields of a channel as they show in outputs on demand, over real HTTP. */
import { parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent, staticMpd } from '../testing/vod-origin.suite.ts';

type Settings = Partial<Parameters<typeof channelEntry>[1]>;

let environment: TestEnvironment;
let stitcher: TestStitcher | undefined;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
  environment.ads = [{ id: 'one', seconds: 2 }];
});
afterEach(async () => {
  await stitcher?.stop();
  stitcher = undefined;
  await environment.stop();
});

async function viewerOf(settings: Settings): Promise<TestPlayer> {
  await stitcher?.stop();
  const channel = channelEntry('c1', {
    name: 'test',
    type: 'hls-vod',
    sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    ...settings,
  });
  stitcher = await startStitcher(environment, [channel]);
  return new TestPlayer(stitcher.port, 'c1');
}

async function mpdOf(settings: Settings): Promise<string> {
  const viewer = await viewerOf({
    type: 'dash-vod',
    sourceManifestUrl: `${environment.base}/vod/asset.mpd`,
    ...settings,
  });
  const entry = await viewer.get('/dash/c1/manifest.mpd');
  const address = entry.headers.get('location') ?? '';
  const { pathname } = new URL(address, 'http://x/dash/c1/manifest.mpd');
  return (await viewer.get(pathname)).text();
}

/** `a` an ad segment, `c` content. */
async function shape(viewer: TestPlayer): Promise<string> {
  const text = await (await viewer.get(`/hls/c1/${viewer.sessionId}/v0.m3u8`)).text();
  const { segments } = parseMediaPlaylist(text).playlist;
  return segments.map(({ uri }) => (uri.includes('ad/') ? 'a' : 'c')).join('');
}

test('CHE-037 enablePreRoll puts ads before a programme whose breaks name none', async () => {
  const marked = { stitcher: { useScte35: true, numberOfSegmentsToReplayAfterMidroll: 0 } };
  environment.ads = [
    { id: 'one', seconds: 2 },
    { id: 'two', seconds: 1 },
  ];
  const none = await viewerOf(marked);
  await none.open();
  expect(await shape(none)).toBe('ccccaaacccccccc');
  const enabled = {
    ...marked,
    enablePreRoll: true,
    preRoll: { maxDuration: 10, maxCount: 1 },
  };
  const first = await viewerOf(enabled);
  await first.open();
  expect(await shape(first)).toBe('aaccccaaacccccccc');
  const short = await viewerOf({ ...enabled, preRoll: { maxDuration: 1, maxCount: 5 } });
  await short.open();
  expect(await shape(short)).toBe('accccaaacccccccc');
  const own = {
    system: 'proxy' as const,
    url: `${environment.base}/own`,
    params: { place: '{{breakPosition}}' },
  };
  environment.override('/own', (_request, response) =>
    response.end(environment.vast([{ id: 'own', seconds: 3 }])),
  );
  const other = await viewerOf({
    ...enabled,
    preRoll: { maxDuration: 10, maxCount: 1, useDifferentAdServer: true, adSource: own },
  });
  await other.open();
  expect(await shape(other)).toBe('aaaccccaaacccccccc');
  const sent = environment.requests.find(({ path }) => path === '/own')?.query;
  expect(Object.fromEntries(sent ?? [])).toMatchObject({ place: 'pre', context: 'c1' });
});

test('CHE-054 preservePlaylistFilename keeps the names of playlists on demand, and ads below them work', async () => {
  environment.override('/vod/master.m3u8', (_request, response) =>
    response.end(
      (environment.text('/creative/x-1/master.m3u8') ?? '').replace('v0.m3u8', 'hd/chunks_1.m3u8'),
    ),
  );
  environment.override('/vod/hd/chunks_1.m3u8', (_request, response) =>
    response.end(
      '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:1,\n0.m4s\n#EXT-X-ENDLIST\n',
    ),
  );
  const viewer = await viewerOf({ preservePlaylistFilename: true });
  const master = await viewer.open();
  const [child = ''] = /^.*chunks_1\.m3u8$/m.exec(master) ?? [];
  expect(child).toMatch(/\/v\d\/chunks_1\.m3u8$/);
  const text = await (await viewer.get(`/hls/c1/${child}`)).text();
  const [ad = ''] = /^.*ad\/.*$/m.exec(text) ?? [];
  const answer = await viewer.get(new URL(ad, `http://x/hls/c1/${child}`).pathname);
  expect(answer.headers.get('location')).toMatch(/\.m4s$/);
});

test('externalBaseUrl and http stand before the addresses of a session on demand', async () => {
  const settings = { externalBaseUrl: 'https://tv.example/x', http: true };
  const master = await (await viewerOf(settings)).open();
  expect(master).toMatch(/^http:\/\/tv\.example\/x\/hls\/c1\/[^/]+\/v0\.m3u8$/m);
  environment.override('/ads', (_request, response) => response.end(dashAds()));
  expect(await mpdOf(settings)).toContain('media="http://tv.example/x/dash/c1/');
});

function dashAds(): string {
  const mediaFile = `<MediaFile delivery="streaming" type="application/dash+xml" width="1280" height="720">${environment.base}/dash-ad/manifest.mpd</MediaFile>`;
  return environment.vast([{ id: 'd1', seconds: 4, mediaFile }]);
}

test('includeMediaTracks: subtitles, trick play and captions are declared in MPDs on demand', async () => {
  const set = (id: string, attributes: string, property: string) =>
    `<AdaptationSet id="${id}" ${attributes}>${property}<SegmentTemplate timescale="1" duration="1" media="${id}-$Number$.m4s"/><Representation id="r${id}" bandwidth="1000"/></AdaptationSet>`;
  const trick =
    '<EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/>';
  const captions = '<Accessibility schemeIdUri="urn:scte:dash:cc:cea-708:2015"/>';
  const text = staticMpd()
    .replace(/(<AdaptationSet id="1"[^>]*>)/, `$1${captions}`)
    .replace(
      '</Period>',
      `${set('8', 'contentType="text" mimeType="text/vtt"', '')}${set('9', 'contentType="video" mimeType="video/mp4"', trick)}</Period>`,
    );
  environment.override('/vod/asset.mpd', (_request, response) => response.end(text));
  for (const wanted of [
    { subtitles: true, iFrames: false, closedCaptions: true },
    { subtitles: false, iFrames: true, closedCaptions: false },
  ]) {
    const shown = await mpdOf({ includeMediaTracks: wanted });
    expect(parseMpd(shown).mpd?.periods.length).toBeGreaterThan(0);
    expect({
      subtitles: shown.includes('contentType="text"'),
      iFrames: shown.includes('trickmode'),
      closedCaptions: shown.includes('cea-708'),
    }).toEqual(wanted);
  }
});

test('DATA-014 cacheTime: an asset is read once for all sessions inside it', async () => {
  for (const [cacheTime, times] of [
    [60, 1],
    [0, 2],
  ] as const) {
    environment.requests.length = 0;
    const first = await viewerOf({ cacheTime });
    await first.open();
    const second = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await second.open();
    expect(environment.requested('/vod/v0.m3u8')).toBe(times);
  }
});

test('V9 macros in the addresses that a VMAP names are filled for their break', async () => {
  const tag = `<vmap:AdSource><vmap:AdTagURI><![CDATA[${environment.base}/tag?p=[BREAKPOSITION]&cb=[CACHEBUSTING]]]></vmap:AdTagURI></vmap:AdSource>`;
  environment.override('/ads', (_request, response) =>
    response.end(
      `<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="50%" breakType="linear">${tag}</vmap:AdBreak></vmap:VMAP>`,
    ),
  );
  environment.override('/tag', (_request, response) =>
    response.end(environment.vast([{ id: 'tagged', seconds: 3 }])),
  );
  const viewer = await viewerOf({ stitcher: { numberOfSegmentsToReplayAfterMidroll: 0 } });
  await viewer.open();
  expect(await shape(viewer)).toBe('ccccccaaacccccc');
  const sent = environment.requests.find(({ path }) => path === '/tag')?.query;
  expect(sent?.get('p')).toBe('2');
  expect(sent?.get('cb')).toMatch(/^\d{8}$/);
});

test('numberOfSegmentsToReplayAfterMidroll: the content goes on that many segments earlier', async () => {
  const replay = { useScte35: true, numberOfSegmentsToReplayAfterMidroll: 1 };
  const viewer = await viewerOf({ stitcher: replay });
  await viewer.open();
  expect(await shape(viewer)).toBe(`ccccaa${'c'.repeat(9)}`);
});

test('bandwidthThreshold is the highest bandwidth that stays', async () => {
  const threshold = { shouldFilterHlsByBandwidth: true, bandwidthThreshold: 2_000_000 };
  const all = await (await viewerOf({ stitcher: threshold })).open();
  expect([...all.matchAll(/BANDWIDTH=(\d+)/g)].map(([, of]) => of)).toEqual(['2000000', '800000']);
});

test('includeDashEvents keeps the event streams of the source in the MPD', async () => {
  const stream =
    '<EventStream schemeIdUri="urn:example:own" timescale="1"><Event presentationTime="1" id="7">kept</Event></EventStream>';
  const text = staticMpd().replace(/(<Period [^>]*>)/, `$1${stream}`);
  environment.override('/vod/asset.mpd', (_request, response) => response.end(text));
  expect(await mpdOf({ stitcher: { includeDashEvents: true } })).toContain('>kept</Event>');
  expect(await mpdOf({})).not.toContain('EventStream');
});

test('shouldUseRelativeSegmentUrl: in an MPD too, ads and content on the host of the stitcher have relative addresses', async () => {
  const mediaFile = `<MediaFile delivery="streaming" type="application/dash+xml" width="1280" height="720">${environment.base}/dash-ad/manifest.mpd</MediaFile>`;
  environment.ads = [{ id: 'one', seconds: 4, mediaFile }];
  const relative = { stitcher: { shouldUseRelativeSegmentUrl: true } };
  const text = await mpdOf(relative);
  expect(text).toMatch(/ media="\/dash\/c1\/[^/"]+\/ad\/[^"]+"/);
  expect(text).not.toContain('http://viewers.test');
  // No base above the Periods: relative addresses start from the MPD.
  const { mpd } = parseMpd(text);
  expect(mpd?.baseUrls).toEqual([]);
  const basesOf = (found: typeof mpd) => found?.periods.map(({ baseUrls }) => baseUrls[0]?.url);
  expect(basesOf(mpd)).toEqual([undefined, `${environment.base}/vod/`]);
  const contentLocationReplacement = {
    regex: '^http://[^/]+',
    defaultReplacement: 'http://viewers.test',
  };
  const moved = await mpdOf({ ...relative, contentLocationReplacement });
  expect(basesOf(parseMpd(moved).mpd)).toEqual([undefined, '/vod/']);
});

test('shouldUseRelativeSegmentUrl: segments on the host of the stitcher have relative addresses', async () => {
  const viewer = await viewerOf({
    stitcher: { shouldUseRelativeSegmentUrl: true },
    contentLocationReplacement: {
      regex: '^http://[^/]+',
      defaultReplacement: 'http://viewers.test',
    },
  });
  await viewer.open();
  const text = await (await viewer.get(`/hls/c1/${viewer.sessionId}/v0.m3u8`)).text();
  expect(text).toContain('\n/vod/v0-11.m4s\n');
});
