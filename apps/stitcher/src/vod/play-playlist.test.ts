import { type PlaylistInput, playlistInput } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent, staticMpd } from '../testing/vod-origin.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;
const address = 'http://viewers.test/api/v2/playlists';

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
  const dash = `<MediaFile delivery="streaming" type="application/dash+xml" width="1280" height="720">${environment.base}/dash-ad/manifest.mpd</MediaFile>`;
  environment.override('/ads-dash', (_request, response) =>
    response.end(environment.vast([{ id: 'd1', seconds: 4, mediaFile: dash }])),
  );
  environment.override('/other/short.mpd', (_request, response) => response.end(staticMpd(5)));
  environment.ads = [{ id: 'one', seconds: 2 }];
  const stitch = { stitcher: { numberOfSegmentsToReplayAfterMidroll: 0 } };
  const named = (type: 'hls-vod' | 'dash-vod', id: string, query = '') =>
    channelEntry(`${type}-${id}`, {
      ...{ name: 'test', type, sourceManifestUrl: `${address}/${id}${query}`, ...stitch },
      adSource: {
        system: 'gva',
        url: `${environment.base}/${type === 'hls-vod' ? 'ads' : 'ads-dash'}`,
      },
    });
  const content = `?content=${encodeURIComponent(`${environment.base}/vod/master.m3u8`)}`;
  stitcher = await startStitcher(environment, [
    ...['two', 'one', 'broken', 'gone'].map((id) => named('hls-vod', id)),
    named('hls-vod', 'open', content),
    ...['two', 'one'].map((id) => named('dash-vod', id)),
    channelEntry('any', {
      ...{
        name: 'test',
        type: 'hls-vod',
        apiKey: 'secret',
        sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
      },
      ...{ ...stitch, adSource: { system: 'gva', url: `${environment.base}/ads` } },
    }),
  ]);
  addPlaylists();
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

function add(id: string, contents: PlaylistInput['contents']): void {
  const at = '2026-01-01T00:00:00.000Z';
  const settings = playlistInput.parse({ name: `Playlist ${id}`, contents });
  stitcher.playlists.set(id, { ...settings, id, tenantId: 't1', createdAt: at, updatedAt: at });
}

function addPlaylists(): void {
  const vodAsset = {
    hls: `${environment.base}/vod/master.m3u8`,
    dash: `${environment.base}/vod/asset.mpd`,
  };
  const half = { spliceType: 'percent' as const, cuePoints: [{ spliceTime: 50 }] };
  add('two', [
    { url: vodAsset.hls, duration: 6.9, cuePoints: [{ spliceTime: 3 }, { spliceTime: 0 }] },
    { url: vodAsset.dash, duration: 6.9, cuePoints: [{ spliceTime: 3 }] },
    { url: vodAsset.hls, duration: 4, ...half },
    { url: `${environment.base}/other/short.mpd`, ...half },
  ]);
  add('one', [
    { url: vodAsset.hls, cuePoints: [{ spliceTime: 4 }] },
    { url: vodAsset.dash, cuePoints: [{ spliceTime: 4 }] },
  ]);
  add('broken', [{ url: `${environment.base}/nothing.m3u8` }, { url: vodAsset.hls, duration: 3 }]);
  add('open', [{ sourceType: 'placeholder', duration: 4, cuePoints: [{ spliceTime: 2 }] }]);
}

/** Names of the segments in short: `c4` is content, `a` an ad segment, `|` a discontinuity before it. */
function shape(text: string): string {
  const { playlist } = parseMediaPlaylist(text);
  return playlist.segments
    .map(({ uri, discontinuity }) => {
      const number = /-(\d+)\.m4s/.exec(uri)?.[1];
      return `${discontinuity ? '|' : ''}${uri.startsWith('ad/') ? 'a' : `c${number}`}`;
    })
    .join(' ');
}

async function hls(id: string, rendition = 'v0', query = '') {
  const viewer = new TestPlayer(stitcher.port, id);
  await viewer.open(query);
  const response = await viewer.get(`/hls/${id}/${viewer.sessionId}/${rendition}.m3u8`);
  return response.text();
}

