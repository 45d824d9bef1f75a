import { parseMediaPlaylist } from '@interlude/hls';
import { decodeSectionText } from '@interlude/scte35';
import { describe, expect, it } from 'vitest';
import { breakAt } from './break-schedule.ts';
import { EPOCH_MS, type LiveOptions, SEGMENT_MS } from './live-options.ts';
import { writeLivePlaylist } from './live-playlist.ts';

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
    isEncrypted: false,
    nowMs: after(last),
    fault: undefined,
    ...change,
  };
}

const lines = (options: LiveOptions) => writeLivePlaylist(options, 'v0').trimEnd().split('\n');
const parsed = (options: LiveOptions) => parseMediaPlaylist(writeLivePlaylist(options, 'v0'));

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

  it('H2 numbers each discontinuity once, also when the window starts on the turn of the loop', () => {
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

  it('tells no end when it shall not', () => {
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
