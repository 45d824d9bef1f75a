import { parseMediaPlaylist } from '@interlude/hls';
import { expect, it } from 'vitest';
import { extendWindow } from '../source/extend-window.ts';
import { neededVersion } from './needed-version.ts';

const parse = (lines: string, msn = 0) =>
  parseMediaPlaylist(
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${msn}\n${lines}`,
  ).playlist;
const FORMAT = '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.example"\n';

it('H13 an output has the version that its keys and maps need, whatever the source declares', () => {
  const needed = (lines: string) => neededVersion(parse(lines).segments);
  expect(needed('#EXTINF:4,\na.ts\n')).toBe(4);
  expect(needed(`#EXTINF:4,\na.ts\n${FORMAT}#EXTINF:4,\nb.ts\n`)).toBe(5);
  expect(needed('#EXTINF:4,\na.m4s\n#EXT-X-MAP:URI="i"\n#EXTINF:4,\nb.m4s\n')).toBe(6);
});

it('H13 the version of a live output only grows', () => {
  const options = { renditionId: 'v0', baseUrl: 'https://o.example/p.m3u8', nowMs: 0 };
  const clear = extendWindow(undefined, parse('#EXTINF:4,\na.ts\n'), options);
  const encrypted = extendWindow(clear, parse(`${FORMAT}#EXTINF:4,\nb.ts\n`, 1), options);
  const again = extendWindow(encrypted, parse('#EXTINF:4,\nc.ts\n', 2), options);
  expect([clear, encrypted, again].map(({ version }) => version)).toEqual([4, 5, 5]);
});
