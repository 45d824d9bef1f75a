import { parseMediaPlaylist } from '@interlude/hls';
import { decodeSectionText } from '@interlude/scte35';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from './break-marks.ts';
import { breakAt } from './break-schedule.ts';
import { EPOCH_MS, SEGMENT_MS } from './live-clock.ts';
import type { LiveOptions } from './live-options.ts';
import { type PlaylistPlace, writeLivePlaylist } from './live-playlist.ts';

/** The moment at which segment `last` has just become complete. */
const after = (last: number) => EPOCH_MS + (last + 1) * SEGMENT_MS;

function optionsAt(last: number, change: Partial<LiveOptions> = {}): LiveOptions {
  return {
    container: 'cmaf',
    dialect: 'cue',
    windowSegments: 4,
    breakSegments: 4,
    everySegments: 15,
    returns: 'planned',
    encryption: undefined,
    isRanged: false,
    hasSubtitles: false,
    hasIFrames: false,
    isLowLatency: false,
    isDefined: false,
    hasGaps: false,
    restartSegments: undefined,
    nowMs: after(last),
    fault: undefined,
    ...change,
  };
}

const place: PlaylistPlace = {
  kind: 'media',
  rendition: 'v0',
  sizeOf: (segment) => 1_000 + segment,
  firstFrameEnd: () => 400,
};
const lines = (options: LiveOptions, change: Partial<PlaylistPlace> = {}) =>
  writeLivePlaylist(options, { ...place, ...change })
    .trimEnd()
    .split('\n');
const parsed = (options: LiveOptions) => parseMediaPlaylist(writeLivePlaylist(options, place));

describe('live media playlist', () => {
  it('writes a window that ends at the last complete segment', () => {
    expect(lines(optionsAt(150))).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:147',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="v0/init.mp4"',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:09:24.480Z',
      '#EXT-X-CUE-IN',
      '#EXTINF:3.84000,',
      'v0/147.m4s',
      '#EXTINF:3.84000,',
      'v0/148.m4s',
      '#EXTINF:3.84000,',
      'v0/149.m4s',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:09:36.000Z',
      '#EXTINF:3.84000,',
      'v0/150.m4s',
    ]);
  });

  it('H1 never changes what it has published, in any of 200 reloads', () => {
    const known = new Map<number, string>();
    for (let last = 300; last < 500; last += 1) {
      for (const container of ['cmaf', 'ts'] as const) {
        const { playlist, warnings } = parsed(optionsAt(last, { container, windowSegments: 20 }));
        expect(warnings).toEqual([]);
        expect(playlist.mediaSequence).toBe(last - 19);
        for (const segment of playlist.segments) {
          const before = known.get(segment.msn);
          const uri = segment.uri.replace(/\..+$/, '');
          if (before !== undefined) expect(uri).toBe(before);
          known.set(segment.msn, uri);
        }
      }
    }
  });

  it('H2 numbers each discontinuity once, also when the window starts at the end of the loop', () => {
    let expected = new Map<number, number>();
    for (let last = 313; last < 420; last += 1) {
      const { playlist } = parsed(optionsAt(last, { container: 'ts', windowSegments: 14 }));
      let sequence = playlist.discontinuitySequence;
      const now = new Map<number, number>();
      for (const segment of playlist.segments) {
        if (segment.discontinuity) sequence += 1;
        now.set(segment.msn, sequence);
        expect(expected.get(segment.msn) ?? sequence).toBe(sequence);
      }
      expected = now;
    }
  });

  it('keeps the wrong form, rounded up, as a fault', () => {
    const options = optionsAt(313, { container: 'ts', windowSegments: 4 });
    expect(parsed(options).playlist.discontinuitySequence).toBe(20);
    expect(parsed({ ...options, fault: 'ceil' }).playlist.discontinuitySequence).toBe(21);
  });

  it('H11 dates every window so that all segments agree', () => {
    for (let last = 200; last < 240; last += 1) {
      const { playlist } = parsed(optionsAt(last, { windowSegments: 9 }));
      expect(playlist.segments[0]?.programDateTimeMs).toBe(EPOCH_MS + (last - 8) * SEGMENT_MS);
      for (const segment of playlist.segments) {
        if (segment.programDateTimeMs === undefined) continue;
        expect(segment.programDateTimeMs).toBe(EPOCH_MS + segment.msn * SEGMENT_MS);
      }
    }
  });
});

