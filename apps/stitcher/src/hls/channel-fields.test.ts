/** Each field of a live HLS channel shows its effect on what viewers get. */
import type { ChannelInput } from '@interlude/contract';
import { encodeBase64, encodeSection } from '@interlude/scte35';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SimulatedWorld } from '../testing/simulated-world.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.ts';

let world: SimulatedWorld;
let stitcher: TestStitcher | undefined;

beforeEach(async () => {
  world = new SimulatedWorld();
  await world.start();
});
afterEach(async () => {
  await stitcher?.stop();
  stitcher = undefined;
  await world.stop();
});

type Fields = Partial<Omit<ChannelInput, 'name'>>;

async function viewerOf(fields: Fields): Promise<TestPlayer> {
  stitcher = await startStitcher(world, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${world.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${world.base}/ads` },
      ...fields,
    }),
  ]);
  return new TestPlayer(stitcher.port, 'c1');
}

function multivariantIs(text: string): void {
  world.override('/live/master.m3u8', (_request, response) => response.end(text));
}

/** Subtitles as a packager of live WebVTT has them, in step with the video. */
function subtitles(name = 's0'): void {
  world.override(`/live/${name}.m3u8`, (_request, response) =>
    response.end(
      world
        .media(name)
        .replace(/#EXT-X-MAP.*\n/, '')
        .replaceAll('.m4s', '.vtt'),
    ),
  );
}

/** A time_signal with a programme start (0x10) whose UPID is a URI. */
function programmeStart(uri: string): string {
  const upid = {
    type: 0x0f,
    bytes: new TextEncoder().encode(uri),
    text: uri,
    mpu: undefined,
    mid: [],
  };
  const section = encodeSection({
    pointerField: undefined,
    sapType: 3,
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command: { kind: 'time_signal', spliceTime: { ptsTime: 900_000 } },
    descriptors: [
      {
        kind: 'segmentation',
        eventId: 1,
        cancel: false,
        detail: {
          complianceFlag: true,
          components: undefined,
          durationTicks: undefined,
          restrictions: undefined,
          upid,
          typeId: 0x10,
          segmentNum: 0,
          segmentsExpected: 0,
          subSegmentNum: undefined,
          subSegmentsExpected: undefined,
        },
      },
    ],
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  });
  return encodeBase64(section);
}

const variant = 'BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720';
const withTracks = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="en",LANGUAGE="en",DEFAULT=YES,URI="a0.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="en",LANGUAGE="en",URI="s0.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:${variant},AUDIO="aud",SUBTITLES="subs",CLOSED-CAPTIONS="cc"
v0.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="i0.m3u8"
`;

const numbersOf = (texts: readonly string[]) =>
  texts.map((text) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]));

describe('tracks', () => {
  test('H23 subtitles have an empty WebVTT for each ad segment, with the same discontinuities', async () => {
    multivariantIs(withTracks);
    subtitles();
    world.ads = [
      { id: 'ad1', seconds: 2 },
      { id: 'ad2', seconds: 2 },
    ];
    world.breaks = [{ at: 22, segments: 4 }];
    const viewer = await viewerOf({});
    expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/s0.m3u8"`);
    await viewer.reload();
    await playUpTo(world, viewer, 28);
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

  test('includeMediaTracks leaves subtitles and closed captions out', async () => {
    multivariantIs(withTracks);
    subtitles();
    const tracks = { subtitles: false, closedCaptions: false };
    const viewer = await viewerOf({ includeMediaTracks: tracks });
    const master = await viewer.open();
    expect(master).not.toMatch(/SUBTITLES|TYPE=CLOSED|I-FRAME/);
    expect(master).toContain('CLOSED-CAPTIONS=NONE');
    expect(world.asked('/live/s0.m3u8')).toBe(0);
  });

  test('H25 I-frames are there when the channel wants them and ads have them', async () => {
    multivariantIs(withTracks);
    subtitles();
    const iFrames = (name: string, text: string) =>
      world.override(name, (_request, response) =>
        response.end(text.replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n')),
      );
    world.override('/live/i0.m3u8', (_request, response) =>
      response.end(world.media('i0').replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n')),
    );
    world.override('/creative/c-2-ad1/master.m3u8', (_request, response) =>
      response.end(withTracks.replace(/.*SUBTITLES,GROUP.*\n/, '')),
    );
    iFrames('/creative/c-2-ad1/i0.m3u8', world.text('/creative/c-2-ad1/v0.m3u8') ?? '');
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ includeMediaTracks: { iFrames: true } });
    expect(await viewer.open()).toContain(`URI="${viewer.sessionId}/i0.m3u8"`);
    await viewer.reload();
    await playUpTo(world, viewer, 26);
    const { text, adUris } = await viewer.reload('i0');
    expect(text).toContain('#EXT-X-I-FRAMES-ONLY\n');
    expect(adUris).toHaveLength(2);
    expect(await viewer.adSegment(adUris[0] ?? '')).toMatch(/c-2-ad1\/v0-0\.m4s$/);
  });

  test('a channel whose subtitles cannot be read opens without them', async () => {
    multivariantIs(withTracks);
    world.override('/live/s0.m3u8', (_request, response) => response.writeHead(404).end());
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
    await stitcher?.stop();
    const one = await (await viewerOf({ compatibilityHlsMedia: true })).open();
    expect(one).not.toMatch(/ac3|v1\.m3u8/);
    expect(one).toMatch(/GROUP-ID="aud"[\s\S]*AUDIO="aud"/);
  });
});

describe('addresses', () => {
  test('CHE-054 preservePlaylistFilename keeps the names of playlists, and ads below them work', async () => {
    multivariantIs(`#EXTM3U\n#EXT-X-STREAM-INF:${variant}\nhd/chunklist_b1.m3u8?token=1\n`);
    world.override('/live/hd/chunklist_b1.m3u8', (_request, response) =>
      response.end(world.media('v0')),
    );
    world.override('/creative/c-2-ad1/master.m3u8', (_request, response) =>
      response.end(`#EXTM3U\n#EXT-X-STREAM-INF:${variant}\nv0.m3u8\n`),
    );
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ preservePlaylistFilename: true });
    expect(await viewer.open()).toContain(`\n${viewer.sessionId}/v0/chunklist_b1.m3u8\n`);
    world.edge = 25;
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
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({
      contentLocationReplacement: {
        regex: '^http://([^/]+)/live/(v\\d)',
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
    await playUpTo(world, viewer, 26);
    const { text, adUris } = await viewer.reload();
    expect(text).toContain(`\nhttps://cdn.example/v0/${world.host}/v0-25.m4s\n`);
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
      trueSourceUrl: `${world.base}/live/master.m3u8`,
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

  test('sourceHeaders go to the source and to nobody else', async () => {
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({ sourceHeaders: { 'x-api-key': 'k1', 'X-Cdnid': 'c7' } });
    await viewer.open();
    world.edge = 25;
    await viewer.until(({ adUris }) => adUris.length > 0);
    const of = (prefix: string) =>
      world.requests
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
    await playUpTo(world, viewer, 22);
    expect(world.asked('/live/v1.m3u8')).toBe(1);
    expect(world.asked('/live/a0.m3u8')).toBeGreaterThan(1);
  });
});

describe('the source', () => {
  test('H16 variables are filled in, also those of the multivariant playlist', async () => {
    multivariantIs(`#EXTM3U
#EXT-X-DEFINE:NAME="cdn",VALUE="https://cdn.example"
#EXT-X-DEFINE:NAME="file",VALUE="v0"
#EXT-X-STREAM-INF:${variant}
{$file}.m3u8
`);
    world.override('/live/v0.m3u8', (_request, response) =>
      response.end(
        world
          .media('v0')
          .replace('#EXT-X-MAP', '#EXT-X-DEFINE:IMPORT="cdn"\n#EXT-X-MAP')
          .replaceAll(/^v0-/gm, '{$cdn}/v0-'),
      ),
    );
    const viewer = await viewerOf({});
    expect(await viewer.open()).not.toContain('DEFINE');
    const { text, uris } = await viewer.reload();
    expect(uris[0]).toBe('https://cdn.example/v0-12.m4s');
    expect(text).not.toMatch(/DEFINE|\{\$/);
  });

  test('H29 a low-latency source is served as ordinary HLS', async () => {
    const lowLatency = [
      '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK=1.5',
      '#EXT-X-PART-INF:PART-TARGET=0.5',
      '#EXT-X-MAP',
    ].join('\n');
    const parts =
      '#EXT-X-PART:DURATION=0.5,URI="p.m4s"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="q.m4s"\n';
    world.override('/live/v0.m3u8', (_request, response) =>
      response.end(world.media('v0').replace('#EXT-X-MAP', lowLatency) + parts),
    );
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({});
    await viewer.open();
    await viewer.reload();
    await playUpTo(world, viewer, 26);
    const { text, adUris } = await viewer.reload();
    expect(adUris).toHaveLength(2);
    expect(text).not.toMatch(/PART|SERVER-CONTROL|HINT|SKIP/);
  });

  test('passThroughCaidSegmentation tells the ad server the content and keeps its tag', async () => {
    const section = programmeStart('urn:p:1');
    const marked = `#EXT-OATCLS-SCTE35:${section}\n#EXTINF:1.000,\nv0-24.m4s`;
    world.override('/live/v0.m3u8', (_request, response) =>
      response.end(world.media('v0').replace('#EXTINF:1.000,\nv0-24.m4s', marked)),
    );
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 22, segments: 2 }];
    const asked = async (passThroughCaidSegmentation: boolean) => {
      const viewer = await viewerOf({ passThroughCaidSegmentation });
      await viewer.open();
      await viewer.reload();
      world.edge = 25;
      const { text } = await viewer.until(
        ({ uris }) => uris.at(-1)?.endsWith('v0-24.m4s') === true,
      );
      const contentId = world.requests
        .findLast(({ path }) => path === '/ads')
        ?.query.get('contentId');
      await stitcher?.stop();
      world.edge = 20;
      return { contentId, isKept: text.includes(section) };
    };
    expect(await asked(true)).toEqual({ contentId: 'urn:p:1', isKept: true });
    expect(await asked(false)).toEqual({ contentId: null, isKept: false });
    stitcher = undefined;
  });
});

describe('the window', () => {
  test('CHE-049 dvrWindow lists more, or less, than the source', async () => {
    const viewer = await viewerOf({ dvrWindow: 12 });
    await viewer.open();
    await playUpTo(world, viewer, 40);
    expect((await viewer.reload()).uris).toHaveLength(12);
    await stitcher?.stop();
    const small = await viewerOf({ dvrWindow: 4 });
    await small.open();
    expect((await small.reload()).uris).toHaveLength(4);
  });

  test('CHE-050 a growing playlist begins as the source and grows to dvrWindow', async () => {
    const first = await viewerOf({ dvrWindow: 14, startAtDvrWindow: false });
    await first.open();
    await playUpTo(world, first, 32);
    expect((await first.reload()).uris).toHaveLength(14);
    const late = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await late.open();
    const sizes = [(await late.reload()).uris.length];
    await playUpTo(world, late, 42, ({ uris }) => void sizes.push(uris.length));
    expect(sizes).toEqual([8, 9, 10, 11, 12, 13, 14, 14, 14, 14, 14]);
  });

  test('CHE-048 liveDelay keeps the edge behind the source, once there are segments that old', async () => {
    const first = await viewerOf({ liveDelay: 5 });
    await first.open();
    await playUpTo(world, first, 30);
    const late = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await late.open();
    expect((await late.reload()).uris.at(-1)).toMatch(/v0-24\.m4s$/);
    await playUpTo(world, late, 33);
    expect((await late.reload()).uris.at(-1)).toMatch(/v0-27\.m4s$/);
  });

  test('CHE-047 timeShiftWindow with start= begins in the past, with its breaks replaced', async () => {
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 24, segments: 2 }];
    const first = await viewerOf({ timeShiftWindow: 600 });
    await first.open();
    await playUpTo(world, first, 45);
    const startOver = new TestPlayer(stitcher?.port ?? 0, 'c1');
    const start = new Date(world.startMs + 20_000).toISOString().replace(/\.\d+Z/, 'Z');
    await startOver.open(`?start=${start}`);
    const playlist = await startOver.reload();
    expect(playlist.uris[0]).toMatch(/v0-(19|20)\.m4s$/);
    expect(playlist.uris.at(-1)).toMatch(/v0-44\.m4s$/);
    expect(playlist.adUris).toHaveLength(2);
    expect(playlist.text).toContain('#EXT-X-START:TIME-OFFSET=0.001,PRECISE=YES');
    await playUpTo(world, startOver, 47);
    const later = await startOver.reload();
    expect([later.mediaSequence, later.uris[0]]).toEqual([
      playlist.mediaSequence,
      playlist.uris[0],
    ]);
    const live = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await live.open('?start=nonsense');
    expect((await live.reload()).uris).toHaveLength(8);
  });

  test('replaceBehind replaces the breaks behind the start of the session, too', async () => {
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 24, segments: 2 }];
    const first = await viewerOf({ timeShiftWindow: 600, dvrWindow: 20 });
    await first.open();
    await playUpTo(world, first, 36);
    const adsOf = async (query: string) => {
      const viewer = new TestPlayer(stitcher?.port ?? 0, 'c1');
      await viewer.open(query);
      return (await viewer.reload()).adUris.length;
    };
    expect(await adsOf('')).toBe(0);
    expect(await adsOf('?replaceBehind=true')).toBe(2);
  });
});

describe('numbers', () => {
  async function numbers(fields: Fields) {
    // Three segments of ads in place of two of the source.
    world.ads = [{ id: 'ad1', seconds: 2 }];
    world.breaks = [{ at: 24, segments: 3 }];
    const viewer = await viewerOf(fields);
    await viewer.open();
    const texts = [(await viewer.reload()).text];
    await playUpTo(world, viewer, 36, ({ text }) => void texts.push(text));
    return numbersOf(texts);
  }

  test('CHE-052 hlsIndependentMediaSequences counts the segments of the session', async () => {
    expect((await numbers({ hlsIndependentMediaSequences: true }))[0]).toBe(1_000);
  });

  test('CHE-052 hlsLegacyMediaSequenceHandling has the numbers of the source outside breaks', async () => {
    const plan = await numbers({});
    await stitcher?.stop();
    world.edge = 20;
    const legacy = await numbers({ hlsLegacyMediaSequenceHandling: true });
    expect([plan[0], legacy[0]]).toEqual([112, 112]);
    expect(legacy.at(-1)).toBe(128);
    expect(legacy).toEqual(legacy.toSorted((a, b) => a - b));
  });
});

describe('CHE-053 hlsSuppressTags', () => {
  const lines: Record<string, string> = {
    'PROGRAM-DATE-TIME': '#EXT-X-PROGRAM-DATE-TIME',
    'ALLOW-CACHE': '#EXT-X-ALLOW-CACHE',
    DATERANGE: '#EXT-X-DATERANGE',
    'I-FRAMES-ONLY': '#EXT-X-I-FRAMES-ONLY',
    'I-FRAME-STREAM-INF': '#EXT-X-I-FRAME-STREAM-INF',
    'SESSION-DATA': '#EXT-X-SESSION-DATA',
    'INDEPENDENT-SEGMENTS': '#EXT-X-INDEPENDENT-SEGMENTS',
    'DISCONTINUITY-SEQUENCE': '#EXT-X-DISCONTINUITY-SEQUENCE',
    START: '#EXT-X-START',
    GAP: '#EXT-X-GAP',
  };

  async function texts(tags: ChannelInput['hlsSuppressTags']): Promise<string> {
    const session = '#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"\n#EXT-X-INDEPENDENT-SEGMENTS\n';
    multivariantIs(
      withTracks.replace('#EXTM3U\n', `#EXTM3U\n${session}`).replace(/.*TYPE=SUBTITLES.*\n/, ''),
    );
    const header =
      '#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-START:TIME-OFFSET=-6\n#EXT-X-ALLOW-CACHE:NO\n';
    const range = '#EXT-X-DATERANGE:ID="p",START-DATE="2026-01-01T00:00:00Z",X-A="1"\n#EXT-X-GAP\n';
    for (const name of ['v0', 'a0', 'i0']) {
      const only = name === 'i0' ? '#EXT-X-I-FRAMES-ONLY\n' : '';
      world.override(`/live/${name}.m3u8`, (_request, response) =>
        response.end(
          world
            .media(name)
            .replace('#EXTM3U\n', `#EXTM3U\n${header}${only}`)
            .replace('#EXTINF', `${range}#EXTINF`),
        ),
      );
    }
    const viewer = await viewerOf({ hlsSuppressTags: tags, includeMediaTracks: { iFrames: true } });
    const master = await viewer.open();
    return master + (await viewer.reload('v0')).text + (await viewer.reload('i0')).text;
  }

  test.each(Object.keys(lines))('leaves out %s and nothing else', async (tag) => {
    const text = await texts([tag as NonNullable<ChannelInput['hlsSuppressTags']>[number]]);
    const present = Object.entries(lines).filter(([, line]) => text.includes(`${line}`));
    const others = Object.keys(lines).filter((name) => name !== tag);
    expect(present.map(([name]) => name)).toEqual(others);
  });
});

describe('pre-roll', () => {
  const settings: Fields = {
    enablePreRoll: true,
    preRoll: { maxDuration: 10, maxCount: 2 },
  };

  test('CHE-037 begins the session with ads of its own ad source, and the programme follows', async () => {
    world.override('/pre', (_request, response) =>
      response.end(
        world.vast([
          { id: 'pre1', seconds: 2 },
          { id: 'pre2', seconds: 3 },
          { id: 'pre3', seconds: 1 },
        ]),
      ),
    );
    const viewer = await viewerOf({
      ...settings,
      preRoll: {
        ...settings.preRoll,
        useDifferentAdServer: true,
        adSource: { system: 'gva', url: `${world.base}/pre` },
      },
    });
    await viewer.open();
    const first = await viewer.reload();
    expect(first.uris[0]).toMatch(/^ad\/pre-/);
    expect(first.uris).toEqual(first.adUris);
    const audio = await viewer.reload('a0');
    expect([audio.mediaSequence, audio.discontinuitySequence]).toEqual([
      first.mediaSequence,
      first.discontinuitySequence,
    ]);
    await playUpTo(world, viewer, 25);
    const { text } = await viewer.reload();
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    expect(text).toMatch(
      /ad\/pre-.*\.1\/v0\/2\.m4s.*\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP.*\n.*\n.*\n.*v0-22\.m4s/,
    );
    await stitcher?.stop();
    expect(world.asked('/ads')).toBe(0);
    expect(world.asked('/pre')).toBe(1);
    stitcher = undefined;
  });

  test('without an ad the programme begins at once; a break that runs is replaced from there', async () => {
    world.override('/ads', (_request, response) => {
      const isPre = world.asked('/ads') === 1;
      response.end(isPre ? '<VAST version="4.0"/>' : world.vast([{ id: 'mid', seconds: 4 }]));
    });
    world.breaks = [{ at: 16, segments: 8 }];
    const viewer = await viewerOf(settings);
    await viewer.open();
    const { uris } = await viewer.reload();
    expect(uris[0]).toMatch(/^ad\/t/);
    expect(world.asked('/ads')).toBe(2);
  });

  test('a break that runs waits for the end of the pre-roll', async () => {
    world.ads = [{ id: 'ad1', seconds: 3 }];
    world.breaks = [{ at: 16, segments: 12 }];
    const viewer = await viewerOf({ ...settings, preRoll: { maxDuration: 10, maxCount: 1 } });
    await viewer.open();
    await viewer.reload();
    await playUpTo(world, viewer, 23);
    const { uris } = await viewer.reload();
    expect(uris.map((uri) => /^ad\/(pre|t)/.exec(uri)?.[1] ?? 'content')).toEqual([
      'pre',
      'pre',
      'pre',
      't',
      't',
      't',
    ]);
  });
});

describe('CHE-067 breaks by API', () => {
  test('are replaced like marked ones, from the next boundary on, until they are cancelled', async () => {
    world.ads = [{ id: 'ad1', seconds: 3 }];
    const viewer = await viewerOf({ schedulerExternalId: 'epg' });
    const tell = (state: 'scheduled' | 'cancelled') => {
      const [channel] = stitcher?.channels ?? [];
      if (!stitcher || !channel) throw new Error('a stitcher with a channel runs');
      const scheduled = (id: string, at: number) => ({
        id,
        channelId: 'c1',
        externalId: '',
        start: new Date(world.startMs + at * 1_000 - 400).toISOString(),
        duration: 3,
        state: id === 'b2' ? state : ('scheduled' as const),
        createdAt: new Date().toISOString(),
      });
      stitcher.channels = [
        { ...channel, scheduledBreaks: [scheduled('b1', 24), scheduled('b2', 34)] },
      ];
      stitcher.changed();
    };
    tell('scheduled');
    await viewer.open();
    await viewer.reload();
    await playUpTo(world, viewer, 30);
    const { uris, text } = await viewer.reload();
    expect(uris.map((uri) => /^ad\/(eb1)|v0-(\d+)/.exec(uri)?.slice(1).join(''))).toEqual([
      '22',
      '23',
      'eb1',
      'eb1',
      'eb1',
      '27',
      '28',
      '29',
    ]);
    expect(text).not.toContain('CUE');
    tell('cancelled');
    await playUpTo(world, viewer, 40);
    expect((await viewer.reload()).adUris).toEqual([]);
  });
});
