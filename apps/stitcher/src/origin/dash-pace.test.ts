import { describe, expect, it } from 'vitest';
import { type MpdPoll, nextMpdDelayMs } from './dash-pace.ts';

const poll = (more: Partial<MpdPoll> = {}): MpdPoll => ({
  minimumUpdatePeriodMs: 4_000,
  segmentMs: 2_000,
  outcome: 'changed',
  tookMs: 100,
  ...more,
});
const natural = { setScanningFrequency: false, minimumSourceUpdatePeriod: 7 };

describe('how often an MPD is read', () => {
  it.each([
    ['as the source says', poll(), 3_900],
    ['at most once a second', poll({ minimumUpdatePeriodMs: 0, tookMs: 0 }), 1_000],
    ['every segment when it says nothing', poll({ minimumUpdatePeriodMs: undefined }), 1_900],
    ['at least every 20 s', poll({ minimumUpdatePeriodMs: 3_600_000, tookMs: 0 }), 20_000],
    ['sooner after a failure', poll({ outcome: 'failed', tookMs: 0 }), 2_000],
    ['never without a pause', poll({ tookMs: 9_000 }), 500],
  ])('%s', (_, outcome, delayMs) => {
    expect(nextMpdDelayMs(natural, outcome)).toBe(delayMs);
  });

  it('as the channel says, at least every second', () => {
    const every = (minimumSourceUpdatePeriod: number | null) =>
      nextMpdDelayMs(
        { setScanningFrequency: true, minimumSourceUpdatePeriod },
        poll({ tookMs: 0 }),
      );
    expect([every(7), every(0), every(null)]).toEqual([7_000, 1_000, 1_000]);
  });
});
