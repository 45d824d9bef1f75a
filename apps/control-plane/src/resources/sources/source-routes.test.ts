import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelInput, secretPlaceholder } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createChannelStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { sources } = contract;

const multivariant = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="a0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25.000,AUDIO="a"
hi.m3u8
`;
const media = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
#EXTINF:3.84,
1.m4s
#EXT-X-CUE-OUT:3.84
#EXTINF:3.84,
2.m4s
#EXT-X-CUE-IN
#EXTINF:3.84,
3.m4s
#EXTINF:3.84,
4.m4s
`;
const mpd = `<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT40S"><Period id="p" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="25" duration="100" media="$Number$.m4s"/><Representation id="v" bandwidth="900000" width="960" height="540" codecs="avc1.64001f" frameRate="25"/></AdaptationSet></Period></MPD>`;
const files: Readonly<Record<string, string | Buffer>> = {
  '/m.m3u8': multivariant,
  '/hi.m3u8': media,
  '/a0.m3u8': media,
  '/m.mpd': mpd,
  '/page.html': '<!doctype html><html></html>',
  '/feed': '<?xml version="1.0"?><rss version="2.0"><channel/></rss>',
  '/large.m3u8': Buffer.alloc(9 * 1024 * 1024, '#'),
  '/cut.mpd': mpd.slice(0, 200),
  '/half.m3u8': `${multivariant}#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2",FRAME-RATE=25,AUDIO="a"\nlost.m3u8\n`,
  '/file': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(300)]),
};

let origin: Server;
let at: string;
let plane: TestPlane;
let user: TestUser;
let client: Client;
/** As a proxy, the origin leads every tunnel to itself. */
const tunnels = new Set<unknown>();
const throughProxy: string[] = [];

