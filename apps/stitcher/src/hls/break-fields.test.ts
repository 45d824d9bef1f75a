/** Each field of a live HLS channel shows its effect on what viewers get. */
import type { ChannelInput } from '@interlude/contract';
import { describe, expect, test } from 'vitest';
import {
  environment,
  environmentPerTest,
  type Fields,
  multivariantIs,
  stitcher,
  stopStitcher,
  viewerOf,
  withTracks,
} from '../testing/live-hls.suite.ts';
import { playUpTo } from '../testing/test-player.suite.ts';

environmentPerTest();

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
      environment.override(`/live/${name}.m3u8`, (_request, response) =>
        response.end(
          environment
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
    environment.override('/pre', (_request, response) =>
      response.end(
        environment.vast([
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
        adSource: {
          system: 'proxy',
          url: `${environment.base}/pre`,
          params: { place: '{{breakPosition}}' },
        },
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
    await playUpTo(environment, viewer, 25);
    const { text } = await viewer.reload();
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    expect(text).toMatch(
      /ad\/pre-.*\.1\/v0\/2\.m4s.*\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP.*\n.*\n.*\n.*v0-22\.m4s/,
    );
    await stopStitcher();
    expect(environment.requested('/ads')).toBe(0);
    expect(environment.requested('/pre')).toBe(1);
    const sent = environment.requests.find(({ path }) => path === '/pre')?.query;
    expect(Object.fromEntries(sent ?? [])).toMatchObject({ place: 'pre', context: 'c1' });
  });

  test('without an ad the programme begins at once; a break that runs is replaced from there', async () => {
    environment.override('/ads', (_request, response) => {
      const isPre = environment.requested('/ads') === 1;
      response.end(isPre ? '<VAST version="4.0"/>' : environment.vast([{ id: 'mid', seconds: 4 }]));
    });
    environment.breaks = [{ at: 16, segments: 8 }];
    const viewer = await viewerOf(settings);
    await viewer.open();
    const { uris } = await viewer.reload();
    expect(uris[0]).toMatch(/^ad\/t/);
    expect(environment.requested('/ads')).toBe(2);
  });

  test('a break that runs waits for the end of the pre-roll', async () => {
    environment.ads = [{ id: 'ad1', seconds: 3 }];
    environment.breaks = [{ at: 16, segments: 12 }];
    const viewer = await viewerOf({ ...settings, preRoll: { maxDuration: 10, maxCount: 1 } });
    await viewer.open();
    await viewer.reload();
    await playUpTo(environment, viewer, 23);
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
    environment.ads = [{ id: 'ad1', seconds: 3 }];
    const viewer = await viewerOf({ schedulerExternalId: 'epg' });
    const announce = (state: 'scheduled' | 'cancelled') => {
      const [channel] = stitcher?.channels ?? [];
      if (!stitcher || !channel) throw new Error('a stitcher with a channel runs');
      const scheduled = (id: string, at: number) => ({
        id,
        channelId: 'c1',
        externalId: '',
        start: new Date(environment.startMs + at * 1_000 - 400).toISOString(),
        duration: 3,
        state: id === 'b2' ? state : ('scheduled' as const),
        createdAt: new Date().toISOString(),
      });
      stitcher.channels = [
        { ...channel, scheduledBreaks: [scheduled('b1', 24), scheduled('b2', 34)] },
      ];
      stitcher.changed();
    };
    announce('scheduled');
    await viewer.open();
    await viewer.reload();
    await playUpTo(environment, viewer, 30);
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
    announce('cancelled');
    await playUpTo(environment, viewer, 40);
    expect((await viewer.reload()).adUris).toEqual([]);
  });
});
