/** Horizontal bars (REP-027) as options of ECharts. Pure. */
import type { EChartsCoreOption } from 'echarts/core';
import type { BarModel } from './bar-model.ts';
import type { ChartColours } from './chart-colours.ts';
import { figureText } from './figures.ts';

export function barOption(model: BarModel, colours: ChartColours): EChartsCoreOption {
  const { bars, unit, isCompared, title, comparedName } = model;
  const common = { type: 'bar', barGap: '15%', emphasis: { disabled: true } };
  return {
    animationDuration: 150,
    textStyle: { fontFamily: colours.font },
    grid: {
      ...{ left: 12, right: 64, top: isCompared ? 34 : 8, bottom: 8 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    legend: {
      show: isCompared,
      ...{ left: 8, top: 4, icon: 'roundRect', itemHeight: 8, itemWidth: 14 },
      textStyle: { color: colours.dimmed, fontSize: 12 },
    },
    xAxis: {
      type: 'value',
      min: 0,
      ...(unit === 'count' && { minInterval: 1 }),
      splitNumber: 4,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: {
        ...{ color: colours.dimmed, fontSize: 11, hideOverlap: true },
        formatter: (value: number) => figureText(value, unit),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: colours.text, fontSize: 12, width: 150, overflow: 'truncate' },
    },
    series: [
      {
        ...common,
        name: title,
        barMaxWidth: isCompared ? 12 : 16,
        data: bars.map(({ value }) => value),
        itemStyle: { color: colours.accent, borderRadius: [0, 3, 3, 0] },
        label: {
          ...{ show: true, position: 'right', color: colours.text, fontSize: 11 },
          formatter: ({ value }: { value: unknown }) => figureText(Number(value), unit),
        },
      },
      ...(isCompared
        ? [
            {
              ...common,
              name: comparedName,
              barMaxWidth: 5,
              data: bars.map(({ compared }) => compared ?? null),
              itemStyle: { color: colours.compare, borderRadius: [0, 2, 2, 0] },
            },
          ]
        : []),
    ],
  };
}
