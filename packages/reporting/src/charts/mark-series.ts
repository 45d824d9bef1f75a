/**
 * Marks on a chart over time: a line at each bucket in which marks begin, with a sign of their kind above, and a band
 * for marks that last. They are series on an axis of their own, so ECharts needs no further part. Pure.
 */
import type { AnnotationKind } from '@interlude/contract';
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { ChartMarks } from './bucket-marks.ts';
import type { ChartColours } from './chart-colours.ts';

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
const plainLine = {
  ...onAxis,
  type: 'line',
  lineStyle: { width: 0 },
  connectNulls: false,
  emphasis: { disabled: true },
} as const;

/** Bands of marks that last, from the bucket in which they begin to that in which they end. */
function bands({ spanning }: ChartMarks, colours: ChartColours): LineSeriesOption[] {
  const withAlpha = (colour: string) => (colour.length === 7 ? colour + bandAlpha : colour);
  const kinds = bySeverity.filter((kind) => spanning.includes(kind));
  return kinds.map((kind) => ({
    ...{ ...plainLine, name: `Spans: ${kind}`, symbol: 'none' },
    data: spanning.map((each) => (each === kind ? 1 : null)),
    areaStyle: { color: withAlpha(markColour(kind, colours)), opacity: 1 },
  }));
}

export function markSeries(
  marks: ChartMarks,
  colours: ChartColours,
): (BarSeriesOption | LineSeriesOption)[] {
  const kinds = marks.starting.map((each) =>
    bySeverity.find((kind) => each.some((mark) => mark.kind === kind)),
  );
  const lines = kinds.map((kind) =>
    kind === undefined
      ? { value: null }
      : { value: 1, itemStyle: { color: markColour(kind, colours), opacity: 0.5 } },
  );
  const tops = kinds.map((kind) =>
    kind === undefined
      ? { value: null }
      : { value: 1, symbol: signs[kind], itemStyle: { color: markColour(kind, colours) } },
  );
  return [
    ...bands(marks, colours),
    { ...onAxis, type: 'bar', name: 'Marks', barWidth: 1, data: lines },
    {
      ...{ ...plainLine, name: 'Signs', data: tops, showAllSymbol: true },
      ...{ symbolSize: signSize, z: 4 },
    },
  ];
}
