import { describe, expect, it } from 'vitest';
import { type PlannedReport, planReports } from './plan-reports.ts';
import {
  addMonths,
  anchorMs,
  canStillBegin,
  closesMs,
  firstChargedDay,
  openTerm,
  reportTimeMs,
  termOf,
} from './term.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs;
const at = (text: string) => Date.parse(`${text}Z`);

describe('terms', () => {
  it('SUB-011 a month ends on the same day of the next, or on its last', () => {
    expect(addMonths(day('2026-01-31'), 1)).toBe(day('2026-02-28'));
    expect(addMonths(day('2026-01-31'), 2)).toBe(day('2026-03-31'));
    expect(addMonths(day('2024-02-29'), 12)).toBe(day('2025-02-28'));
    expect(addMonths(day('2026-11-15'), 2)).toBe(day('2027-01-15'));
  });

  it('SUB-011 SUB-012 SUB-013 each day lies in one term, and terms follow without a gap', () => {
    for (const months of [1, 12, 24]) {
      for (const first of ['2026-01-29', '2026-01-30', '2026-01-31', '2024-02-28', '2026-12-31']) {
        const firstDay = day(first);
        let term = termOf(firstDay, months, firstDay);
        expect(term.firstDay).toBe(firstDay);
        for (let each = firstDay; each < firstDay + 800; each += 1) {
          const found = termOf(firstDay, months, each);
          if (found.firstDay !== term.firstDay) expect(found.firstDay).toBe(term.endDay);
          term = found;
          expect(each >= term.firstDay && each < term.endDay).toBe(true);
        }
      }
    }
  });

  it("SUB-011 a term is the payment provider's period, a day later", () => {
    const firstDay = day('2026-01-30');
    expect(anchorMs(firstDay)).toBe(at('2026-01-31T00:00'));
    expect(termOf(firstDay, 1, day('2026-02-27'))).toEqual({
      firstDay: day('2026-02-27'),
      endDay: day('2026-03-30'),
    });
  });

  it('SUB-011 the first day is not over in UTC, and not before that of the company', () => {
    const now = at('2026-05-10T10:00');
    const today = day('2026-05-10');
    expect(firstChargedDay(today - 1, now)).toBe(today);
    expect(firstChargedDay(today + 1, now)).toBe(today + 1);
    expect(firstChargedDay(today, at('2026-05-10T23:55'))).toBe(today + 1);
    expect(canStillBegin(today, at('2026-05-10T23:54'))).toBe(true);
    expect(canStillBegin(today, at('2026-05-10T23:56'))).toBe(false);
  });
});

describe('reports', () => {
  const firstDay = day('2026-05-10');
  const of = { firstDay, months: 1 };
  const term = termOf(firstDay, 1, firstDay);

  it('SEC-S120 a day is reported when it is over in every time zone, within the period of its term', () => {
    const days = [{ day: firstDay, adEvents: 5, reported: 0 }];
    const due = reportTimeMs(firstDay);
    expect(due).toBe(at('2026-05-11T12:00'));
    expect(planReports({ ...of, days, nowMs: due - 1 })).toEqual([]);
    expect(planReports({ ...of, days, nowMs: due })).toEqual([
      { day: firstDay, adEvents: 5, atMs: due, termFirstDay: firstDay },
    ]);
    for (const each of [term.firstDay, term.endDay - 1]) {
      const time = reportTimeMs(each);
      expect(time >= anchorMs(term.firstDay) && time < closesMs(term)).toBe(true);
    }
  });

  it('SEC-S120 what was reported is not reported again, what came later is', () => {
    const nowMs = reportTimeMs(firstDay + 3);
    const days = [
      { day: firstDay, adEvents: 5, reported: 5 },
      { day: firstDay + 1, adEvents: 9, reported: 4 },
      { day: firstDay + 3, adEvents: 0, reported: 0 },
    ];
    const atMs = reportTimeMs(firstDay + 1);
    expect(planReports({ ...of, days, nowMs })).toEqual([
      { day: firstDay + 1, adEvents: 5, atMs, termFirstDay: firstDay },
    ]);
  });

  it('SEC-S120 late events are charged in the term that runs, and not while its invoice is made', () => {
    const days = [{ day: term.endDay - 1, adEvents: 5, reported: 0 }];
    const closes = closesMs(term);
    expect(planReports({ ...of, days, nowMs: closes - 1 })).toMatchObject([
      { termFirstDay: firstDay },
    ]);
    expect(planReports({ ...of, days, nowMs: closes })).toEqual([]);
    const nowMs = anchorMs(term.endDay) + 90_000;
    expect(planReports({ ...of, days, nowMs })).toEqual([
      { day: term.endDay - 1, adEvents: 5, atMs: nowMs - 30_000, termFirstDay: term.endDay },
    ]);
  });

  it('SEC-S120 what an ended subscription left is charged when the next one runs', () => {
    const days = [{ day: firstDay - 1, adEvents: 5, reported: 0 }];
    expect(openTerm(firstDay, 1, anchorMs(firstDay) - 1)).toBeUndefined();
    expect(planReports({ ...of, days, nowMs: anchorMs(firstDay) - 1 })).toEqual([]);
    expect(planReports({ ...of, days, nowMs: anchorMs(firstDay) + hourMs })).toMatchObject([
      { termFirstDay: firstDay, atMs: anchorMs(firstDay) + hourMs },
    ]);
  });

  it('SEC-S120 over a year with late events every counted ad event is reported once', () => {
    const counted = new Map<number, number>();
    const reported = new Map<number, number>();
    const add = (to: Map<number, number>, key: number, adEvents: number) =>
      to.set(key, (to.get(key) ?? 0) + adEvents);
    const check = ({ atMs, termFirstDay }: PlannedReport, nowMs: number) => {
      const own = termOf(firstDay, 1, termFirstDay);
      expect(atMs <= nowMs && atMs > nowMs - 35 * dayMs).toBe(true);
      expect(atMs >= anchorMs(own.firstDay) && atMs < anchorMs(own.endDay)).toBe(true);
    };
    for (let hour = 0; hour < 365 * 24; hour += 5) {
      const nowMs = firstDay * dayMs + hour * hourMs;
      const today = Math.floor(nowMs / dayMs);
      const late = Math.max(firstDay - 2, today - ((hour * 7) % 40));
      for (const each of [today, late]) add(counted, each, 1 + (hour % 3));
      const days = [...counted].map(([each, adEvents]) => ({
        ...{ day: each, adEvents, reported: reported.get(each) ?? 0 },
      }));
      for (const made of planReports({ ...of, days, nowMs })) {
        check(made, nowMs);
        add(reported, made.day, made.adEvents);
      }
    }
    const settled = [...counted].filter(([each]) => each < firstDay + 300);
    expect(settled.map(([each]) => reported.get(each))).toEqual(settled.map(([, sum]) => sum));
  });
});
