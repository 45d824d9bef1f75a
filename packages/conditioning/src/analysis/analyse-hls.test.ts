import { encodingProfile } from '@interlude/contract';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { analyseHls } from './analyse-hls.ts';
import type { ReadRendition } from './hls-reading.ts';

const ownProfile = encodingProfile.parse(undefined);
const end = '#EXT-X-ENDLIST';
const date = '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z';

function read(lines: readonly string[], part: Partial<ReadRendition> = {}): ReadRendition {
  const text = ['#EXTM3U', ...lines].join('\n');
  return { kind: 'variant', ...parseMediaPlaylist(`${text}\n`), ...part };
}

const media = (durations: readonly number[], ...tags: readonly string[]) => [
  ...['#EXT-X-TARGETDURATION:4', ...tags],
  ...durations.flatMap((seconds, index) => [`#EXTINF:${seconds},`, `${index}.ts`]),
];
const vod = read(media([4, 4, 4, 4], end));
const size = { width: 1280, height: 720 };
const plain = 'BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25';
const variant = (attributes = plain, uri = 'v.m3u8') => `#EXT-X-STREAM-INF:${attributes}\n${uri}`;

function analyse(lines: readonly string[], renditions: readonly ReadRendition[] = [vod]) {
  const text = `#EXTM3U\n${lines.join('\n')}\n`;
  const { playlist: multivariant, warnings } = parseMultivariantPlaylist(text);
  const [reference = vod] = renditions;
  return analyseHls({ multivariant, warnings, reference, renditions }, { ownProfile });
}

const codesOf = ({ warnings }: ReturnType<typeof analyse>) => warnings.map(({ code }) => code);

describe('an HLS source', () => {
  it('API-050 VoD in transport streams with multiplexed audio', () => {
    const found = analyse([variant()]);
    expect(found).toMatchObject({
      type: 'hls-vod',
      isLive: false,
      windowSeconds: 16,
      segmentSeconds: 4,
      profile: { muxingType: 'ts', hasSeparateAudio: false },
      warnings: [],
    });
    expect(found.tracks.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'video 1280x720 25 fps',
      'audio multiplexed',
    ]);
  });

  it.each([
    ['live without an end', read(media([4, 4, 4], date)), 'hls-live'],
    [
      'an event that goes on',
      read(media([4, 4, 4], date, '#EXT-X-PLAYLIST-TYPE:EVENT')),
      'hls-live',
    ],
    ['VoD whose end was forgotten', read(media([4], '#EXT-X-PLAYLIST-TYPE:VOD')), 'hls-vod'],
    ['an event that is over', read(media([4], '#EXT-X-PLAYLIST-TYPE:EVENT', end)), 'hls-vod'],
  ])('API-050 %s', (_name, rendition, type) => {
    expect(analyse([variant()], [rendition]).type).toBe(type);
  });

  it('API-050 names languages, subtitles, captions and I-frames', () => {
    const found = analyse([
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="6",URI="a.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="s.m3u8"',
      '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC1",INSTREAM-ID="CC1"',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,RESOLUTION=640x360,URI="i.m3u8"',
      variant(`${plain},AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS="c"`),
    ]);
    expect(found.tracks.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'video 1280x720 25 fps',
      'audio en 5.1',
      'subtitles de',
      'closed-captions CC1',
      'i-frames 640x360',
    ]);
    expect(found.includeMediaTracks).toEqual({
      iFrames: true,
      subtitles: true,
      closedCaptions: true,
    });
    expect(found.profile).toMatchObject({ hasSeparateAudio: true });
    expect(found.profile).not.toHaveProperty('hlsEnableIframeTracks');
  });

  it('API-050 separate audio in addition to multiplexed audio requires compatibility', () => {
    const audio = (rest: string) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",${rest}`;
    const both = [audio('NAME="en",DEFAULT=YES'), audio('NAME="fr",URI="fr.m3u8"')];
    expect(analyse([...both, variant(`${plain},AUDIO="a"`)]).compatibilityHlsMedia).toBe(true);
    expect(analyse([variant()]).compatibilityHlsMedia).toBe(false);
  });

  it('API-050 audio only', () => {
    const found = analyse([variant('BANDWIDTH=64000,CODECS="mp4a.40.5"')]);
    expect(found.profile).toMatchObject({ pictures: [], audio: [{ codecs: 'mp4a.40.5' }] });
    expect(found.tracks).toMatchObject([{ kind: 'audio', bitrate: 64_000 }]);
    expect(codesOf(found)).toEqual([]);
  });

  it('API-050 encrypted, low latency', () => {
    const secret = read(media([4], '#EXT-X-KEY:METHOD=AES-128,URI="k"', end));
    expect(analyse([variant()], [secret]).isEncrypted).toBe(true);
    expect(analyse(['#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="k"', variant()]).isEncrypted).toBe(
      true,
    );
    const fast = read(media([4, 4, 4], date, '#EXT-X-PART-INF:PART-TARGET=0.5'));
    expect(analyse([variant()], [fast])).toMatchObject({ isLowLatency: true, isEncrypted: false });
  });

  it('API-050 counts markers where most stand', () => {
    const marked = read([
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-DATERANGE:ID="1",START-DATE="2026-01-01T00:00:00Z",SCTE35-OUT=0xFC',
      '#EXT-X-DATERANGE:ID="2",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z"',
      '#EXT-X-DATERANGE:ID="3",START-DATE="2026-01-01T00:00:00Z"',
      '#EXT-X-CUE-OUT:8\n#EXTINF:4,\n1.ts',
      '#EXT-X-CUE-OUT-CONT:4/8\n#EXTINF:4,\n2.ts',
      '#EXT-X-CUE-IN\n#EXTINF:4,\n3.ts',
      end,
    ]);
    expect(analyse([variant()], [vod, marked]).markers).toEqual([
      { name: 'EXT-X-DATERANGE', count: 1 },
      { name: 'EXT-X-CUE-OUT', count: 1 },
      { name: 'EXT-X-CUE-OUT-CONT', count: 1 },
      { name: 'EXT-X-CUE-IN', count: 1 },
      { name: 'com.apple.hls.interstitial', count: 1 },
    ]);
  });

  it('CHE-024 API-050 keeps the values of the profile that the channel sets itself', () => {
    const own = encodingProfile.parse({
      useAudioNormalization: true,
      extra: 1,
      muxingType: 'cmaf',
    });
    const { playlist: multivariant } = parseMultivariantPlaylist(`#EXTM3U\n${variant()}\n`);
    const reading = { multivariant, warnings: [], reference: vod, renditions: [vod] };
    expect(analyseHls(reading, { ownProfile: own }).profile).toMatchObject({
      ...{ useAudioNormalization: true, extra: 1, muxingType: 'ts' },
    });
  });
});

