/** Each field of a live HLS channel shows its effect on what viewers get. */
import { emptyTextInit } from '@interlude/stitching';
import { describe, expect, test } from 'vitest';
import {
  environment,
  environmentPerTest,
  multivariantIs,
  stopStitcher,
  subtitles,
  variant,
  viewerOf,
  withTracks,
} from '../testing/live-hls.suite.ts';
import { playUpTo } from '../testing/test-player.suite.ts';

environmentPerTest();

describe('tracks', () => {
  test('H23 subtitles have an empty WebVTT for each ad segment, with the same discontinuities', async () => {
    multivariantIs(withTracks);
    subtitles();
    environment.ads = [
      { id: 'ad1', seconds: 2 },
      { id: 'ad2', seconds: 2 },
    ];
    environment.breaks = [{ at: 22, segments: 4 }];
    const viewer = await viewerOf({});
    expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/s0.m3u8"`);
    await viewer.reload();
    await playUpTo(environment, viewer, 28);
    const [video, text] = [await viewer.reload('v0'), await viewer.reload('s0')];
    expect(text.adUris.map((uri) => uri.replace(/^.*\.(\d)\//, '$1/'))).toEqual([
      '0/s0/0.vtt',
      '0/s0/1.vtt',
      '1/s0/0.vtt',
      '1/s0/1.vtt',
    ]);
    expect([text.mediaSequence, text.discontinuitySequence]).toEqual([
      video.mediaSequence,
      video.discontinuitySequence,
    ]);
    expect(text.text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    expect(text.uris.at(-1)).toMatch(/\/live\/s0-27\.vtt$/);
    const answer = await viewer.get(`${viewer.folder}/${text.adUris[0]}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/vtt; charset=utf-8',
    ]);
    expect(await answer.text()).toBe('WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n');
  });

  test.each([
    ['wvtt', {}, ''],
    ['stpp', { preservePlaylistFilename: true }, 's0/'],
  ])(
    'H8 H23 subtitles in fMP4 (%s) have empty ones of their form in ads',
    async (form, fields, below) => {
      const codec = form === 'stpp' ? 'stpp.ttml.im1t' : form;
      multivariantIs(withTracks.replaceAll('mp4a.40.2"', `mp4a.40.2,${codec}"`));
      environment.ads = [
        { id: 'ad1', seconds: 2 },
        { id: 'ad2', seconds: 2 },
      ];
      environment.breaks = [{ at: 22, segments: 4 }];
      const viewer = await viewerOf(fields);
      expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/s0${below && '/s0'}.m3u8"`);
      await viewer.reload();
      await playUpTo(environment, viewer, 28);
      const [video, text] = [await viewer.reload('v0'), await viewer.reload('s0')];
      expect(text.text.match(/^empty.*$/gm)).toEqual(
        [0, 1000, 0, 1000].map((startMs) => `empty/${form}/${startMs}-1000.mp4`),
      );
      expect(text.text.match(/#EXT-X-MAP.*/g)).toEqual([
        `#EXT-X-MAP:URI="${environment.base}/live/init.mp4"`,
        `#EXT-X-MAP:URI="empty/${form}/init.mp4"`,
        `#EXT-X-MAP:URI="empty/${form}/init.mp4"`,
        `#EXT-X-MAP:URI="${environment.base}/live/init.mp4"`,
      ]);
      const numbersOf = (one: typeof text) => [one.mediaSequence, one.discontinuitySequence];
      expect(numbersOf(text)).toEqual(numbersOf(video));
      expect(text.text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
      for (const [name, box] of [
        ['init.mp4', 'ftyp'],
        ['1000-1000.mp4', 'moof'],
      ] as const) {
        const answer = await viewer.get(`${viewer.folder}/${below}empty/${form}/${name}`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/mp4',
        ]);
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 4, 8)).toBe(box);
      }
      for (const path of ['empty/tx3g/init.mp4', 'empty/wvtt/1.mp4', 'empty/wvtt/1-2-3.mp4'])
        expect((await viewer.get(`${viewer.folder}/${path}`)).status).toBe(404);
    },
  );

  test('H8 subtitles in fMP4 of a form that neither CODECS nor their initialisation section declares are omitted', async () => {
    multivariantIs(withTracks);
    const viewer = await viewerOf({});
    const master = await viewer.open();
    expect(master).toContain('/v0.m3u8');
    expect(master).not.toContain('SUBTITLES');
  });

  test('H8 H23 subtitles in fMP4 without a declared codec are of the form of their initialisation section', async () => {
    multivariantIs(withTracks);
    environment.override('/live/init.mp4', (_request, response) =>
      response.end(emptyTextInit('stpp')),
    );
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ sourceHeaders: { 'x-api-key': 'k1' } });
    expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/s0.m3u8"`);
    await viewer.reload();
    await playUpTo(environment, viewer, 26);
    const { text } = await viewer.reload('s0');
    expect(text.match(/^empty.*$/gm)).toEqual(
      [0, 1000].map((startMs) => `empty/stpp/${startMs}-1000.mp4`),
    );
    const read = environment.requests.filter(({ path }) => path === '/live/init.mp4');
    expect(read.map(({ headers }) => [headers['x-api-key'], headers.range])).toEqual([
      ['k1', 'bytes=0-65535'],
    ]);
  });

  test('includeMediaTracks leaves subtitles and closed captions out', async () => {
    multivariantIs(withTracks);
    subtitles();
    const tracks = { subtitles: false, closedCaptions: false };
    const viewer = await viewerOf({ includeMediaTracks: tracks });
    const master = await viewer.open();
    expect(master).not.toMatch(/SUBTITLES|TYPE=CLOSED|I-FRAME/);
    expect(master).toContain('CLOSED-CAPTIONS=NONE');
    expect(environment.requested('/live/s0.m3u8')).toBe(0);
  });

  test('H25 I-frames are there when the channel wants them and ads have them', async () => {
    multivariantIs(withTracks);
    subtitles();
    const iFrames = (name: string, text: string) =>
      environment.override(name, (_request, response) =>
        response.end(text.replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n')),
      );
    environment.override('/live/i0.m3u8', (_request, response) =>
      response.end(environment.media('i0').replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n')),
    );
    environment.override('/creative/c-2-ad1/master.m3u8', (_request, response) =>
      response.end(withTracks.replace(/.*SUBTITLES,GROUP.*\n/, '')),
    );
    iFrames('/creative/c-2-ad1/i0.m3u8', environment.text('/creative/c-2-ad1/v0.m3u8') ?? '');
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ includeMediaTracks: { iFrames: true } });
    expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/i0.m3u8"`);
    await viewer.reload();
    await playUpTo(environment, viewer, 26);
    const { text, adUris } = await viewer.reload('i0');
    expect(text).toContain('#EXT-X-I-FRAMES-ONLY\n');
    expect(adUris).toHaveLength(2);
    expect(await viewer.adSegment(adUris[0] ?? '')).toMatch(/c-2-ad1\/v0-0\.m4s$/);
  });

  test('a channel whose subtitles cannot be read opens without them', async () => {
    multivariantIs(withTracks);
    environment.override('/live/s0.m3u8', (_request, response) => response.writeHead(404).end());
    const viewer = await viewerOf({});
    const master = await viewer.open();
    expect(master).toContain('/v0.m3u8');
    expect(master).not.toContain('SUBTITLES');
  });

  test('overwriteGroupId names the audio group; compatibilityHlsMedia keeps one', async () => {
    const second = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="ac3",NAME="en",URI="a1.m3u8"\n';
    const other = `#EXT-X-STREAM-INF:${variant},AUDIO="ac3"\nv1.m3u8\n`;
    multivariantIs(
      withTracks.replace('#EXT-X-MEDIA:TYPE=SUB', `${second}#EXT-X-MEDIA:TYPE=SUB`) + other,
    );
    subtitles();
    const named = await (await viewerOf({ overwriteGroupId: 'audio_0' })).open();
    expect(named).toContain('TYPE=AUDIO,GROUP-ID="audio_0",NAME="en",LANGUAGE="en"');
    expect(named).toMatch(/RESOLUTION=1280x720,AUDIO="audio_0",SUBTITLES/);
    expect(named).toMatch(/GROUP-ID="audio_0-2"[\s\S]*AUDIO="audio_0-2"\n/);
    await stopStitcher();
    const one = await (await viewerOf({ compatibilityHlsMedia: true })).open();
    expect(one).not.toMatch(/ac3|v1\.m3u8/);
    expect(one).toMatch(/GROUP-ID="aud"[\s\S]*AUDIO="aud"/);
  });
});