describe('breaks', () => {
  const marks = (change: Partial<LiveOptions>) =>
    lines(optionsAt(162, { windowSegments: 12, ...change })).filter((line) =>
      /CUE|DATERANGE|\.m4s/.test(line),
    );

  it('marks a break by CUE-OUT, CUE-OUT-CONT and CUE-IN', () => {
    expect(marks({}).slice(5, 14)).toEqual([
      'v0/156.m4s',
      'v0/157.m4s',
      '#EXT-X-CUE-OUT:DURATION=15.36',
      'v0/158.m4s',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=3.84,Duration=15.36',
      'v0/159.m4s',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=7.68,Duration=15.36',
      'v0/160.m4s',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=11.52,Duration=15.36',
    ]);
    expect(marks({}).slice(-2)).toEqual(['#EXT-X-CUE-IN', 'v0/162.m4s']);
  });

  it('marks a break by a date range whose SCTE-35 another decoder reads', () => {
    const [out, back] = marks({ dialect: 'daterange' }).filter((line) => line.startsWith('#'));
    expect(out).toMatch(
      /^#EXT-X-DATERANGE:ID="break-10",START-DATE="2026-01-01T00:10:06.720Z",PLANNED-DURATION=15.36,SCTE35-OUT=0x/,
    );
    expect(back).toContain('ID="break-10",START-DATE="2026-01-01T00:10:06.720Z",DURATION=15.36,');
    const { section, warnings } = decodeSectionText(
      /SCTE35-OUT=(0x[0-9A-F]+)/.exec(out ?? '')?.[1] ?? '',
    );
    expect(warnings).toEqual([]);
    expect(section).toMatchObject({
      crcOk: true,
      command: {
        kind: 'splice_insert',
        eventId: 10,
        detail: {
          outOfNetwork: true,
          spliceTime: { ptsTime: 606.72 * 90_000 },
          breakDuration: { autoReturn: true, durationTicks: 1_382_400 },
        },
      },
    });
  });

  it('writes no mark in the dialect none', () => {
    expect(marks({ dialect: 'none' }).filter((line) => line.startsWith('#'))).toEqual([]);
  });

  it('returns early at half of what was announced', () => {
    const early = marks({ returns: 'early' });
    expect(early).toContain('#EXT-X-CUE-OUT:DURATION=15.36');
    expect(early[early.indexOf('v0/160.m4s') - 1]).toBe('#EXT-X-CUE-IN');
  });

  it('signals no end with return=none', () => {
    expect(marks({ returns: 'none' })).not.toContain('#EXT-X-CUE-IN');
  });

  it('puts breaks of any length at any distance', () => {
    const schedule = { breakSegments: 8, everySegments: 20, returns: 'planned' } as const;
    const inside = Array.from(
      { length: 40 },
      (_, index) => breakAt(200 + index, schedule)?.id ?? '-',
    );
    expect(inside.join('')).toBe(
      `${'-'.repeat(8)}${'10'.repeat(8)}----${'-'.repeat(8)}${'11'.repeat(8)}----`,
    );
  });
});

describe('dialects', () => {
  const marks = (dialect: Dialect, change: Partial<LiveOptions> = {}) =>
    lines(optionsAt(162, { windowSegments: 6, dialect, ...change })).filter((line) =>
      /^#EXT-(X-(CUE|SCTE|SPLICE|ASSET|DATERANGE)|OATCLS)/.test(line),
    );

  it.each(dialects.filter((dialect) => dialect !== 'none'))(
    '%s signals start and end',
    (dialect) => {
      const found = marks(dialect);
      expect(found.length).toBeGreaterThanOrEqual(2);
      expect(marks(dialect, { returns: 'none' }).length).toBeLessThan(found.length);
    },
  );

  it.each([
    ['cue-plain', '#EXT-X-CUE-OUT:15.36', '#EXT-X-CUE-OUT-CONT:3.84/15.36'],
    [
      'cue-cont',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=0.00,Duration=15.36',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=3.84,Duration=15.36',
    ],
    [
      'adobe',
      '#EXT-X-CUE:TYPE="SpliceOut",ID="10",TIME=606.72,DURATION=15.36',
      '#EXT-X-CUE:TYPE="SpliceOutCont",ID="10",TIME=606.72,DURATION=15.36,ELAPSED=3.84',
    ],
  ] as const)('%s as the field spells it', (dialect, first, second) => {
    expect(marks(dialect).slice(0, 2)).toEqual([first, second]);
  });

  it('splicepoint carries a placement opportunity', () => {
    const [out = '', back = ''] = marks('splicepoint');
    const type = (line: string) =>
      decodeSectionText(line.slice(line.indexOf(':') + 1)).section?.descriptors[0];
    expect(type(out)).toMatchObject({
      eventId: 10,
      detail: { typeId: 0x34, durationTicks: 1_382_400 },
    });
    expect(type(back)).toMatchObject({ eventId: 10, detail: { typeId: 0x35 } });
  });

  it('returns late, after half as much again', () => {
    const late = lines(optionsAt(166, { windowSegments: 12, returns: 'late' }));
    expect(late[late.indexOf('v0/164.m4s') - 1]).toMatch(/EXTINF/);
    expect(late.slice(late.indexOf('v0/163.m4s') + 1, late.indexOf('v0/164.m4s'))).toContain(
      '#EXT-X-CUE-IN',
    );
    expect(late).toContain('#EXT-X-CUE-OUT-CONT:ElapsedTime=19.20,Duration=15.36');
  });
});

