import { describe, expect, it } from 'vitest';
import { mergeDelta, parseMediaPlaylist, writeMediaPlaylist } from '../index.ts';

const START_MS = Date.UTC(2026, 2, 1, 12);

interface LiveOptions {
  readonly first: number;
  readonly count?: number;
  readonly skipped?: number;
  readonly removed?: string | undefined;
  readonly end?: string;
  /** Lines before the EXTINF of a segment. */
  readonly tags?: (msn: number, index: number) => readonly string[];
}

/** A live window as an origin prints it: key and map where they change and on the first segment. */
function live({ first, count = 10, skipped = 0, removed, end = '\n', tags }: LiveOptions): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:10',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24.0,CAN-SKIP-DATERANGES=YES',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
  ];
  if (skipped > 0) {
    const list = removed === undefined ? '' : `,RECENTLY-REMOVED-DATERANGES="${removed}"`;
    lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}${list}`);
  }
  for (let index = skipped; index < count; index++) {
    const msn = first + index;
    lines.push(...(tags?.(msn, index) ?? []), '#EXTINF:4.000,', `s${msn}.m4s`);
  }
  return lines.join(end) + end;
}

const parse = (text: string) => parseMediaPlaylist(text).playlist;
const dateOf = (msn: number) =>
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(START_MS + msn * 4000).toISOString()}`;

function merged(previous: string, delta: string): string {
  const playlist = mergeDelta(parse(previous), parse(delta));
  return playlist === undefined ? 'not mergeable' : writeMediaPlaylist(playlist);
}

