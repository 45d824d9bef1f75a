import type { Annotation } from '@interlude/contract';
import { annotationKinds } from '@interlude/contract';
import {
  type ChartColours,
  chartMarks,
  figureTable,
  lineModel,
  lineOption,
  marksSentence,
  seriesColours,
} from '@interlude/reporting/charts';
import { describe, expect, it } from 'vitest';
import { firstDay, lineData } from '../../../testing/reports.suite.ts';
import { kindsOfSearch, withKinds } from './mark-kinds.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const colours: ChartColours = {
  ...{ text: '#1b1d22', dimmed: '#5f6470', line: '#e9eaed', surface: '#ffffff', bad: '#c22f2a' },
  ...{ accent: '#3f4fdc', series: seriesColours.light, compare: '#d9731a', font: 'Inter' },
  ...{ mapEmpty: '#eee', mapLeast: '#ccf', mapMost: '#224' },
};
const iso = (day: number, hours = 0) =>
  new Date(firstDay + day * dayMs + hours * hourMs).toISOString();
const annotation = (text: string, at: string, more: Partial<Annotation> = {}): Annotation => ({
  ...{ id: text, kind: 'mark', at, endsAt: null, isOpen: false, text, channelIds: [] },
  createdBy: '',
  ...more,
});
const texts = (annotations: readonly Annotation[], data = lineData()) =>
  chartMarks(data, annotations).starting.map((marks) => marks.map(({ text }) => text));

describe('marks of a chart over time', () => {
  it('stand at the bucket in which they begin, in the time zone of the chart', () => {
    const marks = chartMarks(lineData(), [
      annotation('Deploy 1', iso(1, 23.9)),
      annotation('Deploy 2', iso(2)),
    ]);
    expect(marks.starting.map((each) => each.length)).toEqual([0, 1, 1, 0, 0, 0, 0]);
    expect(marksSentence(marks, 1)).toBe('Deploy 1, 17/11/26 23:54');
    expect(marksSentence(marks, 0)).toBe('');
  });

  it('outside of the period are left out; one that began before is at its first bucket', () => {
    const of = [
      annotation('long before', iso(-3), { endsAt: iso(-1) }),
      annotation('reaches in', iso(-1), { endsAt: iso(1, 1) }),
      annotation('at the end', iso(7)),
    ];
    expect(texts(of)).toEqual([['reaches in'], [], [], [], [], [], []]);
    expect(texts(of, lineData({ labels: [], series: [] }))).toEqual([]);
  });

  it('that last are a band over their buckets, one that is open to the last; incidents before others', () => {
    const { spanning } = chartMarks(lineData(), [
      annotation('Down', iso(4), { kind: 'incident', isOpen: true }),
      annotation('Sale', iso(3), { endsAt: iso(5) }),
      annotation('short', iso(1), { endsAt: iso(1, 2) }),
    ]);
    expect(spanning).toEqual([
      ...[undefined, undefined, undefined, 'mark', 'incident', 'incident', 'incident'],
    ]);
  });

  it('are drawn on an axis of their own, with a sign and a colour for each kind, and not at all without any', () => {
    const model = lineModel(lineData());
    const marks = chartMarks(lineData(), [
      annotation('News: state', iso(1), { kind: 'change' }),
      annotation('Deploy', iso(1)),
      annotation('Down', iso(2), { kind: 'incident', endsAt: iso(3, 1) }),
    ]);
    const option = Object(lineOption(model, colours, marks));
    const own = option.series.filter(({ yAxisIndex }: { yAxisIndex?: number }) => yAxisIndex === 1);
    const signs = own.at(-1).data.map(({ symbol }: { symbol?: string }) => symbol ?? '');
    expect(signs).toEqual(['', 'triangle', 'rect', '', '', '', '']);
    expect(own[0].data).toEqual([null, null, 1, 1, null, null, null]);
    expect(own[0].areaStyle).toMatchObject({ color: '#c22f2a1f' });
    expect(own).toHaveLength(3);
    expect(option.legend.data).toEqual(['Ad views', 'Completed']);
    expect(option.yAxis).toHaveLength(2);
    const without = Object(lineOption(model, colours, chartMarks(lineData(), [])));
    expect(without.yAxis).toHaveLength(1);
    expect(without.series).toHaveLength(2);
  });

  it('stand in the table behind the chart, which has no such column without any', () => {
    const table = figureTable(lineData(), undefined, {
      marks: chartMarks(lineData(), [
        annotation('Deploy', iso(1, 9)),
        annotation('Sale', iso(1, 10)),
      ]),
    });
    expect(table.noteHead).toBe('Marks');
    expect(table.rows[1]?.note).toBe('Deploy, 17/11/26 09:00; Sale, 17/11/26 10:00');
    expect(
      figureTable(lineData(), undefined, { marks: chartMarks(lineData(), []) }).noteHead,
    ).toBeUndefined();
  });
});

describe('kinds of marks', () => {
  it('are all without a part of the address, and each choice has one', () => {
    expect(kindsOfSearch({})).toEqual(annotationKinds);
    for (const kinds of [[], ['incident'], ['mark', 'change'], [...annotationKinds]] as const) {
      expect(kindsOfSearch(withKinds({ period: 'Today' }, kinds))).toEqual(kinds);
    }
    expect(kindsOfSearch({ marks: 'unknown,mark' })).toEqual(['mark']);
  });
});
