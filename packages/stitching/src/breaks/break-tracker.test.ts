import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { type AdBreakState, NO_BREAKS } from './ad-break.ts';
import { BREAK_MOVES } from './break-moves.ts';
import { trackBreaks } from './break-tracker.ts';

const T = Date.UTC(2026, 2, 1, 12);

function cue(kind: Cue['kind'], seconds: number, more: Partial<Cue> = {}): Cue {
  return { kind, atMs: T + seconds * 1000, msn: seconds, dialect: 'EXT-X-CUE-OUT', ...more };
}

function track(cues: Cue[], untilSeconds = 1_000, state = NO_BREAKS, defaultDurationSeconds = 0) {
  return trackBreaks(state, cues, {
    knownUntilMs: T + untilSeconds * 1000,
    defaultDurationSeconds,
  });
}

const spans = (cues: Cue[], until?: number) =>
  track(cues, until).state.breaks.map(({ startMs, endMs, plannedEndMs }) => [
    (startMs - T) / 1000,
    ((endMs ?? plannedEndMs) - T) / 1000,
  ]);

describe('trackBreaks', () => {
  it('SCTE-S5 ends by the return cue, else by the announced or default duration, else by the cap', () => {
    expect(spans([cue('out', 10, { durationSeconds: 30 }), cue('in', 25)])).toEqual([[10, 25]]);
    expect(spans([cue('out', 10, { durationSeconds: 30 })])).toEqual([[10, 40]]);
    const byDefault = track([cue('out', 10)], 20, NO_BREAKS, 45).state.breaks[0];
    expect(byDefault?.plannedEndMs).toBe(T + 55_000);
    expect(spans([cue('out', 10)])).toEqual([[10, 610]]);
  });

  it('SCTE-S6 the earliest return wins', () => {
    const cues = [cue('out', 10, { durationSeconds: 30 }), cue('in', 25), cue('in', 28)];
    expect(spans(cues)).toEqual([[10, 25]]);
  });

  it('one who joins in the middle gets the same break id', () => {
    const seen = track([cue('out', 10, { durationSeconds: 30 })], 20).state.breaks[0];
    const joined = track([cue('cont', 24, { durationSeconds: 30, elapsedSeconds: 14 })], 30);
    expect(joined.state.breaks[0]).toMatchObject({
      breakId: seen?.breakId,
      startMs: seen?.startMs,
      plannedEndMs: seen?.plannedEndMs,
    });
    const byEvent = track([cue('cont', 24, { eventId: '7', elapsedSeconds: 14.4 })]).state
      .breaks[0];
    expect(byEvent?.breakId).toBe(
      track([cue('out', 10, { eventId: '7' })]).state.breaks[0]?.breakId,
    );
  });

  it('SCTE-S5 a continuation whose own start lies after the planned end is another break', () => {
    const at = (seconds: number, elapsedSeconds: number) =>
      cue('cont', seconds, { durationSeconds: 12, elapsedSeconds });
    // No break of this source has a start or return cue.
    const cues = [at(10, 0), at(14, 4), at(18, 8), at(33, 0), at(37, 4), at(45, 12)];
    expect(spans(cues)).toEqual([
      [10, 22],
      [33, 45],
    ]);
    expect(spans([at(10, 0), cue('cont', 33)])).toEqual([[10, 22]]);
  });

  it('SCTE-S3 a start inside a running break does not open another', () => {
    const outer = cue('out', 10, { durationSeconds: 60, eventId: '1', segmentationTypeId: 0x34 });
    const inner = cue('out', 25, { eventId: '2', segmentationTypeId: 0x30 });
    const innerEnd = cue('in', 40, { eventId: '2', segmentationTypeId: 0x31 });
    const outerEnd = cue('in', 68, { eventId: '1', segmentationTypeId: 0x35 });
    expect(spans([outer, inner, innerEnd, outerEnd])).toEqual([[10, 68]]);
  });

  it('SCTE-S7 a new event ends one that runs until its return cue', () => {
    const cues = [
      cue('out', 10, { eventId: '1' }),
      cue('out', 40, { eventId: '2' }),
      cue('in', 70),
    ];
    expect(spans(cues)).toEqual([
      [10, 40],
      [40, 70],
    ]);
  });

  it('SCTE-S7 no cue moves the end of a break past the start of the next one', () => {
    const first = cue('out', 50, { durationSeconds: 25, eventId: '4' });
    const next = cue('out', 75, { eventId: '1' });
    const again = cue('out', 80, { durationSeconds: 35, eventId: '4' });
    const twoBreaks = [
      [50, 75],
      [75, 675],
    ];
    expect(spans([first, next, again])).toEqual(twoBreaks);
    expect(spans([first, next, again, again])).toEqual(twoBreaks);
    const { state } = track([first, next], 76);
    expect(track([again], 81, state).state.breaks[0]?.plannedEndMs).toBe(T + 75_000);
  });

  it('SCTE-S7 a break that is announced before one that is known ends where that one starts', () => {
    const later = track([cue('out', 300, { eventId: '2', durationSeconds: 30 })], 5).state;
    const { breaks } = track([cue('out', 60, { eventId: '1' })], 65, later).state;
    expect(breaks.map(({ startMs, plannedEndMs }) => [startMs - T, plannedEndMs - T])).toEqual([
      [60_000, 300_000],
      [300_000, 330_000],
    ]);
  });

  it('SCTE-S3 a single ad that starts at the end of a break does not make it a single ad', () => {
    const cues = [
      cue('out', 0, { durationSeconds: 35, eventId: '1' }),
      cue('out', 35, { durationSeconds: 5, eventId: '1' }),
      cue('out', 35, { durationSeconds: 35, eventId: '1', segmentationTypeId: 0x30 }),
    ];
    const { state } = track(cues);
    expect(state.breaks[0]?.segmentationTypeId).toBeUndefined();
    expect(track(cues, 1_000, state).state).toEqual(state);
  });

  it('SCTE-S7 a return without a start, and out and in on one segment, are no break', () => {
    expect(spans([cue('in', 10)])).toEqual([]);
    expect(spans([cue('out', 10), cue('in', 10)])).toEqual([]);
  });

  it('a return and the next start on one segment are two breaks', () => {
    const cues = [
      cue('out', 10, { durationSeconds: 20 }),
      cue('in', 30),
      cue('out', 30),
      cue('in', 45),
    ];
    expect(spans(cues)).toEqual([
      [10, 30],
      [30, 45],
    ]);
  });

  it('SCTE-S1 a cancel takes back what has not started', () => {
    const announced = track([cue('out', 100, { eventId: '1', durationSeconds: 30 })], 50);
    expect(announced.opened[0]?.state).toBe('announced');
    const after = track([cue('cancel', 60, { eventId: '1' })], 60, announced.state);
    expect(after.closed).toMatchObject([{ state: 'cancelled' }]);
    const late = track([cue('cancel', 110, { eventId: '1' })], 110, announced.state);
    expect(late.state.breaks[0]?.state).toBe('open');
  });

  it('SCTE-S6 an event id that comes again hours later is another break', () => {
    const cues = [
      cue('out', 10, { eventId: '1' }),
      cue('in', 30),
      cue('out', 7_000, { eventId: '1' }),
    ];
    const { breaks } = track(cues, 7_100).state;
    expect(new Set(breaks.map(({ breakId }) => breakId)).size).toBe(2);
  });

  it('SCTE-S6 a changed duration before the start moves the end, after it the end alone', () => {
    const announcedMs = (seconds: number, at = 100) =>
      cue('out', at, { eventId: '1', durationSeconds: seconds });
    const announced = track([announcedMs(30)], 50);
    const changed = track([announcedMs(45)], 60, announced.state);
    expect(changed.updated).toMatchObject([{ startMs: T + 100_000, plannedEndMs: T + 145_000 }]);
    const open = track([announcedMs(45)], 110, changed.state);
    const later = track([announcedMs(45), announcedMs(60, 106)], 112, open.state);
    expect(later.state.breaks).toMatchObject([
      { startMs: T + 100_000, plannedEndMs: T + 160_000, state: 'open' },
    ]);
  });

  it('a start that moves before it is reached is followed, once it runs it stays', () => {
    const at = (seconds: number) => cue('out', seconds, { eventId: '1', durationSeconds: 30 });
    const announced = track([at(100)], 50);
    const moved = track([at(104)], 60, announced.state);
    expect(moved.state.breaks).toMatchObject([{ startMs: T + 104_000 }]);
    const running = track([at(104)], 108, moved.state);
    expect(track([at(112)], 114, running.state).state.breaks).toMatchObject([
      { startMs: T + 104_000 },
    ]);
  });

  it('SCTE-S5 a late return gives the real end; the planned one stays', () => {
    const { breaks } = track([cue('out', 10, { durationSeconds: 20 }), cue('in', 45)]).state;
    expect(breaks).toMatchObject([{ plannedEndMs: T + 30_000, endMs: T + 45_000 }]);
  });

  it('SCTE-S7 cues in any order make the same breaks', () => {
    const cues = [
      cue('out', 10, { durationSeconds: 20, eventId: '1' }),
      cue('cont', 20, { elapsedSeconds: 10, eventId: '1' }),
      cue('in', 28, { eventId: '1' }),
      cue('out', 28, { eventId: '2', durationSeconds: 12 }),
      cue('in', 40, { eventId: '2' }),
    ];
    const expected = [
      [10, 28],
      [28, 40],
    ];
    expect(spans(cues)).toEqual(expected);
    expect(spans(cues.toReversed())).toEqual(expected);
    expect(spans([...cues.slice(2), ...cues.slice(0, 2)])).toEqual(expected);
  });

  it('SCTE-S5 a second dialect that names no duration, seen a poll later, leaves the break open', () => {
    const { state } = track([cue('out', 10)], 12);
    const later = track([cue('out', 9, { dialect: 'EXT-X-DATERANGE' })], 14, state).state;
    expect(later.breaks).toMatchObject([{ durationMs: undefined, plannedEndMs: T + 610_000 }]);
  });

  it('a break added by API and marked at the same place is one', () => {
    const announcedMs = cue('out', 10, { dialect: 'API', eventId: 'x', durationSeconds: 30 });
    const { breaks } = track([announcedMs, cue('out', 11, { durationSeconds: 25 })], 20).state;
    expect(breaks).toMatchObject([{ startMs: T + 10_000, dialects: ['API', 'EXT-X-CUE-OUT'] }]);
  });

  it('passThroughCaidSegmentation gives a break the id of the programme around it', () => {
    const tracked = trackBreaks(NO_BREAKS, [cue('out', 10), cue('out', 40, { contentId: 'own' })], {
      knownUntilMs: T + 50_000,
      defaultDurationSeconds: 10,
      contentId: 'programme',
    });
    expect(tracked.state.breaks.map(({ contentId }) => contentId)).toEqual(['programme', 'own']);
  });

  it('a state is left only by the moves of the table', () => {
    const states: AdBreakState[] = ['announced', 'open', 'closed', 'cancelled'];
    const kinds: Cue['kind'][] = ['out', 'cont', 'in', 'cancel'];
    const moves = states.flatMap((state) =>
      kinds.map((kind) => `${state} ${kind}: ${BREAK_MOVES[state][kind]}`),
    );
    expect(moves.filter((move) => !move.endsWith('ignore'))).toEqual([
      'announced out: update',
      'announced cont: join',
      'announced cancel: cancel',
      'open out: update',
      'open cont: join',
      'open in: end',
      'closed in: end-earlier',
    ]);
  });
});