beforeAll(async () => {
  origin = createServer((request, response) => {
    const { url = '', headers } = request;
    if (tunnels.has(request.socket)) throughProxy.push(`http://${headers.host}${url}`);
    const [path = ''] = url.split('?');
    if (path === '/moved') {
      response.writeHead(302, { location: '/m.m3u8?token=1' }).end();
      return;
    }
    if (path === '/to-inside') {
      response.writeHead(302, { location: 'http://169.254.169.254/m.m3u8' }).end();
      return;
    }
    if (path === '/guarded/m.m3u8' && headers['x-api-key'] !== 'k1') {
      response.writeHead(403).end();
      return;
    }
    const body = files[path.replace('/guarded', '')];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  origin.on('connect', (_request, socket) => {
    tunnels.add(socket);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    origin.emit('connection', socket);
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const { port } = origin.address() as AddressInfo;
  at = `http://127.0.0.1:${port}`;
  plane = await startTestPlane({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
  client = plane.client(user);
});
afterAll(async () => {
  await plane.stop();
  await new Promise((resolve) => origin.close(resolve));
});

async function addChannel(sourceHeaders: Record<string, string>): Promise<string> {
  const { state: _state, ...settings } = channelInput.parse({
    ...{ name: 'News', sourceManifestUrl: `${at}/m.m3u8`, sourceHeaders, cacheTime: 7 },
    profile: { useAudioNormalization: true },
  });
  return (await createChannelStore(plane.database).create(user.tenantId, settings)).id;
}

const analyse = (path: string, part: object = {}) =>
  client(sources.analyse, { body: { sourceManifestUrl: at + path, ...part } });

describe('POST /api/v2/profile', () => {
  it('API-049 API-050 reads an HLS source', async () => {
    expect(await analyse('/m.m3u8')).toEqual({
      profile: {
        manifestType: 'hls',
        muxingType: 'cmaf',
        hasSeparateAudio: true,
        frameRate: [25, 1],
        segmentMs: 3_840,
        pictures: [{ width: 1280, height: 720, bitrate: 3_300_000, codecs: 'avc1.64001f' }],
        audio: [
          {
            codecs: 'mp4a.40.2',
            channels: 2,
            sampleRate: 48_000,
            bitrate: 128_000,
            language: 'en',
          },
        ],
        useAudioNormalization: false,
        audioNormalization: {
          integratedLoudness: -23,
          loudnessRange: 11,
          maximumTruePeakLevel: -1,
        },
      },
      manifestType: 'hls',
      type: 'hls-live',
      isLive: true,
      isMultiPeriod: false,
      compatibilityHlsMedia: false,
      minimumSourceUpdatePeriod: null,
      setScanningFrequency: false,
      dynamicConfiguration: false,
      fallbackSourceTags: expect.any(Array),
      passThroughCaidSegmentation: false,
      cohortsEnabled: false,
      cacheList: [],
      trueSourceUrl: '',
      externalBaseUrl: '',
      prefetchDuration: 0,
      cacheTime: 0,
      includeMediaTracks: { iFrames: false, subtitles: true, closedCaptions: true },
      markers: [
        { name: 'EXT-X-CUE-OUT', count: 1 },
        { name: 'EXT-X-CUE-IN', count: 1 },
      ],
      tracks: [
        {
          kind: 'video',
          label: '1280x720 25 fps',
          codecs: 'avc1.64001f,mp4a.40.2',
          bitrate: 3_400_000,
        },
        { kind: 'audio', label: 'en stereo', codecs: 'mp4a.40.2', bitrate: 0 },
      ],
      segmentSeconds: 3.84,
      windowSeconds: 15.36,
      isEncrypted: false,
      isLowLatency: false,
      warnings: [],
    });
  });

  it('API-050 reads a DASH source', async () => {
    const found = await analyse('/m.mpd');
    expect(found).toMatchObject({
      manifestType: 'dash',
      type: 'dash-vod',
      isLive: false,
      windowSeconds: 40,
      segmentSeconds: 4,
      profile: { manifestType: 'dash', pictures: [{ width: 960, height: 540 }] },
    });
  });

  it.each([
    ['CHE-030', '/hi.m3u8', 'NO_MASTER_MANIFEST', 'Please provide a master manifest.'],
    ['CHE-031', '/file', 'MP4_SOURCE', 'An mp4 source cannot be analysed automatically.'],
    ['CHE-031', '/gone.mp4', 'MP4_SOURCE', 'An mp4 source cannot be analysed automatically.'],
    ['CHE-032', '/feed', 'MRSS_SOURCE', 'An MRSS feed url cannot be used as a source.'],
    ['CHE-029', '/page.html', 'NOT_A_MANIFEST', 'The source answers a web page, not a manifest.'],
    ['CHE-029', '/large.m3u8', 'MANIFEST_TOO_LARGE', expect.stringContaining('Shorten its window')],
    ['CHE-029', '/cut.mpd', 'MANIFEST_INVALID', expect.stringContaining('The MPD cannot be read')],
    ['SEC-S1', '/to-inside', 'SOURCE_FORBIDDEN', expect.stringContaining('169.254.169.254')],
    ['CHE-029', '/gone', 'SOURCE_REFUSED', expect.stringContaining('answered 404')],
  ])('%s %s is answered with %s', async (_id, path, type, message) => {
    expect(await analyse(path)).toEqual({ warnings: [], error: { type, message } });
  });

  it('API-050 trueSourceUrl is where redirects led, with a warning when it may end', async () => {
    const found = await analyse('/moved');
    expect(found.trueSourceUrl).toBe(`${at}/m.m3u8?token=1`);
    expect(found.warnings).toMatchObject([{ code: 'REDIRECT_WITH_QUERY' }]);
  });

  it('API-049 apiKey and headers reach the source and what it lists', async () => {
    expect((await analyse('/guarded/m.m3u8')).error?.type).toBe('SOURCE_REFUSED');
    expect((await analyse('/guarded/m.m3u8', { apiKey: 'k1' })).type).toBe('hls-live');
    const headers = { 'X-Api-Key': 'k1' };
    expect((await analyse('/guarded/m.m3u8', { headers })).type).toBe('hls-live');
  });

  it('API-049 OP-30 a placeholder stands for what the channel has stored, and for nothing else', async () => {
    const channelId = await addChannel({ 'x-api-key': 'k1' });
    const headers = { 'x-api-key': secretPlaceholder };
    const found = await analyse('/guarded/m.m3u8', { headers, channelId });
    // A setting that the source does not declare keeps the channel's value.
    expect(found).toMatchObject({
      ...{ type: 'hls-live', cacheTime: 7 },
      profile: { useAudioNormalization: true },
    });
    expect(
      await analyse('/guarded/m.m3u8', { apiKey: secretPlaceholder, channelId }),
    ).toMatchObject({ type: 'hls-live' });
    const lost = await failure(analyse('/guarded/m.m3u8', { headers }));
    expect(lost).toMatchObject({ code: 'INVALID_FIELDS', status: 422 });
    // The same server by another name is another host.
    const elsewhere = `${at.replace('127.0.0.1', 'localhost')}/guarded/m.m3u8`;
    const colleague = plane.client(await plane.user(user.tenantId, 'Editor'));
    const sent = colleague(sources.analyse, {
      body: { sourceManifestUrl: elsewhere, headers, channelId },
    });
    expect((await failure(sent)).message).toContain('headers.x-api-key');
    const broken = await failure(analyse('/m.m3u8', { headers: { 'x a': 'b\r\nc: d' } }));
    expect(broken.message).toContain('headers.x a');
    expect(plane.logLines.join('')).not.toContain('k1');
    const stranger = plane.client(await plane.user(await plane.tenant('Beta'), 'Editor'));
    const body = { sourceManifestUrl: `${at}/guarded/m.m3u8`, headers, channelId };
    expect((await failure(stranger(sources.analyse, { body }))).code).toBe('CHANNEL_NOT_FOUND');
  });

  it('API-049 asks through the proxy of the channel', async () => {
    const found = await analyse('/m.m3u8', { httpProxyUrl: at });
    expect(found.type).toBe('hls-live');
    expect(throughProxy).toContain(`${at}/hi.m3u8`);
  });

  it('CHE-033 a rendition that cannot be read is a warning with its size', async () => {
    expect((await analyse('/half.m3u8')).warnings).toMatchObject([
      { code: 'RENDITION_UNREADABLE', width: 640, height: 360 },
    ]);
  });

  it('API-049 manifestAnalysisOnly leaves the profile out', async () => {
    const found = await analyse('/m.m3u8', { manifestAnalysisOnly: true });
    expect(found).toMatchObject({ type: 'hls-live', manifestType: 'hls' });
    expect(found).not.toHaveProperty('profile');
  });

  it('API-049 SEC-S12 nobody has sources read without end', async () => {
    const other = plane.client(await plane.user(user.tenantId, 'Editor'));
    const body = { sourceManifestUrl: `${at}/page.html` };
    const calls = Array.from({ length: 31 }, () => other(sources.analyse, { body }));
    const codes = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(codes).toHaveLength(1);
    expect(await failure(other(sources.analyse, { body }))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  it('SEC-S1 an address that is plainly forbidden is refused', async () => {
    const body = { sourceManifestUrl: 'http://169.254.169.254/m.m3u8' };
    expect((await failure(client(sources.analyse, { body }))).code).toBe('URL_FORBIDDEN');
  });
});

const tryIt = (path: string, part: object = {}) =>
  client(sources.findBreaks, {
    body: { sourceManifestUrl: at + path, type: 'hls-live' as const, ...part },
  });

describe('POST /api/v2/profile/breaks', () => {
  it('CHE-021 finds the breaks of a live source, whichever manifest is given', async () => {
    const found = {
      windowSeconds: 15.36,
      breaks: [
        {
          id: expect.any(String),
          dialect: 'EXT-X-CUE-OUT',
          startsAt: 3.84,
          startTime: '2026-01-01T00:00:03.840Z',
          durationSeconds: 3.84,
          state: 'over',
        },
      ],
      ignored: [],
      warnings: [],
    };
    expect(await tryIt('/m.m3u8')).toEqual(found);
    expect(await tryIt('/hi.m3u8')).toEqual(found);
  });

  it('CHE-021 lists ignored markers with the reason', async () => {
    const { breaks, ignored } = await tryIt('/m.m3u8', { fallbackSourceTags: ['EXT-X-DATERANGE'] });
    expect(breaks).toEqual([]);
    expect(ignored.map(({ dialect, startsAt }) => [dialect, startsAt])).toEqual([
      ['EXT-X-CUE-OUT', 3.84],
      ['EXT-X-CUE-IN', 7.68],
    ]);
    expect(ignored[0]?.reason).toContain('fallbackSourceTags');
  });

  it('CHE-061 a VoD channel uses markers with useScte35 alone', async () => {
    const off = await tryIt('/m.m3u8', { type: 'hls-vod' });
    expect(off.breaks).toEqual([]);
    expect(off.ignored[0]?.reason).toContain('useScte35');
    const on = await tryIt('/m.m3u8', { type: 'hls-vod', useScte35: true });
    expect(on.breaks).toMatchObject([{ startsAt: 3.84, durationSeconds: 3.84, state: 'over' }]);
  });

  it('says when the channel could not play the source', async () => {
    const { warnings } = await tryIt('/m.mpd');
    expect(warnings).toEqual(['The source is DASH, and the type of the channel is hls-live.']);
    expect(await tryIt('/gone')).toMatchObject({ breaks: [], error: { type: 'SOURCE_REFUSED' } });
  });
});
