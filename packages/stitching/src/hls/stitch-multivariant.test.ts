import { parseMultivariantPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { sourceRenditions } from '../source/source-renditions.ts';
import { stitchMultivariant } from './stitch-multivariant.ts';

const source = `#EXTM3U
#EXT-X-VERSION:6
# a comment
#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="keys/1"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a/en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="s/en.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",SUBTITLES="subs",AUDIO="aac",CLOSED-CAPTIONS="cc"
v/1.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AUDIO="aac",SUBTITLES="subs"
v/2.m3u8?x=1
#EXT-X-STREAM-INF:BANDWIDTH=3100000,AUDIO="aac"
v/2.m3u8?x=1
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="v/i.m3u8"
`;

describe('stitchMultivariant', () => {
  const { playlist } = parseMultivariantPlaylist(source);
  const baseUrl = 'https://o.example/live/master.m3u8';
  const renditions = sourceRenditions(playlist, baseUrl);

  it('lists each address once, variants first', () => {
    expect(renditions.map(({ renditionId, url }) => `${renditionId} ${url}`)).toEqual([
      'v0 https://o.example/live/v/1.m3u8',
      'v1 https://o.example/live/v/2.m3u8?x=1',
      'a0 https://o.example/live/a/en.m3u8',
    ]);
  });

  it('H23 H25 H26 keeps every line but the children, I-frame variants and subtitles', () => {
    const childUri = ({ renditionId }: { renditionId: string }) => `${renditionId}.m3u8?sid=1`;
    expect(stitchMultivariant({ playlist, baseUrl, renditions, childUri })).toBe(`#EXTM3U
#EXT-X-VERSION:6
# a comment
#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="https://o.example/live/keys/1"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a0.m3u8?sid=1"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="aac",CLOSED-CAPTIONS="cc"
v0.m3u8?sid=1
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AUDIO="aac"
v1.m3u8?sid=1
#EXT-X-STREAM-INF:BANDWIDTH=3100000,AUDIO="aac"
v1.m3u8?sid=1
`);
  });

  it('redundant variants and content steering are passed on', () => {
    const steered = `#EXTM3U
#EXT-X-CONTENT-STEERING:SERVER-URI="../steer?x=1",PATHWAY-ID="CDN-A"
#EXT-X-STREAM-INF:BANDWIDTH=1000000,PATHWAY-ID="CDN-A"
https://a.example/v.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1000000,PATHWAY-ID="CDN-B"
https://b.example/v.m3u8
`;
    const { playlist: parsed } = parseMultivariantPlaylist(steered);
    const text = stitchMultivariant({
      playlist: parsed,
      baseUrl,
      renditions: sourceRenditions(parsed, baseUrl),
      childUri: ({ renditionId }) => `${renditionId}.m3u8`,
    });
    expect(text).toBe(
      steered
        .replace('../steer', 'https://o.example/steer')
        .replace('https://a.example/v', 'v0')
        .replace('https://b.example/v', 'v1'),
    );
  });

  it('H23 H25 subtitles and I-frames are there when they are among the renditions', () => {
    const all = sourceRenditions(playlist, baseUrl, { subtitles: true, iFrames: true });
    expect(all.map(({ renditionId }) => renditionId)).toEqual(['v0', 'v1', 'a0', 's0', 'i0']);
    const childUri = ({ renditionId }: { renditionId: string }) => `${renditionId}.m3u8`;
    const text = stitchMultivariant({ playlist, baseUrl, renditions: all, childUri });
    expect(text).toContain('TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="s0.m3u8"');
    expect(text).toContain('AUDIO="aac",SUBTITLES="subs"\nv1.m3u8');
    expect(text).toContain('#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="i0.m3u8"');
  });

  it('session keys follow contentLocationReplacement', () => {
    const contentLocation = { key: 'k', rewrite: (uri: string) => uri.replace('o.', 'cdn.') };
    const childUri = () => 'c.m3u8';
    const text = stitchMultivariant({ playlist, baseUrl, renditions, childUri, contentLocation });
    expect(text).toContain('URI="https://cdn.example/live/keys/1"');
  });
});
