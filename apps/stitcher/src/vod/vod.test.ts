import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { sessionMark } from '../sessions/session-mark.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent, mediaPlaylist, vmapDocument } from '../testing/vod-origin.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

type Settings = Parameters<typeof channelEntry>[1];

function channel(id: string, settings: Partial<Settings>): ChannelEntry {
  return channelEntry(id, {
    name: 'test',
    type: 'hls-vod',
    sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    ...settings,
  });
}

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
  const dash = `<MediaFile delivery="streaming" type="application/dash+xml" width="1280" height="720">${environment.base}/dash-ad/manifest.mpd</MediaFile>`;
  environment.override('/ads-dash', (_request, response) =>
    response.end(environment.vast([{ id: 'd1', seconds: 4, mediaFile: dash }])),
  );
  environment.override('/vmap', (_request, response) =>
    response.end(vmapDocument(environment.base, environment.vast([{ id: 'inline', seconds: 2 }]))),
  );
  environment.override('/tag', (_request, response) =>
    response.end(environment.vast([{ id: 'tagged', seconds: 3 }])),
  );
  environment.ads = [{ id: 'one', seconds: 2 }];
  const replay = { numberOfSegmentsToReplayAfterMidroll: 2 };
  stitcher = await startStitcher(environment, [
    channel('asset', { apiKey: 'secret', stitcher: { ...replay, provideVastURL: true } }),
    channel('marked', { stitcher: { useScte35: true, replaceInsteadOfInsert: true } }),
    channel('vmap', {
      adSource: { system: 'gva', url: `${environment.base}/vmap` },
      stitcher: { numberOfSegmentsToReplayAfterMidroll: 0, shouldFilterHlsByBandwidth: true },
    }),
    channel('plain', {}),
    channel('gone', { sourceManifestUrl: `${environment.base}/nothing.m3u8` }),
    channel('live', { sourceManifestUrl: `${environment.base}/live/master.m3u8` }),
    channel('dash', {
      apiKey: 'secret',
      type: 'dash-vod',
      sourceManifestUrl: `${environment.base}/vod/asset.mpd`,
      adSource: { system: 'gva', url: `${environment.base}/ads-dash` },
      stitcher: { ...replay, includeDashEvents: true },
    }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

const player = (id: string) => new TestPlayer(stitcher.port, id);

async function post(id: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(
    `http://127.0.0.1:${stitcher.port}/ad-aggregation-service/mrss/channel/${id}`,
    { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
  );
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function media(id: string, rendition = 'v0', query = '') {
  const viewer = player(id);
  await viewer.open(query);
  const response = await viewer.get(`/hls/${id}/${viewer.sessionId}/${rendition}.m3u8`);
  return { viewer, status: response.status, text: await response.text() };
}

/** Names of the segments in short: `c4` is content, `a` an ad segment. */
function shape(text: string): string[] {
  const { playlist } = parseMediaPlaylist(text);
  return playlist.segments.map(({ uri, discontinuity }) => {
    const number = /-(\d+)\.m4s/.exec(uri)?.[1];
    return `${discontinuity ? '|' : ''}${uri.startsWith('ad/') ? 'a' : `c${number}`}`;
  });
}

describe('MRSS sessions', () => {
  const headers = { 'api-key': 'secret' };

  test('answer with clips, addresses and ads where the cue points are', async () => {
    const { status, body } = await post(
      'asset',
      { url: `${environment.base}/feed`, deliverytypes: ['hls'], ifa: 'device-1', context: 'app' },
      headers,
    );
    expect(status).toBe(200);
    const { clips, url, vastURL } = body.hls;
    expect(url).toMatch(/^http:\/\/viewers\.test\/hls\/asset\/master\.m3u8\?sid=/);
    expect(body.mediaURL).toBe(url);
    expect(vastURL).toContain('/vast.xml');
    expect(
      clips.map((clip: { category: string; duration: number }) => [clip.category, clip.duration]),
    ).toEqual([
      ['intro', 2000],
      ['ad', 2000],
      [null, 6000],
      ['ad', 2000],
      [null, 8000],
      ['ad', 2000],
    ]);
    expect(clips[1]).toMatchObject({ titleId: 'one', title: 'one' });
    expect(clips[1].impressionUrlTemplates).toHaveLength(1);
    expect(clips[2]).toMatchObject({ titleId: 'asset-1', title: 'The asset' });
    const sid = new URL(url).searchParams.get('sid') ?? '';
    const viewer = player('asset');
    const text = await (await viewer.get(`/hls/asset/${sid}/v0.m3u8`)).text();
    expect(shape(text)).toEqual([
      ...['a', 'a', '|a', 'a', '|c0', 'c1', 'c2', 'c3', 'c4', 'c5', '|a', 'a'],
      ...['|c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11', '|a', 'a'],
    ]);
    const requested = environment.requests.filter(({ path }) => path === '/ads');
    expect(requested).toHaveLength(3);
    expect(requested.map(({ query }) => query.get('ifa'))).toEqual([
      'device-1',
      'device-1',
      'device-1',
    ]);
    const mid = requested.find(({ query }) => query.get('slot') === 'm1');
    expect(mid?.query.get('duration')).toBe('4');
  });

  test('leave the tracking out when the channel says so', async () => {
    const [vodAsset] = stitcher.channels;
    if (vodAsset) {
      vodAsset.settings.stitcher.removeTrackingTemplate = true;
    }
    const { body } = await post('asset', { url: `${environment.base}/feed` }, headers);
    expect(body.hls.clips[1].category).toBe('ad');
    expect(body.hls.clips[1].impressionUrlTemplates).toBeUndefined();
  });

  test.each([
    ['no key', 'asset', { url: 'FEED' }, {}, 403],
    ['no JSON', 'asset', 'url=x', headers, 400],
    ['no address', 'asset', { url: 'file:///etc/passwd' }, headers, 400],
    ['another form', 'asset', { url: 'FEED', deliverytypes: ['dash'] }, headers, 400],
    ['an unknown channel', 'nobody', { url: 'FEED' }, headers, 404],
    ['a long body', 'asset', { url: 'FEED', pad: 'x'.repeat(70_000) }, headers, 400],
  ])('V11 refuse %s', async (_name, id, body, sent, status) => {
    const text = JSON.stringify(body).replace('FEED', `${environment.base}/feed`);
    const answer = await post(id, typeof body === 'string' ? body : text, { ...sent });
    expect(answer.status).toBe(status);
  });

  test('SEC-S22 a feed is not named by a query, nor by anybody where the channel requires no key', async () => {
    for (const query of ['?mrss=FEED', '?api-key=secret&mrss=FEED']) {
      const named = query.replace('FEED', encodeURIComponent(`${environment.base}/feed`));
      await media('asset', 'v0', named);
      await media('plain', 'v0', named);
    }
    const answer = await post('plain', { url: `${environment.base}/feed` });
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'FEED_FORBIDDEN']);
    expect(environment.requested('/feed')).toBe(0);
  });

  test('SEC-S22 a feed is on the origin of the source, or on one that the channel lists', async () => {
    const other = environment.base.replace('127.0.0.1', 'localhost');
    const answer = await post('asset', { url: `${other}/feed` }, headers);
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'FEED_FORBIDDEN']);
    expect(answer.body.message).toContain(new URL(other).host);
    expect(environment.requested('/feed')).toBe(0);
  });

  test('V11 say what is wrong with a feed', async () => {
    environment.override('/html', (_request, response) => response.end('<html><body/></html>'));
    for (const path of ['/html', '/nothing', '/vod/asset.mpd']) {
      const { status, body } = await post('asset', { url: `${environment.base}${path}` }, headers);
      expect([status, body.errorCode]).toEqual([502, 'SOURCE_UNAVAILABLE']);
    }
    const { status } = await post('asset', { url: 'http://169.254.169.254/feed' }, headers);
    expect(status).toBe(403);
  });
});

describe('HLS on demand', () => {
  test('H36 decides once for a session, whatever is loaded, and gives the same bytes', async () => {
    const viewer = player('plain');
    await viewer.open();
    const load = async (rendition: string) =>
      (await viewer.get(`/hls/plain/${viewer.sessionId}/${rendition}.m3u8`)).text();
    const [first, second, audio] = await Promise.all([load('v0'), load('v0'), load('a0')]);
    environment.ads = [{ id: 'two', seconds: 4 }];
    expect(second).toBe(first);
    expect(await load('v0')).toBe(first);
    expect(shape(audio)).toEqual(shape(first));
    // Where nothing names breaks, a VAST answer is the pre-roll.
    expect(shape(first).slice(0, 4)).toEqual(['a', 'a', '|c0', 'c1']);
    expect(environment.requested('/ads')).toBe(1);
  });

  test('useScte35 and replaceInsteadOfInsert put ads in place of what is marked', async () => {
    const { text } = await media('marked');
    expect(shape(text)).toEqual('c0 c1 c2 c3 |a a |c7 c8 c9 c10 c11'.split(' '));
    expect(text).not.toContain('CUE-');
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(text).toMatch(/#EXT-X-ENDLIST\n$/);
  });

  test('isUsingAdSlate fills what ads leave of a replaced break, and all of it without ads', async () => {
    const adSlateManifestUrl = `${environment.base}/creative/slate-2/master.m3u8`;
    const of = async (id: string, more: Partial<Settings>) => {
      const stitch = { useScte35: true, replaceInsteadOfInsert: true };
      stitcher.channels = [channel(id, { adSlateManifestUrl, stitcher: stitch, ...more })];
      stitcher.changed();
      return (await media(id)).text;
    };
    const filled = await of('filled', {});
    expect(shape(filled)).toEqual('c0 c1 c2 c3 |a a |a |c7 c8 c9 c10 c11'.split(' '));
    expect(shape(await of('off', { isUsingAdSlate: false }))).toEqual(
      'c0 c1 c2 c3 |a a |c7 c8 c9 c10 c11'.split(' '),
    );
    environment.ads = [];
    expect(shape(await of('empty', {}))).toEqual(
      'c0 c1 c2 c3 |a a |a |c7 c8 c9 c10 c11'.split(' '),
    );
    const stitch = { useScte35: true, numberOfSegmentsToReplayAfterMidroll: 0 };
    expect(shape(await of('inserted', { stitcher: stitch }))).toHaveLength(12);
  });

  test('H16 variables of the source are filled in, imported ones and those of the address', async () => {
    const master = environment.text('/creative/x-1/master.m3u8') ?? '';
    environment.override('/defined/master.m3u8', (_request, response) =>
      response.end(
        master
          .replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-DEFINE:NAME="dir",VALUE="/vod"\n')
          .replace(/^(v\d\.m3u8)/gm, '{$dir}/$1?token=t1')
          .replace(/URI="(a0\.m3u8)"/, 'URI="{$dir}/$1?token=t1"'),
      ),
    );
    for (const rendition of ['v0', 'v1', 'a0']) {
      environment.override(`/vod/${rendition}.m3u8`, (_request, response) =>
        response.end(
          `#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-DEFINE:IMPORT="dir"\n#EXT-X-DEFINE:QUERYPARAM="token"
#EXT-X-MAP:URI="{$dir}/init.mp4"\n#EXTINF:1,\n{$dir}/${rendition}-0.m4s?t={$token}\n#EXT-X-ENDLIST\n`,
        ),
      );
    }
    stitcher.channels = [
      channel('defined', { sourceManifestUrl: `${environment.base}/defined/master.m3u8` }),
    ];
    stitcher.changed();
    const { text } = await media('defined');
    expect(text).toContain(`#EXT-X-MAP:URI="${environment.base}/vod/init.mp4"`);
    expect(text).toContain(`${environment.base}/vod/v0-0.m4s?t=t1`);
    expect(text).not.toMatch(/DEFINE|\{\$/);
  });

  test('H25 I-frame playlists are there when the channel wants them and ads have them', async () => {
    const iFrames =
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64001f",URI="i0.m3u8"\n';
    const listed = (path: string) => {
      const text = environment.text(path.replace('/vod/', '/creative/x-1/')) ?? '';
      environment.override(path, (_request, response) => response.end(text + iFrames));
    };
    const only = (path: string, text: string) =>
      environment.override(path, (_request, response) =>
        response.end(text.replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n')),
      );
    listed('/vod/master.m3u8');
    only('/vod/i0.m3u8', mediaPlaylist('i0', false));
    const tracks = { includeMediaTracks: { iFrames: true } };
    stitcher.channels = [channel('tricky', tracks), channel('simple', {})];
    stitcher.changed();
    // The ad has no I-frame rendition yet: it cannot be shown in all renditions, so in none.
    expect(shape((await media('tricky', 'i0')).text)).toHaveLength(12);
    listed('/creative/c-2-three/master.m3u8');
    only('/creative/c-2-three/i0.m3u8', environment.text('/creative/c-2-three/v0.m3u8') ?? '');
    environment.ads = [{ id: 'three', seconds: 2 }];
    const { text, viewer } = await media('tricky', 'i0');
    expect(text).toContain('#EXT-X-I-FRAMES-ONLY\n');
    const master = await (
      await viewer.get(`/hls/tricky/master.m3u8?sid=${viewer.sessionId}`)
    ).text();
    expect(master).toContain(`URI="${viewer.sessionId}/i0.m3u8"`);
    const video = await viewer.get(`/hls/tricky/${viewer.sessionId}/v0.m3u8`);
    expect(shape(text)).toEqual(shape(await video.text()));
    expect(shape(text).slice(0, 3)).toEqual(['a', 'a', '|c0']);
    expect(await player('simple').open()).not.toContain('I-FRAME');
  });

  test('V9 a VMAP answer names breaks, tags and trackers; an empty break fires its own', async () => {
    const { text, viewer } = await media('vmap');
    expect(shape(text)).toEqual('a a |c0 c1 c2 c3 c4 c5 |a a a |c6 c7 c8 c9 c10 c11'.split(' '));
    expect(environment.requested('/vmap')).toBe(1);
    expect(environment.requested('/tag')).toBe(1);
    const uris = text.split('\n').filter((line) => line.startsWith('ad/'));
    for (const uri of uris) {
      const answer = await viewer.get(`/hls/vmap/${viewer.sessionId}/${uri}`);
      expect(answer.status).toBe(302);
    }
    await expect.poll(() => environment.beaconsOf('breakEnd').length).toBe(3);
    expect(
      environment
        .beaconsOf('breakStart')
        .map((path) => path.split('/').at(-1))
        .toSorted(),
    ).toEqual(['first', 'half', 'last']);
    expect(environment.beaconsOf('complete')).toHaveLength(2);
  });

  test('shouldFilterHlsByBandwidth leaves out what is above the threshold, but the lowest', async () => {
    const master = await player('vmap').open();
    expect(master).toContain('BANDWIDTH=800000');
    expect(master).not.toContain('BANDWIDTH=2000000');
  });

  test('B1 B4 beacons count once, also when a segment is requested again', async () => {
    const { text, viewer } = await media('plain');
    const uris = text.split('\n').filter((line) => line.startsWith('ad/'));
    for (const uri of [...uris, ...uris]) {
      await viewer.get(`/hls/plain/${viewer.sessionId}/${uri}`);
    }
    await expect.poll(() => environment.beaconsOf('complete').length).toBe(1);
    expect(environment.beaconsOf('impression')).toHaveLength(1);
  });

  test('SEC-S30 nothing is decided for a session that is never played', async () => {
    for (let count = 0; count < 5; count += 1) {
      await player('plain').open();
    }
    expect(environment.requested('/ads')).toBe(0);
    await media('plain');
    expect(environment.requested('/ads')).toBe(1);
  });

  test('SEC-S30 what cannot be read is not requested over and over', async () => {
    const viewer = player('gone');
    await viewer.open();
    for (let count = 0; count < 5; count += 1) {
      const answer = await viewer.get(`/hls/gone/${viewer.sessionId}/v0.m3u8`);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      await media('gone');
    }
    expect(environment.requested('/nothing.m3u8')).toBe(1);
  });

  test('SEC-S26 the id of a session reaches its viewer alone', async () => {
    const { text, viewer } = await media('plain');
    for (const uri of text.split('\n').filter((line) => line.startsWith('ad/'))) {
      await viewer.get(`/hls/plain/${viewer.sessionId}/${uri}`);
    }
    await expect.poll(() => environment.beaconsOf('complete').length).toBe(1);
    const mark = sessionMark(viewer.sessionId);
    const requested = environment.requests.map(({ path, query }) => `${path}?${query}`);
    const left = JSON.stringify([requested, stitcher.logs]);
    expect(left).toContain(mark);
    expect(left).not.toContain(viewer.sessionId);
    const answer = await viewer.get(`/hls/plain/${mark}/v0.m3u8`);
    expect(await answer.json()).toMatchObject({ errorCode: 'SESSION_UNKNOWN' });
  });

  test('H35 a session outlives its process with its feed and its ads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interlude-vod-'));
    const channels = [channel('asset', { apiKey: 'secret' })];
    const first = await startStitcher(environment, channels, folder);
    const answer = await fetch(
      `http://127.0.0.1:${first.port}/ad-aggregation-service/mrss/channel/asset`,
      {
        method: 'POST',
        headers: { 'api-key': 'secret' },
        body: JSON.stringify({ url: `${environment.base}/feed`, ifa: 'x' }),
      },
    );
    const { mediaURL } = JSON.parse(await answer.text());
    const path = `/hls/asset/${new URL(mediaURL).searchParams.get('sid')}/v0.m3u8`;
    const before = await (await fetch(`http://127.0.0.1:${first.port}${path}`)).text();
    await first.stop();
    environment.ads = [{ id: 'another', seconds: 5 }];
    const second = await startStitcher(environment, channels, folder);
    const after = await (await fetch(`http://127.0.0.1:${second.port}${path}`)).text();
    await second.stop();
    await rm(folder, { recursive: true });
    expect(shape(before)).toHaveLength(23);
    expect(after).toBe(before);
  });

  test('content goes on when the ad server fails', async () => {
    environment.override('/ads', (_request, response) => {
      response.writeHead(500);
      response.end();
    });
    const { text } = await media('plain');
    expect(shape(text)).toHaveLength(12);
    expect(text).not.toContain('DISCONTINUITY');
  });

  test.each(['gone', 'live'])('a source that is no asset gives an error: %s', async (id) => {
    const { status } = await media(id);
    expect(status).toBe(502);
  });
});

describe('DASH on demand', () => {
  async function mpdOf(feed: string) {
    const named = { url: `${environment.base}${feed}`, deliverytypes: ['dash'] };
    const { body } = await post('dash', named, { 'api-key': 'secret' });
    const path = new URL(body.dash.url).pathname;
    const text = await (await player('dash').get(path)).text();
    const { mpd } = parseMpd(text);
    return { text, path, mpd };
  }

  test('D3 D6 D20 periods follow each other, their sum is the duration', async () => {
    const { mpd, text } = await mpdOf('/feed');
    expect(mpd?.periods.map(({ id, startMs, durationMs }) => [id, startMs, durationMs])).toEqual([
      ['c1-pre-0', 0, 4000],
      ['asset', 4000, 6000],
      ['c2-mid-0', 10_000, 4000],
      ['asset-r1', 14_000, 8000],
      ['c3-post-0', 22_000, 4000],
    ]);
    expect(mpd?.mediaPresentationDurationMs).toBe(26_000);
    expect(text).toContain(`<BaseURL>${environment.base}/vod/</BaseURL>`);
  });

  test('B1 ad segments fire their events once and lead to the media', async () => {
    const { mpd } = await mpdOf('/feed');
    const addressing = mpd?.periods[0]?.adaptationSets[0]?.representations[0]?.addressing;
    const media = addressing?.kind === 'timeline' ? addressing.media : '';
    const init = addressing?.kind === 'timeline' ? (addressing.initialization ?? '') : '';
    const get = (address: string) => player('dash').get(new URL(address).pathname);
    expect((await get(init)).headers.get('location')).toBe(
      `${environment.base}/dash-ad/720/init.mp4`,
    );
    for (const number of [0, 0, 1, 2, 3]) {
      const answer = await get(media.replace('$Number$', String(number)));
      expect(answer.headers.get('location')).toBe(
        `${environment.base}/dash-ad/720/${number + 1}.m4s`,
      );
    }
    await expect.poll(() => environment.beaconsOf('complete').length).toBe(1);
    expect(environment.beaconsOf('impression')).toHaveLength(1);
  });

  test('a plain player gets a session by redirect, and the pre-roll of a VAST answer', async () => {
    const viewer = player('dash');
    const first = await viewer.get('/dash/dash/manifest.mpd?api-key=secret');
    expect(first.status).toBe(302);
    const location = first.headers.get('location') ?? '';
    const text = await (await viewer.get(`/dash/dash/${location}`)).text();
    const { mpd } = parseMpd(text);
    expect(mpd?.periods.map(({ id }) => id)).toEqual(['p1-0', 'asset']);
  });
});
