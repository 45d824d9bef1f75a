import type { MonitoringSegment } from '@interlude/contract';
import { expect, test } from 'vitest';
import { monitorLimits } from '../monitor-limits.ts';
import { ServedBreaks } from './served-breaks.ts';

const segment = (second: number, placement = ''): MonitoringSegment => ({
  ...{ id: String(second), kind: placement === '' ? 'content' : 'ad', start: second * 1000 },
  ...{ duration: 4, loadTime: 0, uri: placement === '' ? 'c.ts' : `ad/${placement}/v0/0.ts` },
  ...{ origUri: '', presentationTime: null, cueOut: '', cueOutCont: '', cueIn: '', ad: '' },
  ...{ discontinuity: false, number: 1, eventId: '', periodId: '', manifestKey: '' },
});

const ad = (index: number, second: number, seconds: number) => ({
  ...{ placement: `b.${index}`, creative: `c${index}` },
  ...{ startMs: second * 1000, durationMs: seconds * 1000 },
});
const planned = [{ breakId: 'b', startMs: 4_000, ads: [ad(0, 4, 8), ad(1, 12, 4)] }];

test('an ad is judged when the output has passed it, and once', () => {
  const served = new ServedBreaks();
  const placements = () => served.passed(planned).map((one) => [one.ad.placement, one.shown]);
  const fresh = served.take([segment(0), segment(4, 'b.0'), segment(8, 'b.0')]);
  expect(fresh.map(({ placement }) => placement)).toEqual(['b.0']);
  expect(placements()).toEqual([]);
  expect(served.take([segment(8, 'b.0'), segment(12, 'b.1')])).toHaveLength(1);
  const first = { placement: 'b.0', startMs: 4_000, durationMs: 8_000 };
  expect(placements()).toEqual([['b.0', first]]);
  for (const passed of served.passed(planned)) served.note(passed);
  expect(placements()).toEqual([]);
  served.take([segment(12, 'b.1'), segment(16)]);
  expect(placements()).toEqual([['b.1', { placement: 'b.1', startMs: 12_000, durationMs: 4_000 }]]);
  expect(served.listedMs).toEqual([0, 20_000]);
});

test('an ad of which nothing was listed is passed as well', () => {
  const served = new ServedBreaks();
  served.take([segment(0), segment(4), segment(8), segment(12)]);
  expect(served.passed(planned)).toMatchObject([
    { ad: { placement: 'b.0' }, breakId: 'b', shown: undefined },
  ]);
});

test('what was decided for a break is taken once, when the output comes to it', () => {
  const served = new ServedBreaks();
  served.take([segment(0)]);
  expect(served.takeBegun(planned)).toEqual([]);
  served.take([segment(0), segment(4, 'b.0')]);
  expect(served.takeBegun(planned)).toEqual([{ one: planned[0], isListed: true }]);
  expect(served.takeBegun(planned)).toEqual([]);
  expect(served.isJudged('b')).toBe(true);
});

test('a break in which the session began is not judged', () => {
  const served = new ServedBreaks();
  served.take([segment(4, 'b.0'), segment(8), segment(12), segment(16)]);
  expect(served.takeBegun(planned)).toEqual([]);
  expect(served.passed(planned)).toEqual([]);
});

test('SEC-S91 an output with ever other placements fills no memory', () => {
  const served = new ServedBreaks();
  let judged = 0;
  for (let second = 0; second < 8_000; second += 4) {
    served.take([segment(second, `b${second}.0`)]);
    const one = { breakId: `b${second}`, startMs: second * 1000 - 4_000, ads: [] };
    judged += served.takeBegun([one]).length;
  }
  expect(judged).toBeGreaterThan(monitorLimits.placements);
  expect(served.isJudged('b4000')).toBe(false);
  expect(served.isJudged('b7996')).toBe(true);
});
