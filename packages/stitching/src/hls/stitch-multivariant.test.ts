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
});
