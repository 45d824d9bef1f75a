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

test('a break is whole when content follows it, and is given once', () => {
  const served = new ServedBreaks();
  const fresh = served.take([segment(0), segment(4, 'b.0'), segment(8, 'b.0')]);
  expect(fresh.map(({ placement }) => placement)).toEqual(['b.0']);
  expect(served.takeWhole()).toEqual([]);
  expect(served.take([segment(8, 'b.0'), segment(12, 'b.1')])).toHaveLength(1);
  expect(served.takeWhole()).toEqual([]);
  served.take([segment(12, 'b.1'), segment(16)]);
  expect(served.takeWhole()).toEqual([
    {
      ...{ breakId: 'b', startMs: 4_000, endMs: 16_000 },
      placements: [
        { placement: 'b.0', startMs: 4_000, durationMs: 8_000 },
        { placement: 'b.1', startMs: 12_000, durationMs: 4_000 },
      ],
    },
  ]);
  expect(served.takeWhole()).toEqual([]);
  expect(served.listedMs).toEqual([0, 20_000]);
});

test('a break in which the session began is never whole', () => {
  const served = new ServedBreaks();
  served.take([segment(0, 'b.0'), segment(4), segment(8)]);
  expect(served.takeWhole()).toEqual([]);
});

test('SEC-S91 an output with ever other placements fills no memory', () => {
  const served = new ServedBreaks();
  for (let second = 0; second < 8_000; second += 4) served.take([segment(second, `b${second}.0`)]);
  expect(served.takeWhole().length).toBeLessThanOrEqual(monitorLimits.placements);
});
