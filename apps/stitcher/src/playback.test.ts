import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
    }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

/** Judges every output of a session by the rules H*; an ad is identified by its placement. */
function judge() {
  let state: AuditState = EMPTY_AUDIT;
  const findings: Finding[] = [];
  const adOf = (uri: string) => /^ad\/([^/]+)\//.exec(uri)?.[1];
  return {
    findings,
    see(renditionId: string, text: string) {
      const judged = auditSession(state, { renditionId, fetchedAtMs: Date.now(), text }, { adOf });
      state = judged.state;
      findings.push(...judged.findings);
    },
  };
}

/** Audio in longer segments than the video. */
function longSegments({ edge, windowSegments, startMs }: TestEnvironment, seconds: number): string {
  const last = Math.floor(edge / seconds);
  const first = Math.max(0, last - Math.ceil(windowSegments / seconds) - 1);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${seconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  for (let index = first; index < last; index += 1) {
    const date = new Date(startMs + index * seconds * 1000).toISOString();
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${date}`, `#EXTINF:${seconds}.000,`, `a0-${index}.m4s`);
  }
  return `${lines.join('\n')}\n`;
}

const player = () => new TestPlayer(stitcher.port, 'c1');

describe('playback of a live channel', () => {
  test('a plain player gets its session by redirect and the source without a break as it is', async () => {
    const viewer = player();
    const master = await viewer.open('?genre=news');
    expect(master).toContain(`${viewer.sessionId}/v0.m3u8`);
    expect(master).toContain(`URI="${viewer.sessionId}/a0.m3u8"`);
    const playlist = await viewer.reload();
    expect(playlist.status).toBe(200);
    expect(playlist.mediaSequence).toBe(112);
    expect(playlist.uris).toEqual(
      Array.from({ length: 8 }, (_, index) => `${environment.base}/live/v0-${12 + index}.m4s`),
    );
    expect((await viewer.reload('a0')).uris[0]).toBe(`${environment.base}/live/a0-12.m4s`);
  });

  test('a break is replaced in every rendition, and each beacon is sent once', async () => {
    environment.ads = [
      { id: 'ad1', seconds: 2 },
      { id: 'ad2', seconds: 2 },
    ];
    environment.breaks = [{ at: 22, segments: 4 }];
    const viewer = player();
    await viewer.open();
    await viewer.reload();
    const seen = new Set<string>();
    await playUpTo(environment, viewer, 29, async (playlist) => {
      for (const uri of playlist.adUris.filter((one) => !seen.has(one))) {
        seen.add(uri);
        const location = await viewer.adSegment(uri);
        expect(location).toMatch(/\/creative\/c-2-ad[12]\/v0-[01]\.m4s$/);
        await viewer.adSegment(uri.replace('/v0/', '/a0/'));
        await viewer.adSegment(uri.replace('/v0/', '/v1/'));
        await viewer.adSegment(uri, { method: 'HEAD' });
        await viewer.adSegment(uri, { headers: { range: 'bytes=0-99' } });
      }
    });
    expect(seen.size).toBe(4);
    for (const rendition of ['v0', 'v1', 'a0']) {
      const playlist = await viewer.reload(rendition);
      expect(playlist.adUris.map((uri) => uri.split('?')[0])).toEqual(
        [0, 1].flatMap((ad) =>
          [0, 1].map((index) =>
            expect.stringMatching(`^ad/.*\\.${ad}/${rendition}/${index}\\.m4s$`),
          ),
        ),
      );
      expect(playlist.text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
      expect(playlist.text).not.toContain('CUE-OUT');
    }
    const breaks: unknown = await (await viewer.get(`${viewer.folder}/breaks.json`)).json();
    expect(breaks).toEqual([
      {
        id: expect.any(String),
        startMs: expect.any(Number),
        endMs: expect.any(Number),
        ads: [
          {
            id: 'ad1',
            placement: expect.stringMatching(/\.0$/),
            creative: 'ad1',
            title: expect.any(String),
            startMs: expect.any(Number),
            durationMs: 2_000,
          },
          {
            id: 'ad2',
            placement: expect.stringMatching(/\.1$/),
            creative: 'ad2',
            title: expect.any(String),
            startMs: expect.any(Number),
            durationMs: 2_000,
          },
        ],
      },
    ]);
    await stitcher.stop();
    for (const event of ['impression', 'start', 'midpoint', 'complete']) {
      expect(environment.beaconsOf(event).map((path) => path.split('?')[0])).toEqual([
        `/beacon/${event}/ad1`,
        `/beacon/${event}/ad2`,
      ]);
    }
    const totals = stitcher.batches
      .flatMap(({ rows }) => rows)
      .filter(({ grain, dimension }) => grain === 'hour' && dimension === 'total');
    const sum = (name: 'impressions' | 'completes' | 'sessionStarts' | 'avails') =>
      totals.reduce((total, { counters }) => total + counters[name], 0);
    expect([sum('sessionStarts'), sum('avails'), sum('impressions'), sum('completes')]).toEqual([
      1, 1, 2, 2,
    ]);
  });

  test.each(['v1', 'a0'])(
    'a break that only %s is marked with is replaced everywhere',
    async (marked) => {
      for (const rendition of ['v0', 'v1', 'a0'].filter((one) => one !== marked)) {
        environment.override(`/live/${rendition}.m3u8`, (_request, response) => {
          response.end(environment.media(rendition).replaceAll(/#EXT-X-CUE-.*\n/g, ''));
        });
      }
      environment.ads = [{ id: 'ad1', seconds: 4 }];
      environment.breaks = [{ at: 22, segments: 4 }];
      const viewer = player();
      const { findings, see } = judge();
      await viewer.open();
      await viewer.reload();
      await playUpTo(environment, viewer, 29, async () => {
        for (const rendition of ['v0', 'v1', 'a0']) {
          see(rendition, (await viewer.reload(rendition)).text);
        }
      });
      for (const rendition of ['v0', 'v1', 'a0']) {
        expect((await viewer.reload(rendition)).adUris).toHaveLength(4);
      }
      expect(findings).toEqual([]);
    },
  );

  test('H11 dates never go back where the audio has no cut at the end of the break', async () => {
    environment.override('/live/a0.m3u8', (_request, response) =>
      response.end(longSegments(environment, 3)),
    );
    environment.ads = [{ id: 'ad1', seconds: 5 }];
    environment.breaks = [{ at: 24, segments: 4 }];
    const viewer = player();
    const { findings, see } = judge();
    await viewer.open();
    await viewer.reload();
    await playUpTo(environment, viewer, 33, async () => {
      for (const rendition of ['v0', 'v1', 'a0']) {
        see(rendition, (await viewer.reload(rendition)).text);
      }
    });
    expect((await viewer.reload('a0')).text).toMatch(/\/a0\/4\.m4s.*\n(#.*\n)+.*\/a0-9\.m4s/);
    expect(findings).toEqual([]);
  });

  test('H1 H2 H3 H7 H12 no rule is breached in any rendition over two breaks, one cut short', async () => {
    environment.ads = [
      { id: 'ad1', seconds: 3 },
      { id: 'ad2', seconds: 2 },
    ];
    environment.breaks = [
      { at: 22, segments: 5 },
      { at: 34, segments: 5 },
    ];
    const viewer = player();
    await viewer.open();
    const judged = judge();
    const see = async () => {
      for (const rendition of ['v0', 'a0', 'v1']) {
        judged.see(rendition, (await viewer.reload(rendition)).text);
      }
    };
    await see();
    await playUpTo(environment, viewer, 37, see);
    // The programme comes back two segments early.
    environment.breaks = [
      { at: 22, segments: 5 },
      { at: 34, segments: 3 },
    ];
    await playUpTo(environment, viewer, 50, see);
    expect(judged.findings).toEqual([]);
    expect((await viewer.reload()).discontinuitySequence).toBeGreaterThanOrEqual(5);
  });

  test('two sessions with other ads get other bytes, two with the same ads the same', async () => {
    environment.breaks = [{ at: 22, segments: 4 }];
    environment.override('/ads', (_, response, url) =>
      response.end(environment.vast([{ id: url.searchParams.get('genre') ?? '', seconds: 4 }])),
    );
    const viewers = [player(), player(), player()];
    for (const [index, viewer] of viewers.entries()) {
      await viewer.open(`?genre=${['news', 'sport', 'news'][index]}`);
      await viewer.reload();
    }
    environment.edge = 25;
    const [news = '', sport = '', newsAgain = ''] = await Promise.all(
      viewers.map(async (viewer) => {
        const { adUris } = await viewer.until(({ adUris: uris }) => uris.length > 0);
        return viewer.adSegment(adUris[0] ?? '').then(String);
      }),
    );
    expect(news).toContain('/creative/c-4-news/');
    expect(sport).toContain('/creative/c-4-sport/');
    expect(newsAgain).toBe(news);
  });

  test('of several ready-made files the one of the right container is used', async () => {
    const file = (name: string) =>
      `<MediaFile delivery="streaming" type="application/x-mpegURL" width="1" height="1">${environment.base}/creative/${name}/master.m3u8</MediaFile>`;
    environment.ads = [{ id: 'ad1', seconds: 4, mediaFile: `${file('ts-4')}${file('c-4')}` }];
    environment.override('/creative/ts-4/*', (_, response, url) => {
      const text = environment.text(url.pathname.replace('ts-4', 'c-4')) ?? '';
      response.end(text.replace(/#EXT-X-MAP.*\n/, ''));
    });
    environment.breaks = [{ at: 22, segments: 4 }];
    const viewer = player();
    await viewer.open();
    await viewer.reload();
    environment.edge = 25;
    const { adUris } = await viewer.until((playlist) => playlist.adUris.length > 0);
    expect(await viewer.adSegment(adUris[0] ?? '')).toContain('/creative/c-4/');
  });

  test('H3 H4 a rendition that is first requested after the break has the numbers of the others', async () => {
    environment.ads = [{ id: 'ad1', seconds: 3 }];
    environment.breaks = [{ at: 22, segments: 4 }];
    const viewer = player();
    await viewer.open();
    const judged = judge();
    await viewer.reload();
    await playUpTo(environment, viewer, 40, ({ text }) => judged.see('v0', text));
    const [v0, v1, a0] = await Promise.all(['v0', 'v1', 'a0'].map((one) => viewer.reload(one)));
    const numbers = v0 && [v0.mediaSequence, v0.discontinuitySequence];
    expect(v0?.discontinuitySequence).toBe(2);
    expect(v1 && [v1.mediaSequence, v1.discontinuitySequence]).toEqual(numbers);
    expect(a0 && [a0.mediaSequence, a0.discontinuitySequence]).toEqual(numbers);
    judged.see('v1', v1?.text ?? '');
    judged.see('a0', a0?.text ?? '');
    expect(judged.findings).toEqual([]);
  });

  test('H6 a source that starts anew goes on with growing numbers', async () => {
    const viewer = player();
    await viewer.open();
    const judged = judge();
    const see = async () => {
      for (const rendition of ['v0', 'a0']) {
        judged.see(rendition, (await viewer.reload(rendition)).text);
      }
    };
    await see();
    const before = await viewer.reload();
    environment.generation = 2;
    environment.edge = 4;
    environment.startMs = Date.now();
    await viewer.until(({ text }) => text.includes('g2-v0-3.m4s'));
    await see();
    await playUpTo(environment, viewer, 9, see);
    expect(judged.findings).toEqual([]);
    expect((await viewer.reload()).mediaSequence).toBeGreaterThan(before.mediaSequence);
  });
});
