/**
 * The figures of a card as a table: behind every chart, for the keyboard, for screen readers, and for its files. Pure.
 */
import type { ReportData, ReportUnit } from '@interlude/contract';
import { barModel } from './bar-model.ts';
import { type ChartMarks, hasMarks, marksSentence } from './bucket-marks.ts';
import { inEnglish, nameOf, type WordOf } from './chart-words.ts';
import { figureText } from './figures.ts';
import { lineModel } from './line-model.ts';
import { countryNames } from './map-model.ts';
import { sentencesOf } from './report-sentences.ts';

type Cell = number | string | null;

export interface FigureRow {
  readonly name: string;
  /** Id behind the name: of a channel, a reason … */
  readonly key?: string | undefined;
  readonly cells: readonly Cell[];
  /** The cells as the report has them: words of `cells` are in the language of the reader. */
  readonly data?: readonly Cell[] | undefined;
  /** The same row of the compared period. */
  readonly compared?: readonly Cell[] | undefined;
  /** Marks that begin at the point of the row; tables over time alone. */
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

/** Chart types that draw their figures: the table behind the chart has them as text. */
export const drawnTypes: readonly ReportData['chartType'][] = [
  ...(['AreaAndLine', 'MultiLine', 'CampaignArea', 'HorizontalBars', 'Map'] as const),
];

function lineTable(
  main: ReportData,
  compared: ReportData | undefined,
  { marks, word = inEnglish }: TableParts,
): FigureTable {
  const model = lineModel(main, compared, word);
  const lines = model.lines.filter(({ isCompared }) => !isCompared);
  const before = model.lines.filter(({ isCompared }) => isCompared);
  const withBefore = before.length > 0;
  const shown = marks && hasMarks(marks) ? marks : undefined;
  return {
    heads: [
      word('Date'),
      ...lines.map(({ name }) => name),
      ...(withBefore
        ? [word('Compared date'), ...before.map(({ name }) => word('{name}, compared', { name }))]
        : []),
    ],
    units: [
      ...lines.map(({ unit }) => unit),
      ...(withBefore ? ['text' as const, ...before.map(({ unit }) => unit)] : []),
    ],
    ...(shown && { noteHead: word('Marks') }),
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
function countryTable(
  main: ReportData,
  compared: ReportData | undefined,
  word: WordOf,
): FigureTable {
  const nameIn = countryNames(word);
  const names = new Map(main.countries.map(({ code, name }) => [code, name]));
  const row = (data: ReportData, label: string | number): Cell[] | undefined => {
    const index = data.labels.indexOf(label);
    return index < 0 ? undefined : data.series.map((each) => each.data[index] ?? null);
  };
  return {
    heads: ['Country', ...main.series.map(({ name }) => name)].map((head) => word(head)),
    units: main.series.map((_none, index) => main.units[index] ?? 'count'),
    rows: main.labels.map((label) => ({
      name: nameIn(String(label), names.get(String(label)) ?? String(label)),
      cells: row(main, label) ?? [],
      compared: compared && row(compared, label),
    })),
  };
}

function plainTable(main: ReportData, compared: ReportData | undefined, word: WordOf): FigureTable {
  const written = nameOf(main, word);
  const before = new Map(compared?.series.map((each) => [each.key ?? each.name, each.data]));
  return {
    heads: main.labels.map((head) => word(String(head))),
    units: main.units,
    rows: main.series.map(({ name, key, data }) => ({
      name: written(name),
      key,
      cells: data.map((cell) => (typeof cell === 'string' ? word(cell) : cell)),
      data,
      compared: before.get(key ?? name),
    })),
  };
}

function barTable(main: ReportData, compared: ReportData | undefined, word: WordOf): FigureTable {
  const { bars, unit, title } = barModel(main, compared, word);
  return {
    heads: [word('Name'), title],
    units: [unit],
    rows: bars.map(({ key, name, value, compared: before }) => ({
      ...{ key, name },
      cells: [value],
      compared: before === undefined ? undefined : [before],
    })),
  };
}

function metricTable(
  main: ReportData,
  compared: ReportData | undefined,
  word: WordOf,
): FigureTable {
  return {
    heads: [word('Figure'), word('Value')],
    units: ['text'],
    rows: main.labels.map((label, index) => ({
      name: word(String(label)),
      cells: [figureText(main.metrics[index], main.units[index])],
      compared: compared && [figureText(compared.metrics[index], main.units[index])],
    })),
  };
}

function textTable(main: ReportData, word: WordOf): FigureTable {
  const rows = sentencesOf(main, word).map((name) => ({ name, cells: [] }));
  return { heads: [word('Summary')], units: [], rows };
}

export interface TableParts {
  /** Marks at the points of a chart over time. */
  readonly marks?: ChartMarks | undefined;
  readonly word?: WordOf | undefined;
}

export function figureTable(
  main: ReportData,
  compared?: ReportData,
  parts: TableParts = {},
): FigureTable {
  const { word = inEnglish } = parts;
  switch (main.chartType) {
    case 'Map':
      return countryTable(main, compared, word);
    case 'Table':
      return plainTable(main, compared, word);
    case 'HorizontalBars':
      return barTable(main, compared, word);
    case 'SSAIMainKPI':
      return metricTable(main, compared, word);
    case 'Text':
      return textTable(main, word);
    default:
      return lineTable(main, compared, parts);
  }
}

/** A compared table of one column of figures, with a second column for the compared period: for mails. */
export function withBefore(table: FigureTable, word: WordOf = inEnglish): FigureTable {
  const [unit] = table.units;
  const isCompared = table.rows.some(({ compared }) => compared !== undefined);
  if (unit === undefined || table.units.length > 1 || !isCompared) return table;
  return {
    ...table,
    heads: [...table.heads, word('Before')],
    units: [unit, unit],
    rows: table.rows.map((row) => ({
      ...row,
      cells: [...row.cells, row.compared?.[0] ?? null],
    })),
  };
}
