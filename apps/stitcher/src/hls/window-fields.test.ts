/** Each field of a live HLS channel shows its effect on what viewers get. */
import { describe, expect, test } from 'vitest';
import {
  environment,
  environmentPerTest,
  type Fields,
  multivariantIs,
  numbersOf,
  programmeStart,
  stitcher,
  stopStitcher,
  variant,
  viewerOf,
} from '../testing/live-hls.suite.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';

environmentPerTest();

describe('the source', () => {
  test('H16 variables are filled in, also those of the multivariant playlist', async () => {
    multivariantIs(`#EXTM3U
#EXT-X-DEFINE:NAME="cdn",VALUE="https://cdn.example"
#EXT-X-DEFINE:NAME="file",VALUE="v0"
#EXT-X-STREAM-INF:${variant}
{$file}.m3u8
`);
    environment.override('/live/v0.m3u8', (_request, response) =>
      response.end(
        environment
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
    environment.override('/live/v0.m3u8', (_request, response) =>
      response.end(environment.media('v0').replace('#EXT-X-MAP', lowLatency) + parts),
    );
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const viewer = await viewerOf({});
    await viewer.open();
    await viewer.reload();
    await playUpTo(environment, viewer, 26);
    const { text, adUris } = await viewer.reload();
    expect(adUris).toHaveLength(2);
    expect(text).not.toMatch(/PART|SERVER-CONTROL|HINT|SKIP/);
  });

  test('passThroughCaidSegmentation sends the content id to the ad server and keeps its tag', async () => {
    const section = programmeStart('urn:p:1');
    const marked = `#EXT-OATCLS-SCTE35:${section}\n#EXTINF:1.000,\nv0-24.m4s`;
    environment.override('/live/v0.m3u8', (_request, response) =>
      response.end(environment.media('v0').replace('#EXTINF:1.000,\nv0-24.m4s', marked)),
    );
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 22, segments: 2 }];
    const requested = async (passThroughCaidSegmentation: boolean) => {
      const viewer = await viewerOf({ passThroughCaidSegmentation });
      await viewer.open();
      await viewer.reload();
      environment.edge = 25;
      const { text } = await viewer.until(
        ({ uris }) => uris.at(-1)?.endsWith('v0-24.m4s') === true,
      );
      const contentId = environment.requests
        .findLast(({ path }) => path === '/ads')
        ?.query.get('contentId');
      await stopStitcher();
      environment.edge = 20;
      return { contentId, isKept: text.includes(section) };
    };
    expect(await requested(true)).toEqual({ contentId: 'urn:p:1', isKept: true });
    expect(await requested(false)).toEqual({ contentId: null, isKept: false });
  });
});

describe('the window', () => {
  test('CHE-049 dvrWindow lists more, or less, than the source', async () => {
    const viewer = await viewerOf({ dvrWindow: 12 });
    await viewer.open();
    await playUpTo(environment, viewer, 40);
    expect((await viewer.reload()).uris).toHaveLength(12);
    await stopStitcher();
    const small = await viewerOf({ dvrWindow: 4 });
    await small.open();
    expect((await small.reload()).uris).toHaveLength(4);
  });

  test('CHE-050 a growing playlist begins as the source and grows to dvrWindow', async () => {
    const first = await viewerOf({ dvrWindow: 14, startAtDvrWindow: false });
    await first.open();
    await playUpTo(environment, first, 32);
    expect((await first.reload()).uris).toHaveLength(14);
    const late = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await late.open();
    const sizes = [(await late.reload()).uris.length];
    await playUpTo(environment, late, 42, ({ uris }) => void sizes.push(uris.length));
    expect(sizes).toEqual([8, 9, 10, 11, 12, 13, 14, 14, 14, 14, 14]);
  });

  test('CHE-048 liveDelay keeps the edge behind the source, once there are segments that old', async () => {
    const first = await viewerOf({ liveDelay: 5 });
    await first.open();
    await playUpTo(environment, first, 30);
    const late = new TestPlayer(stitcher?.port ?? 0, 'c1');
    await late.open();
    expect((await late.reload()).uris.at(-1)).toMatch(/v0-24\.m4s$/);
    await playUpTo(environment, late, 33);
    expect((await late.reload()).uris.at(-1)).toMatch(/v0-27\.m4s$/);
  });

  test('CHE-047 timeShiftWindow with start= begins in the past, with its breaks replaced', async () => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 24, segments: 2 }];
    const first = await viewerOf({ timeShiftWindow: 600 });
    await first.open();
    await playUpTo(environment, first, 45);
    const startOver = new TestPlayer(stitcher?.port ?? 0, 'c1');
    const start = new Date(environment.startMs + 20_000).toISOString().replace(/\.\d+Z/, 'Z');
    await startOver.open(`?start=${start}`);
    const playlist = await startOver.reload();
    // Two target durations of run-up, then the requested start.
    expect(playlist.uris[0]).toMatch(/v0-(17|18)\.m4s$/);
    expect(playlist.uris.at(-1)).toMatch(/v0-44\.m4s$/);
    expect(playlist.adUris).toHaveLength(2);
    expect(playlist.text).toContain('#EXT-X-START:TIME-OFFSET=2.000,PRECISE=YES');
    await playUpTo(environment, startOver, 47);
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
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 24, segments: 2 }];
    const first = await viewerOf({ timeShiftWindow: 600, dvrWindow: 20 });
    await first.open();
    await playUpTo(environment, first, 36);
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
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [{ at: 24, segments: 3 }];
    const viewer = await viewerOf(fields);
    await viewer.open();
    const texts = [(await viewer.reload()).text];
    await playUpTo(environment, viewer, 36, ({ text }) => void texts.push(text));
    return numbersOf(texts);
  }

  test('CHE-052 hlsIndependentMediaSequences counts the segments of the session', async () => {
    expect((await numbers({ hlsIndependentMediaSequences: true }))[0]).toBe(1_000);
  });

  test('CHE-052 hlsLegacyMediaSequenceHandling has the numbers of the source outside breaks', async () => {
    // Four segments of ads in place of two of the source.
    for (const rendition of ['v0', 'v1', 'a0']) {
      const halves = [0, 1, 2, 3].map((index) => `#EXTINF:0.500,\n${rendition}-${index}.m4s\n`);
      environment.override(`/creative/c-2-ad1/${rendition}.m3u8`, (_request, response) =>
        response.end(
          `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="init.mp4"\n${halves.join('')}#EXT-X-ENDLIST\n`,
        ),
      );
    }
    const plan = await numbers({});
    await stopStitcher();
    environment.edge = 20;
    const legacy = await numbers({ hlsLegacyMediaSequenceHandling: true });
    expect([plan[0], legacy[0]]).toEqual([112, 112]);
    expect([plan.at(-1), legacy.at(-1)]).toEqual([130, 128]);
    expect(legacy).toEqual(legacy.toSorted((a, b) => a - b));
  });
});
