import { foldEvents } from '@interlude/reporting';
import { describe, expect, it } from 'vitest';
import { demoFigures } from './demo-figures.ts';

const endMs = Date.UTC(2026, 10, 22, 12);
const figures = { tenant: 't1', channels: ['c1', 'c2'], endMs };

describe('the hour of figures of the demo', () => {
  it('is the same for the same end, and lies in the hour before it', () => {
    const events = demoFigures(figures);
    expect(JSON.stringify(demoFigures(figures))).toBe(JSON.stringify(events));
    const times = events.map(({ atMs }) => atMs);
    expect(Math.min(...times)).toBe(endMs - 3_600_000);
    expect(Math.max(...times)).toBeLessThan(endMs);
  });

  it('counts as sessions, ads, completions and slate of every channel', () => {
    const { rows, lateDropped } = foldEvents(demoFigures(figures), {
      writer: 'demo',
      seq: 1,
      segmentAtMs: endMs,
    });
    expect(lateDropped).toBe(0);
    // By quarter of the hour: a break may begin in one and end in the next.
    const totals = rows.filter(({ grain, dimension }) => grain === 'hour' && dimension === 'total');
    expect(totals.map(({ channel }) => channel)).toEqual([
      ...Array.from({ length: 4 }, () => 'c1'),
      ...Array.from({ length: 4 }, () => 'c2'),
    ]);
    for (const name of ['c1', 'c2']) {
      const quarters = totals.filter(({ channel }) => channel === name);
      const sum = (of: keyof (typeof totals)[number]['counters']) =>
        quarters.reduce((total, { counters }) => total + counters[of], 0);
      expect(sum('sessionStarts')).toBeGreaterThan(0);
      expect(sum('completes')).toBeGreaterThan(0);
      expect(sum('completes')).toBeLessThan(sum('impressions'));
      expect(sum('slates')).toBeGreaterThan(0);
    }
  });

  it('has viewers in the minute before its end, which "watching now" shows', () => {
    const last = demoFigures(figures).filter(
      ({ type, atMs }) => type === 'view' && atMs === endMs - 60_000,
    );
    expect(last).toHaveLength(2);
    expect(Math.min(...last.map(({ durationMs }) => durationMs ?? 0))).toBeGreaterThan(0);
  });
});