describe('addresses', () => {
  test('CHE-054 preservePlaylistFilename keeps the names of playlists, and ads below them work', async () => {
    multivariantIs(`#EXTM3U\n#EXT-X-STREAM-INF:${variant}\nhd/chunklist_b1.m3u8?token=1\n`);
    environment.override('/live/hd/chunklist_b1.m3u8', (_request, response) =>
      response.end(environment.media('v0')),
    );
    environment.override('/creative/c-2-ad1/master.m3u8', (_request, response) =>
      response.end(`#EXTM3U\n#EXT-X-STREAM-INF:${variant}\nv0.m3u8\n`),
    );
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ preservePlaylistFilename: true });
    expect(await viewer.open()).toContain(`\n${viewer.sessionId}/v0/chunklist_b1.m3u8\n`);
    environment.edge = 25;
    const { adUris } = await viewer.until(({ adUris: uris }) => uris.length > 0, 'v0/chunklist_b1');
    const answer = await viewer.get(`${viewer.folder}/v0/${adUris[0]}`);
    expect(answer.headers.get('location')).toMatch(/\/creative\/c-2-ad1\/v0-0\.m4s$/);
  });

  test('externalBaseUrl and http make the addresses that viewers are sent to', async () => {
    const viewer = await viewerOf({ externalBaseUrl: 'https://tv.example/x/', http: true });
    const master = await viewer.open();
    expect(master).toContain(`http://tv.example/x/hls/c1/${viewer.sessionId}/v0.m3u8`);
  });

  test('contentLocationReplacement and adLocationReplacement rewrite addresses', async () => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({
      contentLocationReplacement: {
        regex: '^HTTP://([^/]+)/live/(v\\d)',
        options: 'i',
        defaultReplacement: 'https://cdn.example/$2/$1/$2',
      },
      adLocationReplacement: {
        regex: 'HTTP://[^/]+',
        options: 'i',
        defaultReplacement: 'https://ads.example',
      },
    });
    await viewer.open();
    await viewer.reload();
    await playUpTo(environment, viewer, 26);
    const { text, adUris } = await viewer.reload();
    expect(text).toContain(`\nhttps://cdn.example/v0/${environment.host}/v0-25.m4s\n`);
    expect(text).toContain('#EXT-X-MAP:URI="https://ads.example/creative/c-2-ad1/init.mp4"');
    expect(await viewer.adSegment(adUris[0] ?? '')).toBe(
      'https://ads.example/creative/c-2-ad1/v0-0.m4s',
    );
  });

  test('allowOverwriteDefault lets a viewer choose among the hosts of the channel', async () => {
    const contentLocationReplacement = {
      regex: '^https?://[^/]+',
      defaultReplacement: 'https://cdn-a.example',
      allowOverwriteDefault: true,
    };
    const viewer = await viewerOf({
      contentLocationReplacement,
      trueSourceUrl: `${environment.base}/live/master.m3u8`,
      sourceManifestUrl: 'https://cdn-b.example/master.m3u8',
    });
    const hostOf = async (query: string) => {
      await viewer.open(query);
      return new URL((await viewer.reload()).uris[0] ?? '').host;
    };
    expect(await hostOf('')).toBe('cdn-a.example');
    expect(await hostOf('?contentLocation=https://cdn-b.example')).toBe('cdn-b.example');
    expect(await hostOf('?contentLocation=https://evil.example')).toBe('cdn-a.example');
    expect(await hostOf('?contentLocation=https://cdn-b.example@evil.example')).toBe(
      'cdn-a.example',
    );
  });

  test('allowOverwriteDefault lets a viewer choose among the hosts of the channel for ads', async () => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({
      adLocationReplacement: {
        regex: '^https?://[^/]+',
        defaultReplacement: 'https://ads-a.example',
        allowOverwriteDefault: true,
      },
      adSlateManifestUrl: 'https://ads-b.example/slate.m3u8',
    });
    const hostOf = async (query: string) => {
      environment.edge = 21;
      await viewer.open(query);
      await viewer.reload();
      environment.edge = 25;
      const { adUris } = await viewer.until((playlist) => playlist.adUris.length > 0);
      return new URL((await viewer.adSegment(adUris[0] ?? '')) ?? '').host;
    };
    expect(await hostOf('')).toBe('ads-a.example');
    expect(await hostOf('?adLocation=https://ads-b.example')).toBe('ads-b.example');
    expect(await hostOf('?adLocation=https://evil.example')).toBe('ads-a.example');
  });

  test('sourceHeaders go to the source and to nobody else', async () => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ sourceHeaders: { 'x-api-key': 'k1', 'X-Cdnid': 'c7' } });
    await viewer.open();
    environment.edge = 25;
    await viewer.until(({ adUris }) => adUris.length > 0);
    const of = (prefix: string) =>
      environment.requests
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ headers }) => `${headers['x-api-key']} ${headers['x-cdnid']}`);
    expect(new Set(of('/live/'))).toEqual(new Set(['k1 c7']));
    expect(new Set([...of('/ads'), ...of('/creative/')])).toEqual(new Set(['undefined undefined']));
  });

  test('cacheList keeps the answer of an address', async () => {
    const viewer = await viewerOf({
      cacheList: [{ pattern: '/v1\\.m3u8$', ttl: 60 }, 'no(pattern'],
    });
    await viewer.open();
    await playUpTo(environment, viewer, 22);
    expect(environment.requested('/live/v1.m3u8')).toBe(1);
    expect(environment.requested('/live/a0.m3u8')).toBeGreaterThan(1);
  });
});