describe('mergeDelta', () => {
  const plain = { tags: (msn: number) => [dateOf(msn)] };

  it.each([
    ['the window has not moved', 100, 6],
    ['the window has moved', 103, 4],
    ['all that both hold is skipped', 102, 8],
  ])('H17 gives the text of a full reload: %s', (_name, first, skipped) => {
    const full = live({ ...plain, first });
    expect(merged(live({ ...plain, first: 100 }), live({ ...plain, first, skipped }))).toBe(full);
  });

  it('H17 merges upon what was merged, a hundred reloads long', () => {
    let previous = parse(live({ ...plain, first: 0 }));
    for (let first = 1; first <= 100; first++) {
      const playlist = mergeDelta(previous, parse(live({ ...plain, first, skipped: 6 })));
      if (playlist === undefined) throw new Error(`reload ${first} was not mergeable`);
      expect(writeMediaPlaylist(playlist)).toBe(live({ ...plain, first }));
      expect(playlist.skippedSegments).toBe(0);
      previous = playlist;
    }
  });

  it('H17 cannot be done when a skipped segment is missing: the full playlist is needed', () => {
    const delta = live({ first: 100, skipped: 6 });
    expect(merged(live({ first: 90 }), delta)).toBe('not mergeable');
    expect(merged(live({ first: 101 }), delta)).toBe('not mergeable');
    expect(merged(live({ first: 100, count: 5 }), delta)).toBe('not mergeable');
    expect(merged('#EXTM3U\n#EXT-X-TARGETDURATION:4\n', delta)).toBe('not mergeable');
    const late = live({ first: 100 }).replace(
      's100.m4s\n',
      's100.m4s\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n',
    );
    expect(merged(live({ first: 100 }), late)).toBe('not mergeable');
  });

  it('H17 is the update itself when it skips nothing', () => {
    const full = parse(live({ first: 105 }));
    expect(mergeDelta(parse(live({ first: 100 })), full)).toBe(full);
  });

  it('H11 prints the date that follows from segments which have left, and none across a discontinuity', () => {
    // As packagers do: the first segment of a list is dated, and those behind a discontinuity are not.
    const sparse = (msn: number, index: number) => [
      ...(msn === 104 ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(index === 0 && msn < 104 ? [dateOf(msn)] : []),
    ];
    const previous = live({ first: 100, tags: sparse });
    const dateAt = (first: number) =>
      mergeDelta(parse(previous), parse(live({ first, skipped: 4, tags: sparse })))?.segments[0]
        ?.programDateTimeMs;
    expect([101, 103].map(dateAt)).toEqual([101, 103].map((msn) => START_MS + msn * 4_000));
    expect([104, 105].map(dateAt)).toEqual([undefined, undefined]);
  });

  it('H11 keeps a date for thousands of reloads', () => {
    const seconds = 2.005_333;
    const list = (first: number, skipped: number) =>
      live({ first, count: 6, skipped, tags: (msn) => (msn === 0 ? [dateOf(0)] : []) }).replaceAll(
        '4.000',
        String(seconds),
      );
    let playlist = parse(list(0, 0));
    for (let first = 1; first <= 5_000; first++) {
      playlist = mergeDelta(playlist, parse(list(first, 4))) ?? expect.fail();
    }
    const expectedMs = START_MS + 5_000 * seconds * 1_000;
    expect(playlist.segments[0]?.programDateTimeMs).toBeCloseTo(expectedMs, -1);
  });

  it('H8 H9 prints the map and the keys whose lines have left the window', () => {
    const stateOf = (n: number) => [
      `#EXT-X-KEY:METHOD=AES-128,URI="k${n}",IV=0x0${n}`,
      `#EXT-X-MAP:URI="init${n}.mp4"`,
    ];
    const change = (msn: number, index: number) =>
      index === 0 || msn === 106 ? stateOf(msn < 106 ? 1 : 2) : [];
    const previous = live({ first: 100, tags: change });
    for (const [first, skipped] of [
      [102, 6],
      [106, 3],
      [107, 2],
    ] as const)
      expect(merged(previous, live({ first, skipped, tags: change }))).toBe(
        live({ first, tags: change }),
      );
    const clear = (msn: number, index: number) =>
      index === 0 || msn === 103
        ? [`#EXT-X-KEY:METHOD=${msn < 103 ? 'AES-128,URI="k"' : 'NONE'}`]
        : [];
    const playlist = mergeDelta(
      parse(live({ first: 100, tags: clear })),
      parse(live({ first: 104, skipped: 4, tags: () => [] })),
    );
    expect(playlist?.segments.map(({ keys }) => keys.length)).toEqual(new Array(10).fill(0));
  });

  it('H8 keeps what the source printed before a tag of the whole playlist', () => {
    const head = (text: string) =>
      text.replace(
        '#EXT-X-MEDIA',
        '#EXT-X-MAP:URI="early.mp4"\n#EXT-X-DISCONTINUITY\n#EXT-X-MEDIA',
      );
    const playlist = mergeDelta(
      parse(head(live({ first: 100 }))),
      parse(live({ first: 100, skipped: 6 })),
    );
    expect(playlist?.segments[0]).toMatchObject({ discontinuity: true, map: { uri: 'early.mp4' } });
    expect(playlist?.segments[9]?.map?.uri).toBe('early.mp4');
    expect(playlist?.segments).toHaveLength(10);
  });

  it('H10 says where a range begins whose predecessor has left', () => {
    const ranged = (first: number, skipped: number) =>
      live({
        first,
        skipped,
        tags: (msn) => [`#EXT-X-BYTERANGE:10${msn === 100 ? '@500' : ''}`],
      }).replaceAll(/s\d+\.m4s/g, 'one.mp4');
    const playlist = mergeDelta(parse(ranged(100, 0)), parse(ranged(103, 4)));
    expect(playlist?.segments[0]?.text).toBe('#EXT-X-BYTERANGE:10@530\n#EXTINF:4.000,\none.mp4\n');
    expect(playlist?.segments[9]?.byteRange).toEqual({ length: 10, offset: 620 });
  });

  it('H14 leaves out removed date ranges, takes updated ones from the update, carries the others on', () => {
    const range = (id: string, more = '') =>
      `#EXT-X-DATERANGE:ID="${id}",START-DATE="2026-03-01T12:06:40Z"${more}`;
    const previous = live({
      first: 100,
      tags: (msn) =>
        [
          [range('left'), range('old')],
          [],
          [],
          [range('removed')],
          [range('open')],
          [range('kept')],
        ][msn - 100] ?? [],
    });
    const delta = live({
      first: 102,
      skipped: 5,
      removed: 'removed\told',
      tags: (msn) => (msn === 107 ? [range('open', ',DURATION=8')] : []),
    });
    const text = merged(previous, delta);
    const ids = [...text.matchAll(/ID="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['left', 'kept', 'open']);
    expect(text).toContain(range('open', ',DURATION=8'));
    expect(parse(text).segments.map(({ msn }) => msn)).toEqual([
      102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    ]);
  });

  it('keeps CRLF, comments and unknown tags, and lines without an end', () => {
    const tags = (msn: number) => ['# c', `#EXT-X-UNHEARD-OF:${msn}`];
    const end = '\r\n';
    const delta = live({ first: 102, skipped: 8, tags, end });
    expect(merged(live({ first: 100, tags, end }).trimEnd(), delta)).toBe(
      live({ first: 102, tags, end }),
    );
    expect(
      merged(live({ first: 100, tags }), `${live({ first: 100, skipped: 10 }).trimEnd()}`),
    ).toBe(live({ first: 100, tags }));
  });
});
