import { channelSettings } from '@interlude/contract';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { profileText } from '../conditioning-profile.ts';
import { ladderOfHls } from './ladder-of-hls.ts';
import { profileOfLadder } from './profile-of-ladder.ts';

const settings = (change: object = {}) =>
  channelSettings.parse({ name: 'c', sourceManifestUrl: 'http://h/m.m3u8', ...change });

function media(durations: readonly number[], { target = 4, map = true } = {}) {
  const lines = ['#EXTM3U', `#EXT-X-TARGETDURATION:${target}`, '#EXT-X-MEDIA-SEQUENCE:7'];
  if (map) lines.push('#EXT-X-MAP:URI="init.mp4"');
  for (const [index, seconds] of durations.entries()) lines.push(`#EXTINF:${seconds},`, `${index}`);
  return parseMediaPlaylist(`${lines.join('\n')}\n`).playlist;
}

function ladder(lines: readonly string[], reference = media([3.84, 3.84])) {
  const text = `#EXTM3U\n${lines.join('\n')}\n`;
  return ladderOfHls({ multivariant: parseMultivariantPlaylist(text).playlist, reference });
}

const variant = (attributes: string, uri: string) => `#EXT-X-STREAM-INF:${attributes}\n${uri}`;
const audio = (attributes: string) => `#EXT-X-MEDIA:TYPE=AUDIO,${attributes}`;

