/**
 * Marks on a chart over time: a line at each bucket in which something began, its kinds as signs above, and what lasted
 * as a band. They are series on an axis of their own, so ECharts needs no further part. Pure.
 */
import type { AnnotationKind } from '@interlude/contract';
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { ChartColours } from '../charts/chart-colours.ts';
import type { ChartMarks } from './bucket-marks.ts';

/** The second cue beside the colour. */
const signs: Readonly<Record<AnnotationKind, string>> = {
  mark: 'triangle',
  change: 'diamond',
  incident: 'rect',
};
/** Where several kinds begin in one bucket, its sign is that of the first of these. */
const bySeverity = ['incident', 'mark', 'change'] as const;

export function markColour(kind: AnnotationKind, colours: ChartColours): string {
  return kind === 'incident' ? colours.bad : kind === 'mark' ? colours.text : colours.dimmed;
}

/** The axis of marks, from 0 at the bottom to 1 at the top. */
export const markAxis = { type: 'value', show: false, min: 0, max: 1 } as const;

const signSize = 8;
/** Of bands, as two hexadecimal digits. */
const bandAlpha = '1f';

const onAxis = { yAxisIndex: 1, silent: true, animation: false, z: 1 } as const;
const bars = { ...onAxis, type: 'bar', barGap: '-100%' } as const;

export function markSeries(
  { starting, spanning }: ChartMarks,
  colours: ChartColours,
): (BarSeriesOption | LineSeriesOption)[] {
  const kindOf = (index: number) =>
    bySeverity.find((kind) => starting[index]?.some((mark) => mark.kind === kind));
  const withAlpha = (colour: string) => (colour.length === 7 ? colour + bandAlpha : colour);
  const band = spanning.map((kind) =>
    kind === undefined
      ? { value: null }
      : { value: 1, itemStyle: { color: withAlpha(markColour(kind, colours)) } },
  );
  const lines = starting.map((_marks, index) => {
    const kind = kindOf(index);
    return kind === undefined
      ? { value: null }
      : { value: 1, itemStyle: { color: markColour(kind, colours), opacity: 0.5 } };
  });
  const tops = starting.map((_marks, index) => {
    const kind = kindOf(index);
    return kind === undefined
      ? { value: null }
      : { value: 1, symbol: signs[kind], itemStyle: { color: markColour(kind, colours) } };
  });
  return [
    { ...bars, name: 'Spans', barWidth: '100%', data: band },
    { ...bars, name: 'Marks', barWidth: 1, data: lines },
    {
      ...{ ...onAxis, type: 'line', name: 'Signs', data: tops, showAllSymbol: true },
      ...{ symbolSize: signSize, lineStyle: { width: 0 }, connectNulls: false, z: 4 },
    },
  ];
}
