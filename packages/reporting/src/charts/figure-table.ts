/**
 * The figures of a card as a table: behind every chart, for the keyboard, for screen readers, and for its files. Pure.
 */
import type { ReportData, ReportUnit } from '@interlude/contract';
import { barModel } from './bar-option.ts';
import { type ChartMarks, hasMarks, marksSentence } from './bucket-marks.ts';
import { figureText } from './figures.ts';
import { lineModel } from './line-model.ts';

type Cell = number | string | null;

export interface FigureRow {
  readonly name: string;
  /** Id behind the name: of a channel, a reason … */
  readonly key?: string | undefined;
  readonly cells: readonly Cell[];
  /** The same row of the compared period. */
  readonly compared?: readonly Cell[] | undefined;
  /** What happened then; tables over time alone. */
  readonly note?: string | undefined;
}

export interface FigureTable {
  readonly heads: readonly string[];
  /** Of the columns after the first. */
  readonly units: readonly ReportUnit[];
  readonly rows: readonly FigureRow[];
  /** Head of the column of notes; undefined: there is none. */
  readonly noteHead?: string | undefined;
}

function lineTable(
  main: ReportData,
  compared: ReportData | undefined,
  marks: ChartMarks | undefined,
): FigureTable {
  const model = lineModel(main, compared);
  const lines = model.lines.filter(({ isCompared }) => !isCompared);
  const before = model.lines.filter(({ isCompared }) => isCompared);
  const withBefore = before.length > 0;
  const shown = marks && hasMarks(marks) ? marks : undefined;
  return {
    heads: [
      'Date',
      ...lines.map(({ name }) => name),
      ...(withBefore ? ['Compared date', ...before.map(({ name }) => `${name}, compared`)] : []),
    ],
    units: [
      ...lines.map(({ unit }) => unit),
      ...(withBefore ? ['text' as const, ...before.map(({ unit }) => unit)] : []),
    ],
    ...(shown && { noteHead: 'Marks' }),
    rows: Array.from({ length: model.length }, (_none, index) => ({
      ...(shown && { note: marksSentence(shown, index) }),
      name: model.points[index] ?? '',
      cells: [
        ...lines.map(({ values }) => values[index] ?? null),
        ...(withBefore
          ? [
              model.comparedPoints[index] ?? '',
              ...before.map(({ values }) => values[index] ?? null),
            ]
          : []),
      ],
    })),
  };
}

/** The columns of countries: 'Country' and one a series (REP-024). */
function countryTable(main: ReportData, compared: ReportData | undefined): FigureTable {
  const names = new Map(main.countries.map(({ code, name }) => [code, name]));
  const row = (data: ReportData, label: string | number): Cell[] | undefined => {
    const index = data.labels.indexOf(label);
    return index < 0 ? undefined : data.series.map((each) => each.data[index] ?? null);
  };
  return {
    heads: ['Country', ...main.series.map(({ name }) => name)],
    units: main.series.map((_none, index) => main.units[index] ?? 'count'),
    rows: main.labels.map((label) => ({
      name: names.get(String(label)) ?? String(label),
      cells: row(main, label) ?? [],
      compared: compared && row(compared, label),
    })),
  };
}

function plainTable(main: ReportData, compared: ReportData | undefined): FigureTable {
  const before = new Map(compared?.series.map((each) => [each.key ?? each.name, each.data]));
  return {
    heads: main.labels.map(String),
    units: main.units,
    rows: main.series.map(({ name, key, data }) => ({
      name,
      key,
      cells: data,
      compared: before.get(key ?? name),
    })),
  };
}

function barTable(main: ReportData, compared: ReportData | undefined): FigureTable {
  const { bars, unit, title } = barModel(main, compared);
  return {
    heads: ['Name', title],
    units: [unit],
    rows: bars.map(({ name, value, compared: before }) => ({
      name,
      cells: [value],
      compared: before === undefined ? undefined : [before],
    })),
  };
}

function metricTable(main: ReportData, compared: ReportData | undefined): FigureTable {
  return {
    heads: ['Figure', 'Value'],
    units: ['text'],
    rows: main.labels.map((label, index) => ({
      name: String(label),
      cells: [figureText(main.metrics[index], main.units[index])],
      compared: compared && [figureText(compared.metrics[index], main.units[index])],
    })),
  };
}

function textTable(main: ReportData): FigureTable {
  const rows = main.labels.map((label) => ({ name: String(label), cells: [] }));
  return { heads: ['Summary'], units: [], rows };
}

export function figureTable(
  main: ReportData,
  compared?: ReportData,
  marks?: ChartMarks,
): FigureTable {
  switch (main.chartType) {
    case 'Map':
      return countryTable(main, compared);
    case 'Table':
      return plainTable(main, compared);
    case 'HorizontalBars':
      return barTable(main, compared);
    case 'SSAIMainKPI':
      return metricTable(main, compared);
    case 'Text':
      return textTable(main);
    default:
      return lineTable(main, compared, marks);
  }
}

/** The table with what its one column of figures was before, where it is compared: for mails. */
export function withBefore(table: FigureTable): FigureTable {
  const [unit] = table.units;
  const isCompared = table.rows.some(({ compared }) => compared !== undefined);
  if (unit === undefined || table.units.length > 1 || !isCompared) return table;
  return {
    ...table,
    heads: [...table.heads, 'Before'],
    units: [unit, unit],
    rows: table.rows.map((row) => ({
      ...row,
      cells: [...row.cells, row.compared?.[0] ?? null],
    })),
  };
}
