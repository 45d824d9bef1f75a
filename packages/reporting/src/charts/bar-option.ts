/** Horizontal bars: the ten largest, in descending order (REP-027). Pure. */
import { type ReportData, type ReportUnit, reportLimits } from '@interlude/contract';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from './chart-colours.ts';
import { inEnglish, nameOf, type WordOf } from './chart-words.ts';
import { figureText } from './figures.ts';

export interface Bar {
  /** As in the figures, in English. */
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** Of the compared period; undefined where it has none. */
  readonly compared: number | undefined;
}

export interface BarModel {
  readonly bars: readonly Bar[];
  readonly unit: ReportUnit;
  readonly isCompared: boolean;
  readonly title: string;
  /** Of the compared bars, in the legend. */
  readonly comparedName: string;
}

function figures(data: ReportData | undefined): ReadonlyMap<string, number> {
  const cells = data?.series[0]?.data ?? [];
  return new Map(
    (data?.labels ?? []).flatMap((label, index) => {
      const value = cells[index];
      return typeof value === 'number' ? [[String(label), value] as const] : [];
    }),
  );
}

export function barModel(
  main: ReportData,
  compared?: ReportData,
  word: WordOf = inEnglish,
): BarModel {
  const written = nameOf(main, word);
  const before = figures(compared);
  const bars = [...figures(main)]
    .map(([key, value]) => ({ key, name: written(key), value, compared: before.get(key) }))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, reportLimits.bars);
  return {
    bars,
    unit: main.units[0] ?? 'count',
    isCompared: compared !== undefined,
    title: word(main.series[0]?.name ?? ''),
    comparedName: word('Compared period'),
  };
}

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
