import { describe, expect, it } from 'vitest';
import { judge } from './session.suite.ts';

/** A playlist with the given header lines, and segments with lines of their own. */
const playlist = (header: readonly string[], segments: readonly (readonly string[])[]) =>
  [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MEDIA-SEQUENCE:1',
    ...header,
    ...segments.flatMap((lines, index) => [
      '#EXTINF:4,',
      ...lines,
      ...(lines.some((line) => !line.startsWith('#')) ? [] : [`s${index}.ts`]),
    ]),
    '',
  ].join('\n');
const rules = (...texts: string[]) => judge(texts.map((text) => ({ text }))).rules;
const V = '#EXT-X-VERSION:7';

describe('planted faults in how a playlist is written', () => {
  it('H10 finds a byte range that goes on from nothing', () => {
    const ranges = (first: string, second: string) =>
      playlist(
        [V],
        [
          [`#EXT-X-BYTERANGE:${first}`, 'a.ts'],
          [`#EXT-X-BYTERANGE:${second}`, 'a.ts'],
        ],
      );
    expect(rules(ranges('10@0', '10'))).toEqual([]);
    expect(rules(ranges('10', '10'))).toEqual(['H10']);
    const other = playlist(
      [V],
      [
        ['#EXT-X-BYTERANGE:10@0', 'a.ts'],
        ['#EXT-X-BYTERANGE:10', 'b.ts'],
      ],
    );
    expect(rules(other)).toEqual(['H10']);
  });

  it.each([
    [2, '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001'],
    [4, '#EXT-X-BYTERANGE:10@0'],
    [5, '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",KEYFORMAT="com.example"'],
    [6, '#EXT-X-MAP:URI="init.mp4"'],
  ])('H13 finds a version below %s for %s', (version, line) => {
    const declared = (n: number) => playlist([`#EXT-X-VERSION:${n}`], [[line, 'a.m4s']]);
    expect(rules(declared(version))).toEqual([]);
    expect(rules(declared(version - 1))).toContain('H13');
  });

  it('H13 finds fractional durations and variables below their versions', () => {
    const fraction = playlist([], [[]]).replace('#EXTINF:4,', '#EXTINF:3.5,');
    expect(rules(fraction)).toEqual(['H13']);
    const define = '#EXT-X-DEFINE:NAME="a",VALUE="b"';
    expect(rules(playlist(['#EXT-X-VERSION:7', define], [[]]))).toEqual(['H13']);
    expect(rules(playlist(['#EXT-X-VERSION:8', define], [[]]))).toEqual([]);
  });

  it('H14 finds a date range that changes, loses its date or is not whole', () => {
    const date = '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z';
    const range = (attributes: string) => playlist([V], [[date, `#EXT-X-DATERANGE:${attributes}`]]);
    const start = 'ID="a",START-DATE="2026-01-01T00:00:00Z"';
    expect(rules(range(start), range(`${start},DURATION=4`))).toEqual([]);
    expect(rules(range(start), range(start.replace('00:00Z', '00:02Z')))).toEqual(['H14']);
    expect(rules(range(`${start},X-A="1"`), range(`${start},X-A="2"`))).toEqual(['H14']);
    expect(rules(range(start), range(`${start},X-A="2"`))).toEqual(['H14']);
    expect(rules(range(`${start},END-ON-NEXT=YES`))).toEqual(['H14']);
    expect(rules(range('START-DATE="2026-01-01T00:00:00Z"'))).toEqual(['H14']);
    expect(rules(playlist([V], [[`#EXT-X-DATERANGE:${start}`]]))).toEqual(['H14']);
  });

  it('H16 finds a variable that nobody defines', () => {
    const using = (define: string) => playlist(['#EXT-X-VERSION:11', define], [['{$cdn}/a.ts']]);
    expect(rules(using('#EXT-X-DEFINE:NAME="cdn",VALUE="x"'))).toEqual([]);
    expect(rules(using('#EXT-X-DEFINE:QUERYPARAM="cdn"'))).toEqual([]);
    expect(rules(using('#EXT-X-DEFINE:NAME="other",VALUE="x"'))).toEqual(['H16']);
  });

  it('H17 finds a delta update, and one that is offered for too short', () => {
    expect(rules(playlist(['#EXT-X-VERSION:9', '#EXT-X-SKIP:SKIPPED-SEGMENTS=3'], [[]]))).toEqual([
      'H17',
    ]);
    const control = (seconds: number) =>
      playlist([V, `#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${seconds}`], [[]]);
    expect(rules(control(24))).toEqual([]);
    expect(rules(control(20))).toEqual(['H17']);
  });

  it('H28 finds a part that is too long, or without a declared target', () => {
    const part = '#EXT-X-PART:DURATION=1.0,URI="p.ts"';
    expect(rules(playlist([V, '#EXT-X-PART-INF:PART-TARGET=1.0'], [[part]]))).toEqual([]);
    expect(rules(playlist([V, '#EXT-X-PART-INF:PART-TARGET=0.5'], [[part]]))).toEqual(['H28']);
    expect(rules(playlist([V], [[part]]))).toEqual(['H28']);
  });

  it('H36 finds a playlist on demand that changes', () => {
    const text = `${playlist([V, '#EXT-X-PLAYLIST-TYPE:VOD'], [[], []])}#EXT-X-ENDLIST\n`;
    expect(rules(text, text)).toEqual([]);
    expect(rules(text, text.replace('s1.ts', 's2.ts'))).toContain('H36');
    expect(rules(text, text.replace('VERSION:7', 'VERSION:8'))).toEqual(['H36']);
  });
});
