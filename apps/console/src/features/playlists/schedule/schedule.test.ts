import { describe, expect, it } from 'vitest';
import { newCuePoint, newItem } from '../playlist-values.ts';
import { clockText, itemTime, rulerTicks, scheduleItems, totalsOf } from './schedule.ts';

const item = (duration: number | '', spliceTimes: (number | '')[] = [], percent = false) => ({
  ...newItem(),
  ...(percent && { spliceType: 'percent' as const }),
  duration,
  cuePoints: spliceTimes.map((spliceTime) => ({ ...newCuePoint(), spliceTime })),
});

describe('the schedule of a playlist', () => {
  it('OP-41 an item begins at the start plus the durations before it, in UTC', () => {
    const [first, second, third] = scheduleItems([item(600), item(90.5), item(30)]);
    const start = { type: 'vod2live', startDate: '2026-03-01T23:55:00' } as const;
    expect([first, second, third].map((one) => itemTime(start, one?.offset ?? 0))).toEqual([
      '2026-03-01 23:55:00 UTC',
      '2026-03-02 00:05:00 UTC',
      '2026-03-02 00:06:30 UTC',
    ]);
    expect(itemTime({ ...start, type: 'vod' }, 0)).toBe('-');
    expect(itemTime({ ...start, startDate: '' }, 0)).toBe('-');
    // Durations are checked on saving: until then the field may have any text.
    expect(itemTime(start, 99_999_999_999_999)).toBe('-');
  });

  it('places cue points by seconds or percent, within their item', () => {
    const items = [item(100, [10, 101, '']), item(200, [0, 50, 100], true), item('')];
    expect(scheduleItems(items).map(({ cuePoints }) => cuePoints)).toEqual([
      [10],
      [100, 200, 300],
      [],
    ]);
    expect(totalsOf(items)).toEqual({ duration: 300, cuePoints: 6, breaks: 180 });
  });

  it('writes times and the axis of the ruler', () => {
    expect([0, 59, 61.5, 3_600, 90_061].map(clockText)).toEqual([
      ...['0:00', '0:59', '1:01.5', '1:00:00', '25:01:01'],
    ]);
    expect(rulerTicks(0)).toEqual([0]);
    expect(rulerTicks(600)).toEqual([0, 120, 240, 360, 480, 600]);
    for (const duration of [1, 7, 3_601, 86_399, 180_000_000])
      expect(rulerTicks(duration).length).toBeLessThanOrEqual(9);
  });
});