describe('warnings of an HLS source', () => {
  const of = (code: string, ...given: Parameters<typeof analyse>) =>
    analyse(...given).warnings.filter((one) => one.code === code);
  const odd = 'BANDWIDTH=1000000,RESOLUTION=641x360,CODECS="avc1.64001f",FRAME-RATE=25';

  it.each([
    ['SIZE_ODD', [variant(odd)], { width: 641, height: 360 }],
    ['FRAME_RATE_UNKNOWN', [variant(plain.replace(',FRAME-RATE=25', ''))], size],
    ['CODECS_UNKNOWN', [variant('BANDWIDTH=1,RESOLUTION=1280x720,FRAME-RATE=25')], size],
    ['SIZE_REPEATED', [variant(), variant(plain.replace('3000000', '2000000'), 'w.m3u8')], size],
    ['FRAME_RATES_DIFFER', [variant(), variant(plain.replace('=25', '=50'), 'w.m3u8')], size],
    ['AUDIO_GROUP_MISSING', [variant(`${plain},AUDIO="lost"`)], size],
    ['SIZE_UNKNOWN', [variant('BANDWIDTH=1,CODECS="avc1.64001f",FRAME-RATE=25')], {}],
  ])('CHE-033 %s with its size', (code, lines, expected) => {
    const found = of(code, lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toEqual({ code, message: expect.stringMatching(/\.$/), ...expected });
  });

  it.each([
    ['SEGMENTS_DIFFER', read(media([2, 2, 2, 2], end), { resolution: size })],
    ['TARGET_DURATION_TOO_SHORT', read(media([4, 5, 4], end), { resolution: size })],
    ['CONTAINERS_DIFFER', read(media([4, 4], '#EXT-X-MAP:URI="i.mp4"', end), { resolution: size })],
  ])('CHE-033 %s of a rendition', (code, rendition) => {
    expect(of(code, [variant()], [vod, rendition])).toMatchObject([{ code, ...size }]);
  });

  it('CHE-033 what a live source lacks', () => {
    const codes = codesOf(analyse([variant()], [read(media([4, 4]))]));
    expect(codes).toEqual(['DATES_MISSING', 'WINDOW_SHORT']);
  });

  it('CHE-033 lengths that are equal but for a frame are none', () => {
    const almost = read(media([4.02, 3.98, 4.02, 3.98], end));
    expect(codesOf(analyse([variant()], [vod, almost]))).toEqual([]);
  });
});
