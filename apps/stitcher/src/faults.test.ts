import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { type Handler, TestEnvironment } from './testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

async function start(change: Partial<Parameters<typeof channelEntry>[1]> = {}) {
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
      ...change,
    }),
  ]);
  return new TestPlayer(stitcher.port, 'c1');
}

const logged = (message: string) =>
  stitcher.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

const metrics = async () => (await fetch(`http://127.0.0.1:${stitcher.port}/metrics`)).text();

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 4 }];
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

const html: Handler = (_, response) => response.end('<!doctype html><html><body>Hi</body></html>');
const status =
  (code: number): Handler =>
  (_, response) =>
    response.writeHead(code).end('no');
const body =
  (text: string): Handler =>
  (_, response) =>
    response.end(text);

/** Writes until the other side closes: it would otherwise go on through all tests that follow. */
function writeForEver(response: ServerResponse, text: string): void {
  response.on('error', () => undefined);
  const more = () => {
    if (!response.destroyed) response.write(text, () => setImmediate(more));
  };
  more();
}

describe('a bad source is named to the operator', () => {
  const cases: [string, Handler, string][] = [
    ['HTML', html, 'SOURCE_NOT_A_MANIFEST'],
    ['an empty body', body(''), 'SOURCE_NOT_A_MANIFEST'],
    ['5xx', status(503), 'FETCH_STATUS'],
    ['404', status(404), 'FETCH_STATUS'],
    [
      'a huge answer',
      (_, response) => {
        response.write(`#EXTM3U\n${'#'.repeat(1024 * 1024)}`);
        writeForEver(response, '#'.repeat(1024 * 1024));
      },
      'FETCH_TOO_LARGE',
    ],
    ['a broken connection', (_, response) => void response.socket?.destroy(), 'FETCH_FAILED'],
    [
      'a redirect to a forbidden address',
      (_, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
      'URL_FORBIDDEN',
    ],
  ];
  test.each(cases)('%s', async (_, handler, code) => {
    environment.override('/live/master.m3u8', handler);
    const player = await start();
    const answer = JSON.parse(await player.open());
    expect(answer).toMatchObject({ code: 502, errorCode: 'SOURCE_UNAVAILABLE', details: { code } });
    await player.get(`/hls/c1/master.m3u8?sid=${player.sessionId}`);
    expect(logged('the source of a channel fails')).toEqual([
      expect.objectContaining({ level: 'warn', channelId: 'c1', code }),
    ]);
  });

  test('a media playlist that is HTML', async () => {
    environment.override('/live/v0.m3u8', html);
    const player = await start();
    expect(JSON.parse(await player.open())).toMatchObject({
      details: { code: 'SOURCE_NOT_A_MANIFEST' },
    });
  });

  test('one that comes back is read again', async () => {
    const restore = environment.override('/live/master.m3u8', status(503));
    const player = await start();
    expect(await player.open()).toContain('SOURCE_UNAVAILABLE');
    restore();
    await expect.poll(() => player.open(), { timeout: 5_000 }).toContain('#EXT-X-STREAM-INF');
  });
});

describe('nothing that an ad server answers harms the stream', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`).join('')}]><VAST>&a8;</VAST>`;
  const cases: [string, Handler, string][] = [
    ['HTML', html, 'VAST_INVALID'],
    ['an empty body', body(''), 'NO_ADS'],
    ['an empty VAST', body('<VAST version="3.0"/>'), 'NO_ADS'],
    ['an entity bomb', body(bomb), 'VAST_INVALID'],
    ['half a document', body('<VAST version="3.0"><Ad><InLine>'), 'VAST_INVALID'],
    ['5xx', status(500), 'AD_SERVER_UNREACHABLE'],
    [
      'an endless answer',
      (_, response) => {
        response.write('<VAST version="3.0">');
        writeForEver(response, '<Ad>'.repeat(1e5));
      },
      'AD_SERVER_UNREACHABLE',
    ],
    [
      'a redirect to a forbidden address',
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/vast' }).end(),
      'AD_SERVER_UNREACHABLE',
    ],
    [
      'a wrapper loop',
      (_, response, url) =>
        response.end(
          `<VAST version="3.0"><Ad id="w"><Wrapper><AdSystem>w</AdSystem><VASTAdTagURI>${url.origin}/ads</VASTAdTagURI><Error>${url.origin}/beacon/error/wrapper?code=[ERRORCODE]</Error></Wrapper></Ad></VAST>`,
        ),
      'WRAPPER_LIMIT',
    ],
  ];
  test.each(cases)(
    '%s ends in content with a counted reason',
    async (_, handler, reason) => {
      environment.override('/ads', handler);
      const player = await start();
      await player.open();
      await player.reload();
      environment.edge = 24;
      const playlist = await player.until(({ text }) => text.includes('v0-23.m4s'));
      expect(playlist.adUris).toEqual([]);
      expect(playlist.text).toContain('#EXT-X-CUE-OUT');
      expect(await metrics()).toContain(
        `interlude_stitcher_avails_total{outcome="content",reason="${reason}"} 1`,
      );
      if (reason === 'WRAPPER_LIMIT') {
        await expect.poll(() => environment.beacons[0]).toBe('/beacon/error/wrapper?code=302');
      }
    },
    10_000,
  );

  test('H20 H37 every rendition waits for the answer of the ad server, then all have the same ads, of one request', async () => {
    let answer = () => undefined as unknown;
    environment.override('/ads', (_, response) => {
      answer = () => response.end(environment.vast());
    });
    const player = await start();
    await player.open();
    await player.reload();
    environment.edge = 25;
    await expect.poll(() => environment.requested('/ads')).toBe(1);
    const answered: string[] = [];
    const waiting = ['v0', 'a0', 'v1', 'v0', 'a0'].map(async (rendition) => {
      const playlist = await player.reload(rendition);
      answered.push(rendition);
      return playlist;
    });
    // Another request of the session comes and goes meanwhile: the playlists are still waiting.
    expect((await player.get(`${player.folder}/breaks.json`)).status).toBe(200);
    expect(answered).toEqual([]);
    answer();
    const playlists = await Promise.all(waiting);
    const adsOf = ({ adUris }: { adUris: string[] }) =>
      adUris.map((uri) => uri.replace(/[?].*/, '').replace(/[/][va]\d[/]/, '/'));
    for (const playlist of playlists) {
      expect(adsOf(playlist).length).toBeGreaterThan(0);
      expect(adsOf(playlist)).toEqual(adsOf(playlists[0] ?? playlist));
    }
    expect(environment.requested('/ads')).toBe(1);
  });

  test('H22 a session that begins in the middle of a break gets the same of it in every rendition', async () => {
    let answer = () => undefined as unknown;
    environment.override('/ads', (_, response) => {
      answer = () => response.end(environment.vast());
    });
    environment.edge = 24;
    const player = await start();
    await player.open();
    const video = player.reload('v0');
    await expect.poll(() => environment.requested('/ads')).toBe(1);
    answer();
    const first = await video;
    const audio = await player.reload('a0');
    expect(first.adUris.length).toBeGreaterThan(0);
    expect(audio.adUris.length).toBe(first.adUris.length);
    expect(audio.discontinuitySequence).toBe(first.discontinuitySequence);
  });

  test('an ad of mp4 only is left out: NEW_CREATIVE, error beacon 407', async () => {
    const mp4 = `<MediaFile delivery="progressive" type="video/mp4" width="1" height="1">${environment.base}/ad.mp4</MediaFile>`;
    environment.ads = [{ id: 'ad1', seconds: 4, mediaFile: mp4 }];
    const player = await start();
    await player.open();
    await player.reload();
    environment.edge = 24;
    await player.until(({ text }) => text.includes('v0-23.m4s'));
    expect(await metrics()).toContain(
      'interlude_stitcher_ads_dropped_total{reason="NEW_CREATIVE"} 1',
    );
    await expect.poll(() => environment.beacons).toEqual(['/beacon/error/ad1?code=407']);
  });

  test.each([
    ['404', status(404), 401],
    ['HTML', html, 405],
  ] as const)(
    'a creative that answers with %s is left out, error beacon',
    async (_, handler, code) => {
      environment.override('/creative/c-4-ad1/master.m3u8', handler);
      const player = await start();
      await player.open();
      await player.reload();
      environment.edge = 24;
      await player.until(({ text }) => text.includes('v0-23.m4s'));
      await expect.poll(() => environment.beacons).toEqual([`/beacon/error/ad1?code=${code}`]);
    },
  );

  test('no ad but a slate: slate, with its reason', async () => {
    environment.override('/ads', status(500));
    const player = await start({
      adSlateManifestUrl: `${environment.base}/creative/slate-4/master.m3u8`,
    });
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 28);
    const playlist = await player.reload();
    expect(playlist.adUris).toHaveLength(4);
    expect(await player.adSegment(playlist.adUris[0] ?? '')).toContain('/creative/slate-4/v0-0');
    expect(await metrics()).toContain(
      'interlude_stitcher_avails_total{outcome="slate",reason="AD_SERVER_UNREACHABLE"} 1',
    );
  });
});