async function dash(id: string) {
  const answer = await fetch(`http://127.0.0.1:${stitcher.port}/dash/${id}/manifest.mpd`, {
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  const text = await (
    await fetch(new URL(location, `http://127.0.0.1:${stitcher.port}/dash/${id}/manifest.mpd`))
  ).text();
  const { mpd } = parseMpd(text);
  if (!mpd) throw new Error(text);
  return { mpd, text };
}

describe('a playlist through a VoD channel', () => {
  test('PLY-006 HLS: items one after the other, cut at their durations, ads at the cue points', async () => {
    const expected = '|a a |c0 c1 c2 |a a |c3 c4 c5 |c0 c1 |a a |c2 c3'.replace('|a', 'a');
    for (const rendition of ['v0', 'v1', 'a0']) {
      const text = await hls('hls-vod-two', rendition);
      expect(shape(text), rendition).toBe(expected);
      expect(text).toContain(`${environment.base}/vod/${rendition}-0.m4s`);
      expect(text).toMatch(/#EXT-X-ENDLIST\n$/);
    }
  });

  test('PLY-006 DASH: items are periods, ads between them', async () => {
    const { mpd, text } = await dash('dash-vod-two');
    const spans = mpd.periods.map(({ startMs, durationMs }) => [startMs, durationMs]);
    expect(spans).toEqual([
      [0, 3_000],
      [3_000, 4_000],
      [7_000, 3_000],
      [10_000, 2_000],
      [12_000, 4_000],
      [16_000, 3_000],
    ]);
    expect(mpd.mediaPresentationDurationMs).toBe(19_000);
    const ids = mpd.periods.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).toContain(`<BaseURL>${environment.base}/vod/</BaseURL>`);
    expect(text).toContain(`<BaseURL>${environment.base}/other/</BaseURL>`);
  });

  test('PLY-006 one item is played as the channel would play it', async () => {
    expect(shape(await hls('hls-vod-one'))).toBe('c0 c1 c2 c3 |a a |c4 c5 c6 c7 c8 c9 c10 c11');
    const { mpd } = await dash('dash-vod-one');
    expect(mpd.periods.map(({ durationMs }) => durationMs)).toEqual([4_000, 4_000, 8_000]);
  });

  test('PLY-015 OP-42 the address of the playlist fills its placeholders', async () => {
    expect(shape(await hls('hls-vod-open'))).toBe('c0 c1 |a a |c2 c3');
  });

  test('PLY-015 a session request may name a playlist as its feed', async () => {
    const content = encodeURIComponent(`${environment.base}/vod/master.m3u8`);
    const answer = await fetch(
      `http://127.0.0.1:${stitcher.port}/ad-aggregation-service/mrss/channel/any`,
      {
        method: 'POST',
        headers: { 'api-key': 'secret' },
        body: JSON.stringify({ url: `${address}/open?content=${content}` }),
      },
    );
    const { hls: found } = (await answer.json()) as {
      hls: { clips: { category: string | null; duration: number; title: string }[] };
    };
    expect(found.clips.map(({ category, duration }) => [category, duration])).toEqual([
      [null, 2_000],
      ['ad', 2_000],
      [null, 2_000],
    ]);
    expect(found.clips[0]?.title).toBe('Playlist open');
  });

  test('an item that cannot be read is left out and logged; an unknown playlist is an error', async () => {
    expect(shape(await hls('hls-vod-broken'))).toBe('c0 c1 c2');
    expect(stitcher.logs.some((line) => line.includes('"item":"broken-1"'))).toBe(true);
    const entry = `http://127.0.0.1:${stitcher.port}/hls/hls-vod-gone/master.m3u8`;
    const { headers } = await fetch(entry, { redirect: 'manual' });
    const gone = await fetch(new URL(headers.get('location') ?? '', entry));
    expect([gone.status, await gone.json()]).toEqual([
      expect.any(Number),
      expect.objectContaining({ message: expect.stringContaining('Playlist not found') }),
    ]);
  });
});
