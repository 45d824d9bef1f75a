import { describe, expect, it } from 'vitest';
import { firstSteps, kpis } from './overview.ts';

const summary = {
  channels: 43,
  watchingNow: 12,
  sessionsToday: 640,
  adsToday: 1_284,
  completedToday: 1_180,
  asOf: '2026-03-01T12:00:00.000Z',
};

describe('the overview', () => {
  it('shows channels, watching now, sessions, ads and completed ads with their rate', () => {
    expect(kpis(summary, 40)).toEqual([
      { label: 'Channels', value: '43', note: '40 enabled' },
      { label: 'Watching now', value: '12', note: 'average of the last minute' },
      { label: 'Sessions today', value: '640', note: 'since midnight' },
      { label: 'Ads today', value: '1.284', note: 'impressions' },
      { label: 'Completed today', value: '1.180', note: '91,9 % of the ads' },
    ]);
  });

  it('shows no rate without ads and no enabled figure before it is known', () => {
    const none = { ...summary, adsToday: 0, completedToday: 0 };
    expect(kpis(none, undefined).at(-1)?.note).toBe('no ads yet');
    expect(kpis(none, undefined)[0]?.note).toBe('');
  });

  it('shows the first steps until a channel is on air', () => {
    expect(firstSteps({ channels: 0 }, 0).map(({ done }) => done)).toEqual([false, false, false]);
    expect(firstSteps({ channels: 2 }, 0).map(({ done }) => done)).toEqual([true, false, false]);
    expect(firstSteps({ channels: 2 }, 1)).toEqual([]);
  });
});