describe('a slate that cannot be used', () => {
  test('is counted with its reason, and the break keeps the source', async () => {
    environment.override('/ads', status(500));
    const player = await start({ adSlateManifestUrl: `${environment.base}/no-slate.m3u8` });
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 28);
    expect((await player.reload()).adUris).toEqual([]);
    const counted = await metrics();
    expect(counted).toContain(
      'interlude_stitcher_avails_total{outcome="content",reason="AD_SERVER_UNREACHABLE"} 1',
    );
    expect(counted).toContain(
      'interlude_stitcher_slates_unusable_total{reason="CREATIVE_UNREACHABLE"} 1',
    );
  });
});

describe('beacons', () => {
  test('B4 once each under parallel requests, with a recorder that fails at first', async () => {
    let failures = 0;
    environment.override('/beacon/impression/*', (_, response) => {
      failures += 1;
      response.writeHead(failures === 1 ? 500 : 204).end();
    });
    const player = await start();
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 27);
    const { adUris } = await player.reload();
    await Promise.all(
      Array.from({ length: 20 }, () => adUris.map((uri) => player.adSegment(uri))).flat(),
    );
    await stitcher.stop();
    expect(environment.beaconsOf('impression')).toHaveLength(2); // the refused one and its repetition
    for (const event of ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']) {
      expect(environment.beaconsOf(event)).toHaveLength(1);
    }
    await start();
  });

  test('macros are expanded and the device is sent', async () => {
    const player = await start();
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 25);
    const [first = ''] = (await player.reload()).adUris;
    await player.adSegment(first);
    await expect.poll(() => environment.beaconsOf('impression')).toHaveLength(1);
    expect(environment.beacons[0]).toMatch(/\?cb=\d{8}$/);
    const request = environment.requests.find(({ path }) => path === '/beacon/impression/ad1');
    expect(request?.headers['x-forwarded-for']).toBe('127.0.0.1');
    const requested = environment.requests.find(({ path }) => path === '/ads');
    expect(Object.fromEntries(requested?.query ?? [])).toMatchObject({
      duration: '4',
      channelId: 'c1',
    });
  });

  test('B3 an ad that is joined in the middle fires nothing', async () => {
    const player = await start();
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 27);
    const { adUris } = await player.reload();
    for (const uri of adUris.slice(1)) {
      await player.adSegment(uri);
    }
    await stitcher.stop();
    expect(environment.beacons).toEqual([]);
    await start();
  });

  test('without server-side beacons the trackers are in the VAST document instead', async () => {
    const player = await start({ enableServerSideBeacons: false });
    await player.open();
    await player.reload();
    await playUpTo(environment, player, 25);
    const [first = ''] = (await player.reload()).adUris;
    await player.adSegment(first);
    const vast = await (await player.get(`${player.folder}/vast.xml`)).text();
    expect(vast).toContain(`<Impression>${environment.base}/beacon/impression/ad1`);
    expect(vast).toContain('<Tracking event="midpoint">');
    expect(environment.beacons).toEqual([]);
  });
});
