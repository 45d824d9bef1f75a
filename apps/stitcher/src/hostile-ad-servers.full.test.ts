/**
 * Hostile answers of ad servers and creative hosts: the break is content, another company's playlists come in time, and
 * one break costs a bounded number of requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry } from './testing/start-stitcher.suite.ts';
import { type StitcherProcess, spawnStitcher } from './testing/stitcher-process.suite.ts';
import { type Handler, TestEnvironment } from './testing/test-environment.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';
import { expectUnharmed } from './testing/unharmed-others.suite.ts';

let environment: TestEnvironment;
let folder: string;
let stitcher: StitcherProcess;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  folder = await mkdtemp(join(tmpdir(), 'interlude-hostile-'));
});
afterEach(async () => {
  await stitcher.kill();
  await environment.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Requests for ads and creatives that one break may cost, wrappers and renditions included. */
const MOST_REQUESTS = 12;
const BOMB_BYTES = 300 * 1024 * 1024;

const text =
  (body: () => string): Handler =>
  (_request, response) =>
    response.end(body());
const encoded =
  (encoding: string, bytes: Buffer): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
const redirect =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const inline = (inside: string) =>
  `<VAST version="4.0"><Ad id="a"><InLine><AdSystem>x</AdSystem>${inside}</InLine></Ad></VAST>`;
/** One ad whose creative is at this path. */
const adWith = (creative: string) => () => environment.vast([{ id: 'ad1', seconds: 4, creative }]);
const creative = (...lines: string[]) =>
  text(() => ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:1', ...lines].join('\n'));
const segments = (count: number, duration: string) =>
  creative(
    '#EXT-X-MAP:URI="init.mp4"',
    ...Array.from({ length: count }, (_, index) => `#EXTINF:${duration},\nv0-${index}.m4s`),
    '#EXT-X-ENDLIST',
  );

const drip: Handler = (_request, response) => {
  response.write('<VAST version="4.0">');
  const timer = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(timer));
};

/** Answers of `/ads` and of the creatives that it names, by address. */
const answers: readonly (readonly [string, Readonly<Record<string, () => Handler>>])[] = [
  ['a gzip bomb of 300 MiB', { '/ads': () => encoded('gzip', gzipSync(Buffer.alloc(BOMB_BYTES))) }],
  [
    'a brotli bomb of 300 MiB',
    { '/ads': () => encoded('br', brotliCompressSync(Buffer.alloc(BOMB_BYTES))) },
  ],
  ['an answer that drips', { '/ads': () => drip }],
  [
    'headers of 900 kB',
    {
      '/ads': () => (_request, response) => {
        response.socket?.write(
          `HTTP/1.1 200 OK\r\n${'x-much: '.padEnd(9_000, 'a')}\r\n`.repeat(100),
        );
      },
    },
  ],
  ['a redirect to a file', { '/ads': () => redirect('file:///etc/passwd') }],
  ['redirects in a circle', { '/ads': () => redirect('/ads') }],
  [
    '50 wrappers',
    {
      '/ads': () =>
        text(() => {
          const hop = environment.requested('/ads') % 50;
          return `<VAST version="4.0"><Ad id="w"><Wrapper><AdSystem>w</AdSystem><VASTAdTagURI>${environment.base}/ads?hop=${hop}</VASTAdTagURI></Wrapper></Ad></VAST>`;
        }),
    },
  ],
  [
    'a pod of 5,000 ads that nobody has',
    {
      '/ads': () =>
        text(() =>
          environment.vast(
            Array.from({ length: 5_000 }, (_, index) => ({
              id: `ad${index}`,
              seconds: 4,
              creative: `none-${index}`,
            })),
          ),
        ),
    },
  ],
  [
    'a duration of 1e308 s',
    { '/ads': () => text(adWith('odd')), '/creative/odd/*': () => segments(4, '1e308') },
  ],
  [
    'a duration of -5 s',
    { '/ads': () => text(adWith('odd')), '/creative/odd/*': () => segments(4, '-5') },
  ],
  [
    'a duration that is no number',
    { '/ads': () => text(adWith('odd')), '/creative/odd/*': () => segments(4, 'NaN') },
  ],
  [
    'a creative of 19,000 segments',
    { '/ads': () => text(adWith('odd')), '/creative/odd/*': () => segments(19_000, '1') },
  ],
  [
    'a creative that is a multivariant playlist of itself',
    {
      '/ads': () => text(adWith('odd')),
      '/creative/odd/*': () =>
        creative('#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360', 'master.m3u8'),
    },
  ],
  [
    'an ad without media and with 20,000 impressions',
    {
      '/ads': () =>
        text(() =>
          inline(`<Impression>${environment.base}/beacon/impression/a</Impression>`.repeat(20_000)),
        ),
    },
  ],
];

const input = (ads: string) => ({
  name: 'test',
  sourceManifestUrl: `${environment.base}/live/master.m3u8`,
  adSource: { system: 'gva', url: `${environment.base}${ads}` } as const,
});

test.each(answers)(
  'SEC-S30 an ad server that answers with %s: content, few requests, and others are not disturbed',
  async (name, handlers) => {
    for (const [path, handler] of Object.entries(handlers)) environment.override(path, handler());
    environment.breaks = [{ at: 40, segments: 6 }];
    stitcher = await spawnStitcher({
      ...{ dataFolder: folder, allow: environment.host, paceMs: 200 },
      channels: [
        { ...channelEntry('others', input('/no-ads')), tenantId: 'others' },
        { ...channelEntry('hostile', input('/ads')), tenantId: 'hostile', tier: 'trial' },
      ],
    });
    const player = new TestPlayer(stitcher.port, 'hostile');
    environment.edge = 38;
    await player.open();
    await player.reload();
    const before = environment.requests.length;
    const seen: string[] = [];
    const attack = async () => {
      for (environment.edge = 39; environment.edge < 50; environment.edge += 1) {
        await sleep(200);
        const { status, adUris, text: read } = await player.reload();
        expect(status).toBe(200);
        seen.push(...adUris);
        expect(read).toContain(`v0-${environment.edge - 2}.m4s`);
      }
    };
    await expectUnharmed(name, environment, stitcher, attack, false);
    expect(seen).toEqual([]);
    const asked = environment.requests
      .slice(before)
      .filter(({ path }) => path.startsWith('/ads') || path.startsWith('/creative'));
    process.stdout.write(`${name}: ${asked.length} requests\n`);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(environment.beacons.filter((beacon) => !beacon.startsWith('/beacon/error'))).toEqual([]);
  },
  60_000,
);
