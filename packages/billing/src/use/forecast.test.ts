import { describe, expect, it } from 'vitest';
import { adEventUse, sessionUse } from './forecast.ts';

const term = { firstDay: 100, endDay: 130 };
const perDay = (from: number, to: number, adEvents: number) =>
  Array.from({ length: to - from }, (_, index) => ({ day: from + index, adEvents }));

describe('use of the committed ad events', () => {
  it('SUB-011 goes on as in the last seven complete days', () => {
    const use = adEventUse({ term, days: perDay(90, 110, 100), today: 110, limit: 10_000 });
    expect(use).toEqual({
      used: 1_000,
      limit: 10_000,
      share: 0.1,
      forecast: 3_000,
      reachedOn: null,
    });
  });

  it('SUB-011 says when the commitment is reached', () => {
    const days = perDay(100, 110, 100);
    expect(adEventUse({ term, days, today: 110.5, limit: 2_000 })).toMatchObject({
      ...{ forecast: 1_000 + 1_950, reachedOn: 120 },
    });
    expect(adEventUse({ term, days, today: 110, limit: 900 })).toMatchObject({ reachedOn: 110 });
  });

  it('SUB-011 counts fewer days where nothing was counted before, and none on the first', () => {
    const days = [
      { day: 100, adEvents: 50 },
      { day: 101, adEvents: 70 },
      { day: 102, adEvents: 5 },
    ];
    expect(adEventUse({ term, days, today: 102, limit: 0 })).toMatchObject({
      ...{ used: 125, share: 0, forecast: 125 + 60 * 28, reachedOn: null },
    });
    const first = adEventUse({ term, days: [], today: 100.2, limit: 100 });
    expect(first).toEqual({ used: 0, limit: 100, share: 0, forecast: 0, reachedOn: null });
  });

  it('SUB-010 sessions stand at their highest', () => {
    expect(sessionUse(400, 500)).toEqual({
      ...{ used: 400, limit: 500, share: 0.8, forecast: 400, reachedOn: null },
    });
  });
});
