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
