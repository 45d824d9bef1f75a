import { type ReportData, type ReportDataInput, reportData } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { shippedReports } from './catalogue.ts';
import { judgeCard, judgedFigures, worseBy, worstFirst } from './worst-first.ts';

const data = (given: Partial<ReportDataInput>): ReportData =>
  reportData.parse({
    ...{ reportName: 'main-kpi', chartType: 'SSAIMainKPI', start: 0, end: 1, interval: 1 },
    ...{ timeZone: 'UTC', asOf: null, complete: true, ...given },
  });
const kpi = (metrics: (number | null)[]) => data({ metrics });
const lost = (ms: number) =>
  data({ reportName: 'lost-ad-time', chartType: 'Table', metrics: [ms] });

describe('how much worse', () => {
  it('a fall of what is wanted and a rise of what is not are shares of the larger period', () => {
    const more = { name: 'Ad views', unit: 'count', better: 'more' } as const;
    const less = { name: 'Lost', unit: 'milliseconds', better: 'less' } as const;
    expect(worseBy({ ...more, now: 75, before: 100 })).toBe(0.25);
    expect(worseBy({ ...more, now: 100, before: 75 })).toBe(-0.25);
    expect(worseBy({ ...less, now: 100, before: 75 })).toBe(0.25);
    expect(worseBy({ ...less, now: 5, before: 0 })).toBe(1);
  });

  it('small counts, and what was not measured in one of the periods, are not compared', () => {
    const count = { name: 'Errors', unit: 'count', better: 'less' } as const;
    expect(worseBy({ ...count, now: 19, before: 0 })).toBeUndefined();
    expect(worseBy({ ...count, now: 20, before: 0 })).toBe(1);
    expect(worseBy({ ...count, now: null, before: 100 })).toBeUndefined();
    expect(worseBy({ ...count, unit: 'ratio', now: 0, before: 0 })).toBeUndefined();
  });
});

describe('a card', () => {
  it('is as bad as the worst of its figures', () => {
    const judged = judgeCard(kpi([900, 1_000, 0.4, 0.9]), kpi([1_000, 1_000, 0.8, 0.9]));
    expect(judged).toMatchObject({
      hasFailed: false,
      worst: { figure: { name: 'Fill' }, by: 0.5 },
    });
  });

  it('of a table it is judged by sums of columns, weighted where they are quotients', () => {
    const fills = (rows: [number, number][]) =>
      data({
        ...{ reportName: 'three-fills', chartType: 'Table' },
        labels: ['Channel', 'Breaks', 'Offered', 'Observed fill'],
        series: rows.map(([offered, fill], index) => ({
          name: `c${index}`,
          data: [1, offered, fill],
        })),
      });
    const main = fills([
      [9_000, 0.5],
      [1_000, 1],
    ]);
    const [figure] = judgedFigures(main, fills([[10_000, 1]]));
    expect(figure).toMatchObject({ before: 1 });
    expect(figure?.now).toBeCloseTo(0.55, 12);
    const errors = (count: number) =>
      data({
        ...{ reportName: 'fill-and-errors', chartType: 'Table' },
        labels: ['Channel', 'Offered', 'Ads', 'Errors'],
        series: [{ name: 'c', data: [100, 50, count] }],
      });
    expect(judgeCard(errors(400), errors(100)).worst).toMatchObject({
      ...{ figure: { name: 'Errors', now: 400, before: 100 }, by: 0.75 },
    });
  });

  it('splice quality is judged by the row of all splices, not by those that it is the sum of', () => {
    const splices = (stalls: number, exits: number) =>
      data({
        ...{ reportName: 'splice-quality', chartType: 'Table' },
        labels: ['Where', 'Reported splices', 'Stalls', 'Stalls per 1,000', 'Exits per 1,000'],
        series: [
          { name: 'Content to ad', data: [100, 90, 900, 0] },
          { name: 'All splices', data: [1_000, stalls, stalls, exits] },
        ],
      });
    const [stalled, left] = judgedFigures(splices(100, 12), splices(50, 6));
    expect(stalled).toMatchObject({ name: 'Stalls at splices', now: 0.1, before: 0.05 });
    expect(left).toMatchObject({ name: 'Exits per 1,000', now: 12, before: 6, better: 'less' });
  });

  it('a channel that is gone is seen beside one that has grown', () => {
    const sessions = (metrics: number[]) =>
      data({
        ...{ reportName: 'sessions-by-channel', chartType: 'MultiLine', metrics },
        series: [
          { name: 'One', data: [] },
          { name: 'Two', data: [] },
        ],
      });
    const judged = judgeCard(sessions([2_000, 0]), sessions([1_000, 1_000]));
    expect(judged.worst).toMatchObject({ figure: { name: 'Two' }, by: 1 });
  });

  it('one that failed is first, one without a comparison last, equals stay in their order', () => {
    const cards = [
      { name: 'text', main: data({ reportName: 'summary', chartType: 'Text' }), before: undefined },
      { name: 'better', main: lost(50), before: lost(100) },
      { name: 'worse', main: lost(200), before: lost(100) },
      { name: 'no period before', main: lost(200), before: undefined },
      { name: 'failed', main: data({ code: 'REPORT_TOO_SLOW' }), before: undefined },
      { name: 'as bad', main: lost(200), before: lost(100) },
      { name: 'worst', main: lost(1_000), before: lost(100) },
    ];
    const sorted = worstFirst(cards, ({ main, before }) => judgeCard(main, before));
    expect(sorted.map(({ name }) => name)).toEqual([
      ...['failed', 'worst', 'worse', 'as bad', 'better', 'text', 'no period before'],
    ]);
  });

  it('a compared period that failed is none', () => {
    const failed = data({ code: 'REPORT_FAILED', metrics: [1] });
    expect(judgeCard(lost(100), failed)).toEqual({ worst: undefined, hasFailed: false });
  });
});

it('every shipped report is judged, but the one of sentences', () => {
  const judged = shippedReports.filter(({ definition: { reportName, chartType } }) => {
    const main = data({ reportName, chartType, series: [{ name: 's', data: [] }] });
    return judgedFigures(main, undefined).length > 0;
  });
  const all = shippedReports.map(({ definition }) => definition.reportName);
  expect(all.filter((name) => !judged.some((one) => one.definition.reportName === name))).toEqual([
    'summary',
  ]);
});