describe('the ladder of an HLS source', () => {
  it('demuxed CMAF: every resolution once, largest first, and separate audio', () => {
    const found = ladder([
      audio('GROUP-ID="a",NAME="en",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="a0.m3u8"'),
      variant('BANDWIDTH=700000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="a"', 'lo'),
      variant(
        'BANDWIDTH=3400000,AVERAGE-BANDWIDTH=3131313,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25.000,AUDIO="a"',
        'hi',
      ),
    ]);
    expect(found).toEqual({
      manifest: 'hls',
      muxing: 'cmaf',
      pictures: [
        { width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' },
        { width: 640, height: 360, bitrate: 570_000, codecs: 'avc1.4d401e' },
      ],
      frameRate: [25, 1],
      audio: [
        {
          codecs: 'mp4a.40.2',
          channels: 2,
          sampleRate: 48_000,
          bitrate: 128_000,
          language: 'en',
        },
      ],
      separateAudio: true,
      segmentMs: 3_840,
      longestSegmentMs: 4_000,
      hasIFrames: false,
    });
  });

  it.each([
    [
      'the pace of the source, not the target that is rounded up',
      [3.84, 3.84, 1.92, 3.84],
      4,
      3_840,
    ],
    ['one that is cut short at breaks', [1.2, 4, 4, 0.8, 4], 4, 4_000],
    ['milliseconds of jitter are the same frames', [6.006, 5.995, 6.01, 6.003, 6.0], 7, 6_000],
    ['never longer than the target (rule H12)', [6.3, 6.3], 6, 6_000],
    ['no segments yet', [], 6, 6_000],
  ])('H12 segments: %s', (_what, durations, target, segmentMs) => {
    expect(ladder([], media(durations, { target })).segmentMs).toBe(segmentMs);
  });

  it('H12 segments of 180 frames of NTSC stay 180 frames', () => {
    const rate = variant('BANDWIDTH=1000000,RESOLUTION=640x360,FRAME-RATE=29.970', 'v');
    expect(ladder([rate], media([6.006, 6.006], { target: 7 })).segmentMs).toBe(6_006);
  });

  it('H8 a source that changes its container has that of its newest segments', () => {
    const text =
      '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="i"\n#EXTINF:4,\n2.m4s\n';
    expect(ladder([], parseMediaPlaylist(text).playlist).muxing).toBe('cmaf');
  });

  it('muxed TS: one multiplexed audio', () => {
    const found = ladder(
      [
        variant('BANDWIDTH=1200000,RESOLUTION=960x540,CODECS="mp4a.40.2,avc1.64001f"', 'a'),
        variant('BANDWIDTH=64000,CODECS="mp4a.40.5"', 'sound-alone'),
      ],
      media([6.006, 5.972], { target: 6, map: false }),
    );
    expect(found).toMatchObject({ muxing: 'ts', separateAudio: false, segmentMs: 6_000 });
    expect(found.pictures.map(({ width }) => width)).toEqual([960]);
    expect(found.audio.map(({ codecs }) => codecs)).toEqual(['mp4a.40.2']);
  });

  it('several languages and codecs: a track each, the same ones once', () => {
    const found = ladder([
      audio('GROUP-ID="aac",NAME="en",LANGUAGE="EN",URI="1"'),
      audio('GROUP-ID="aac",NAME="de",LANGUAGE="de",URI="2"'),
      audio('GROUP-ID="aac-low",NAME="en",LANGUAGE="en",URI="3"'),
      audio('GROUP-ID="ac3",NAME="en",LANGUAGE="en",CHANNELS="6",URI="4"'),
      audio('GROUP-ID="joc",NAME="en",LANGUAGE="en",CHANNELS="16/JOC",URI="5"'),
      audio('GROUP-ID="unplayed",NAME="x",LANGUAGE="fr",URI="6"'),
      variant(
        'BANDWIDTH=5000000,RESOLUTION=1920x1080,CODECS="avc1.640028,mp4a.40.2",AUDIO="aac"',
        'v',
      ),
      variant(
        'BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.640028,mp4a.40.2",AUDIO="aac-low"',
        'w',
      ),
      variant('BANDWIDTH=5400000,RESOLUTION=1920x1080,CODECS="avc1.640028,ac-3",AUDIO="ac3"', 'v'),
      variant('BANDWIDTH=5500000,RESOLUTION=1920x1080,CODECS="avc1.640028,ec-3",AUDIO="joc"', 'v'),
    ]);
    expect(found.pictures).toHaveLength(2);
    expect(found.audio.map((one) => `${one.codecs} ${one.channels} ${one.language}`)).toEqual([
      'mp4a.40.2 2 en',
      'mp4a.40.2 2 de',
      'ac-3 6 en',
      'ec-3 6 en',
    ]);
  });

  it('an address that two variants share keeps the group of each', () => {
    const found = ladder([
      audio('GROUP-ID="aac",NAME="en",URI="1"'),
      audio('GROUP-ID="ac3",NAME="en",CHANNELS="6",URI="4"'),
      variant(
        'BANDWIDTH=5000000,RESOLUTION=1920x1080,CODECS="avc1.640028,mp4a.40.2",AUDIO="aac"',
        'v',
      ),
      variant('BANDWIDTH=5400000,RESOLUTION=1920x1080,CODECS="avc1.640028,ac-3",AUDIO="ac3"', 'v'),
    ]);
    expect(found.audio.map(({ codecs }) => codecs)).toEqual(['mp4a.40.2', 'ac-3']);
    expect(found.pictures).toHaveLength(1);
  });

  it('a group whose audio is in the variants is no separate audio', () => {
    const found = ladder([
      audio('GROUP-ID="a",NAME="en",LANGUAGE="en",DEFAULT=YES'),
      variant('BANDWIDTH=900000,RESOLUTION=640x360,AUDIO="a"', 'v'),
    ]);
    expect(found).toMatchObject({ separateAudio: false });
  });

  it('audio only: no video', () => {
    const found = ladder([
      variant('BANDWIDTH=64000,CODECS="mp4a.40.5"', 'lo'),
      variant('BANDWIDTH=128000,CODECS="mp4a.40.2"', 'hi'),
    ]);
    expect(found.pictures).toEqual([]);
    expect(found.audio.map(({ codecs, bitrate }) => `${codecs} ${bitrate}`)).toEqual([
      'mp4a.40.5 64000',
      'mp4a.40.2 130000',
    ]);
  });

  it.each([
    ['25', [25, 1]],
    ['29.97', [30_000, 1001]],
    ['29.970', [30_000, 1001]],
    ['23.976', [24_000, 1001]],
    ['23.98', [24_000, 1001]],
    ['59.940', [60_000, 1001]],
    ['50.000', [50, 1]],
    ['12.5', [25, 2]],
    ['0', [25, 1]],
    ['100000', [25, 1]],
    ['x', [25, 1]],
  ])('frame rate %s is a fraction', (declared, fraction) => {
    const found = ladder([
      variant(`BANDWIDTH=900000,RESOLUTION=640x360,FRAME-RATE=${declared}`, 'v'),
    ]);
    expect(found.frameRate).toEqual(fraction);
  });

  it('of several frame rates the fastest', () => {
    const found = ladder([
      variant('BANDWIDTH=900000,RESOLUTION=640x360,FRAME-RATE=25', 'v'),
      variant('BANDWIDTH=1900000,RESOLUTION=1280x720,FRAME-RATE=50', 'w'),
    ]);
    expect(found.frameRate).toEqual([50, 1]);
  });

  it('what is missing is usual: sizes by the bit rate, H.264 and AAC', () => {
    const found = ladder([variant('BANDWIDTH=1800000', 'v'), variant('AVERAGE-BANDWIDTH=5', 'w')]);
    expect(found.pictures).toEqual([
      { width: 960, height: 540, bitrate: 2_000_000, codecs: 'avc1.64001f' },
      { width: 960, height: 540, bitrate: 1_700_000, codecs: 'avc1.64001f' },
    ]);
    expect(found.audio[0]).toMatchObject({ codecs: 'mp4a.40.2', channels: 2 });
  });

  it('one media playlist: default video with its audio', () => {
    const reference = media([10], { target: 10, map: false });
    const found = ladderOfHls({ multivariant: undefined, reference });
    expect(found).toMatchObject({ muxing: 'ts', separateAudio: false, segmentMs: 10_000 });
    expect(found.pictures).toHaveLength(1);
    const named = ladder([variant('BANDWIDTH=3000000', 'http://h/media.m3u8')], reference);
    expect(named).toEqual(found);
  });

  it('odd and absurd sizes become even ones that an encoder takes', () => {
    const found = ladder([
      variant('BANDWIDTH=900000,RESOLUTION=853x479', 'v'),
      variant('BANDWIDTH=900000,RESOLUTION=99999x1', 'w'),
    ]);
    for (const { width, height } of found.pictures) {
      expect([width % 2, height % 2]).toEqual([0, 0]);
      expect(width).toBeLessThanOrEqual(7_680);
      expect(height).toBeGreaterThan(0);
    }
  });

  it('a thousand variants are no ladder of a thousand', () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      variant(`BANDWIDTH=${(index + 1) * 10_000},RESOLUTION=${2 * index + 2}x360`, `v${index}`),
    );
    expect(ladder(many).pictures.length).toBeLessThanOrEqual(12);
  });

  it('the same whatever part of the stream is listed, whatever the measured rates', () => {
    const at = (average: number, durations: readonly number[]) =>
      ladder(
        [variant(`BANDWIDTH=2500000,AVERAGE-BANDWIDTH=${average},RESOLUTION=1280x720`, 'v')],
        media(durations, { target: 6 }),
      );
    expect(at(2_101_234, [6, 6, 6])).toEqual(at(2_098_765, [2.4, 6, 3.6, 6]));
  });
});

describe('the profile of a channel', () => {
  const text = (change: object, lines = plain) =>
    profileText(profileOfLadder(ladder(lines), settings(change)));
  const plain = [variant('BANDWIDTH=900000,RESOLUTION=640x360', 'v')];
  const withIFrames = [...plain, '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="i"'];

  it('has the loudness of the channel’s profile', () => {
    const on = { profile: { useAudioNormalization: true } };
    expect(profileOfLadder(ladder(plain), settings(on)).loudness).toEqual({
      integrated: -23,
      range: 11,
      truePeak: -1,
    });
    expect(text({})).not.toBe(text(on));
  });

  it('has I-frames when requested, or where outputs list the I-frame playlists of the source', () => {
    const listed = { includeMediaTracks: { iFrames: true } };
    expect(text(listed)).toBe(text({}));
    expect(text(listed, withIFrames)).toBe(
      text({ profile: { hlsEnableIframeTracks: true } }, withIFrames),
    );
  });

  it('is the source\u2019s in all that decides whether a creative can be stitched in', () => {
    expect(text({ profile: { muxingType: 'ts', hasSeparateAudio: true } })).toBe(text({}));
  });
});
