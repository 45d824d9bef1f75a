/** Model of horizontal bars: the ten largest values, in descending order (REP-027). Pure. */
import { type ReportData, type ReportUnit, reportLimits } from '@interlude/contract';
import { inEnglish, nameOf, type WordOf } from './chart-words.ts';

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