describe('a manifest with thousands of markers', () => {
  /** ms of the processor. */
  function costMs(cues: Cue[]): number {
    const before = process.threadCpuUsage();
    track(cues, 1e7);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  }

  /** Runs of both in turns: a processor that others slow down is no reason, a cost that grows faster always is. */
  const turns = 20;

  it.each<[string, (index: number) => Cue]>([
    ['breaks', (index) => cue('out', index * 10, { durationSeconds: 5 })],
    [
      'breaks of one event',
      (index) => cue('out', index * 12, { eventId: '7', durationSeconds: 1 }),
    ],
    [
      'returns of ranges of their own',
      (index) => ({
        ...cue(index % 2 === 0 ? 'out' : 'in', index * 10, { rangeId: `r${index}` }),
        rangeEndMs: T + index * 10_000 + 5_000,
      }),
    ],
    [
      'cancelled breaks',
      (index) => cue(index % 2 === 0 ? 'out' : 'cancel', index * 10, { eventId: `${index >> 1}` }),
    ],
  ])('SCTE-S7 costs in proportion to them: %s', (_name, of) => {
    // Both are more than are remembered. Four times as many: sixteen times the cost where it is quadratic.
    const few = Array.from({ length: 2_000 }, (_, index) => of(index));
    const many = Array.from({ length: 8_000 }, (_, index) => of(index));
    let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < turns && !(most < 10 * least + 5 && turn > 2); turn += 1) {
      least = Math.min(least, costMs(few));
      most = Math.min(most, costMs(many));
    }
    expect(most).toBeLessThan(10 * least + 5);
  });

  it('SCTE-S7 remembers the newest of them, each with an id of its own', () => {
    const cues = Array.from({ length: 3_000 }, (_, index) =>
      cue('out', index * 12, { eventId: '7', durationSeconds: 1 }),
    );
    const { breaks } = track(cues, 36_000).state;
    expect(breaks.length).toBe(512);
    expect(breaks.at(-1)?.startMs).toBe(cues.at(-1)?.atMs);
    expect(new Set(breaks.map(({ breakId }) => breakId)).size).toBe(512);
  });
});
