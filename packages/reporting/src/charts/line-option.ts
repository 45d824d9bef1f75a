/** The options of ECharts for lines over time (AreaAndLine, MultiLine, CampaignArea). Pure. */
import type { LineSeriesOption } from 'echarts/charts';
import type { EChartsCoreOption } from 'echarts/core';
import { type ChartMarks, hasMarks } from './bucket-marks.ts';
import { type ChartColours, seriesMarks } from './chart-colours.ts';
import { figureText } from './figures.ts';
import { isAlone, type Line, type LineModel } from './line-model.ts';
import { markAxis, markSeries } from './mark-series.ts';

/** Up to this many points each has its mark. */
const markedPoints = 31;

const alpha = (colour: string, hex: string) => (colour.length === 7 ? colour + hex : colour);

export function lineColour(line: Line, model: LineModel, colours: ChartColours): string {
  const single = model.lines.filter(({ isCompared }) => !isCompared).length === 1;
  if (line.isCompared && single) return colours.compare;
  return colours.series[line.colour % colours.series.length] ?? colours.accent;
}

/** The compared lines are one entry: each has the colour of its line and is dashed. */
function legendName(line: Line, { word }: LineModel): string {
  return line.isCompared ? word('Compared period') : line.name;
}

const markOf = ({ colour }: Line) => seriesMarks[colour % seriesMarks.length] ?? 'circle';

/** Characters of a name in the legend. */
const maxName = 32;

function points(line: Line, from: number, to: number, isOpen: (index: number) => boolean) {
  return line.values.map((value, index) => {
    if (value === null || index < from || index > to) return { value: null };
    const marked = line.values.length <= markedPoints && !line.isCompared;
    const size = isAlone(line.values, index) || isOpen(index) ? 7 : marked ? 5 : 0;
    return {
      value,
      symbolSize: size,
      ...(line.isCompared && size > 0 && { symbol: markOf(line) }),
      ...(isOpen(index) && { itemStyle: { borderWidth: 2 } }),
    };
  });
}

/** A line with open points is two series of one name: one up to the last ended point, one dotted from there on. */
function seriesOf(line: Line, model: LineModel, colours: ChartColours): LineSeriesOption[] {
  const colour = lineColour(line, model, colours);
  const last = line.values.length - 1;
  const running = line.isCompared ? undefined : model.runningFrom;
  const ended: LineSeriesOption = {
    type: 'line',
    name: legendName(line, model),
    symbol: line.isCompared ? 'none' : markOf(line),
    showAllSymbol: true,
    connectNulls: false,
    data: points(line, 0, running === undefined ? last : running - 1, () => false),
    itemStyle: { color: colour },
    lineStyle: {
      color: colour,
      width: line.isCompared ? 1.5 : 2,
      type: line.isCompared ? 'dashed' : 'solid',
    },
    ...(line.isArea && { areaStyle: { color: alpha(colour, '22') } }),
    emphasis: { disabled: true },
    z: line.isCompared ? 2 : 3,
  };
  if (running === undefined || running > last) return [ended];
  const { areaStyle: _area, ...plain } = ended;
  const open: LineSeriesOption = {
    ...plain,
    symbol: 'emptyCircle',
    data: points(line, running - 1, last, (index) => index >= running),
    lineStyle: { color: colour, width: 2, type: 'dotted' },
  };
  return [ended, open];
}

/** @param marks marks of the main period, by bucket */
export function lineOption(
  model: LineModel,
  colours: ChartColours,
  marks?: ChartMarks,
): EChartsCoreOption {
  const { lines, points: dates, length, unit } = model;
  const labels = Array.from({ length }, (_none, index) => dates[index] ?? '');
  const withLegend = lines.length > 1;
  const shown = marks && hasMarks(marks) ? marks : undefined;
  const axisLabel = { color: colours.dimmed, fontSize: 11 };
  return {
    animationDuration: 150,
    textStyle: { fontFamily: colours.font },
    grid: {
      ...{ left: 12, right: 20, top: withLegend ? 36 : 16, bottom: 8 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    legend: {
      show: withLegend,
      type: 'scroll',
      ...{ left: 8, top: 2, itemHeight: 13, itemWidth: 30, itemGap: 14 },
      formatter: (name: string) =>
        name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name,
      pageIconColor: colours.dimmed,
      pageTextStyle: { color: colours.dimmed },
      textStyle: { color: colours.dimmed, fontSize: 12 },
      data: [...new Set(lines.map((line) => legendName(line, model)))],
    },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: length === 1,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...axisLabel, hideOverlap: true, alignMinLabel: 'left', alignMaxLabel: 'right' },
    },
    yAxis: [
      {
        type: 'value',
        min: 0,
        ...(unit === 'ratio' && { max: 1 }),
        ...(unit === 'count' && { minInterval: 1 }),
        splitNumber: 5,
        splitLine: { lineStyle: { color: colours.line } },
        axisLabel: { ...axisLabel, formatter: (value: number) => figureText(value, unit) },
      },
      ...(shown ? [markAxis] : []),
    ],
    series: [
      ...lines.flatMap((line) => seriesOf(line, model, colours)),
      ...(shown ? markSeries(shown, colours) : []),
    ],
  };
}