describe('variants', () => {
  const encryption = { method: 'AES-128', rotateSegments: 5, iv: 'explicit' } as const;

  it('H9 a key stands at the window and at each change, with the IV when it shall', () => {
    const keys = lines(optionsAt(161, { container: 'ts', windowSegments: 8, encryption })).filter(
      (line) => /^#EXT-X-KEY|\.ts$/.test(line),
    );
    expect(keys[0]).toMatch(/^#EXT-X-KEY:METHOD=AES-128,URI="..\/..\/key\/30",IV=0x[0-9A-F]{32}$/);
    expect(keys[1]).toBe('v0/154.k30x.ts');
    expect(keys[2]).toMatch(/^#EXT-X-KEY:METHOD=AES-128,URI="..\/..\/key\/31",/);
    const implicit = { ...encryption, iv: 'implicit' } as const;
    expect(lines(optionsAt(161, { encryption: implicit })).join()).not.toContain('IV=');
  });

  it('H10 ranges go on within a file and name their place where one begins', () => {
    const ranges = lines(optionsAt(156, { isRanged: true, windowSegments: 6 })).filter((line) =>
      /BYTERANGE|^v0/.test(line),
    );
    expect(ranges).toEqual([
      ...['#EXT-X-BYTERANGE:1151@1150', 'v0/c30.m4s', '#EXT-X-BYTERANGE:1152', 'v0/c30.m4s'],
      ...['#EXT-X-BYTERANGE:1153', 'v0/c30.m4s', '#EXT-X-BYTERANGE:1154', 'v0/c30.m4s'],
      ...['#EXT-X-BYTERANGE:1155@0', 'v0/c31.m4s', '#EXT-X-BYTERANGE:1156', 'v0/c31.m4s'],
    ]);
  });

  it('H6 a restarted packager counts from 0 again and has forgotten what was', () => {
    const restarted = (last: number) =>
      optionsAt(last, { restartSegments: 20, windowSegments: 10 });
    expect(lines(restarted(159)).slice(3, 4)).toEqual(['#EXT-X-MEDIA-SEQUENCE:10']);
    expect(parsed(restarted(160)).playlist).toMatchObject({
      mediaSequence: 0,
      segments: { length: 1 },
    });
  });

  it('H16 addresses by variables, one of its own and one of the multivariant playlist', () => {
    const text = lines(optionsAt(160, { isDefined: true }));
    expect(text.slice(1, 8)).toContain('#EXT-X-DEFINE:IMPORT="media"');
    expect(text).toContain('#EXT-X-MAP:URI="{$media}/{$rendition}/init.mp4"');
    expect(text.at(-1)).toBe('{$media}/{$rendition}/160.m4s');
  });

  it('H15 marks a gap', () => {
    const text = lines(optionsAt(153, { hasGaps: true }));
    expect(text[text.indexOf('v0/153.m4s') - 2]).toBe('#EXT-X-GAP');
  });

  it('H25 an I-frame playlist has the bytes of one frame per segment', () => {
    const text = lines(optionsAt(160, { hasIFrames: true }), { kind: 'iframes' });
    expect(text).toContain('#EXT-X-I-FRAMES-ONLY');
    expect(text.slice(-3)).toEqual(['#EXTINF:3.84000,', '#EXT-X-BYTERANGE:400@0', 'v0/160.m4s']);
    expect(text.join()).not.toContain('CUE');
  });

  it('H28 low latency: four parts to a segment, those of the one in the making, a hint', () => {
    const options = { ...optionsAt(160, { isLowLatency: true }), nowMs: after(160) + 2_000 };
    const text = lines(options);
    expect(text).toContain('#EXT-X-PART-INF:PART-TARGET=0.96');
    expect(text.slice(-4)).toEqual([
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=11.52,Duration=15.36',
      '#EXT-X-PART:DURATION=0.96,URI="v0/161.p0.m4s",INDEPENDENT=YES',
      '#EXT-X-PART:DURATION=0.96,URI="v0/161.p1.m4s"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="v0/161.p2.m4s"',
    ]);
  });
});
