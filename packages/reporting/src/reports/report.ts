/** A report: its definition, and how figures become the data of one of its instances. */
import type {
  ReportDataInput,
  ReportDefinition,
  ReportParams,
  ReportSettings,
  SheetCell,
} from '@interlude/contract';
import type { CounterName } from '../fold/batch.ts';
import type { CounterSum, FigureScope, Figures } from './figures.ts';

/** Filters, settings and source of the figures of one instance. */
export interface ReportContext {
  readonly figures: Figures;
  readonly scope: FigureScope;
  readonly params: ReportParams;
  readonly settings: ReportSettings;
  readonly nowMs: number;
  /** Index of the first bucket that still counts; the number of buckets where all have ended. */
  readonly runningFrom: number;
}

/** The data of an instance without the fields that all reports share (period, zone, freshness). */
export type ReportFigures = Omit<
  ReportDataInput,
  | 'reportName'
  | 'chartType'
  | 'start'
  | 'end'
  | 'interval'
  | 'timeZone'
  | 'asOf'
  | 'complete'
  | 'runningFrom'
  | 'campaigns'
  | 'reportParams'
> & {
  /** Keys of lines, bars or rows, which the compared period shows, too. */
  readonly keys?: readonly string[];
};

export interface Report {
  readonly definition: ReportDefinition;
  readonly helpTexts: readonly string[];
  read(context: ReportContext): Promise<ReportFigures>;
}

/** A definition with the defaults of most reports; all can be compared. */
export function definitionOf(
  named: Pick<ReportDefinition, 'reportName' | 'title' | 'chartType' | 'group'> &
    Partial<ReportDefinition>,
): ReportDefinition {
  return {
    numOfInstances: 2,
    instances: [{ reportData: null, reportParams: { instance: 0, keys: [] } }],
    defaultViewOption: null,
    viewOptions: [],
    showCampaignSelector: false,
    channelDependent: true,
    disableTimingSelect: false,
    ...named,
  };
}

/** Starts and ends of the buckets of a period. */
export function bucketsOf({ edges }: FigureScope): { starts: number[]; ends: number[] } {
  return { starts: edges.slice(0, -1), ends: edges.slice(1) };
}

export const sumOf = (row: CounterSum | undefined, name: CounterName): number =>
  row?.sums[name] ?? 0;

export const totalOf = (rows: readonly CounterSum[], name: CounterName): number =>
  rows.reduce((total, row) => total + sumOf(row, name), 0);

/** A part of a whole; null where there is no whole. */
export const ratioOf = (part: number, whole: number): number | null =>
  whole > 0 ? part / whole : null;

/**
 * One value a bucket: 0 where nothing was counted, null where nothing can have been counted yet (the future).
 */
export function lineOf(
  { scope, nowMs }: Pick<ReportContext, 'scope' | 'nowMs'>,
  rows: readonly CounterSum[],
  name: CounterName,
): (number | null)[] {
  const { starts } = bucketsOf(scope);
  const values = new Map(rows.map((row) => [row.bucket, sumOf(row, name)]));
  return starts.map((start, index) => (start > nowMs ? null : (values.get(index) ?? 0)));
}

/** One sheet of an instance: a head and rows. */
export function sheetOf(
  { params }: Pick<ReportContext, 'params'>,
  head: readonly string[],
  rows: readonly (readonly SheetCell[])[],
) {
  const data = [[...head], ...rows.map((row) => [...row])];
  return { sheets: [{ name: `Period ${params.instance + 1}`, data }] };
}

/** Lines over time with their sheet: a column for each line. */
export function timeChart(
  context: Pick<ReportContext, 'params' | 'scope'>,
  lines: readonly {
    readonly name: string;
    readonly key?: string;
    readonly data: (number | null)[];
  }[],
): Pick<ReportFigures, 'labels' | 'bucketEnds' | 'series' | 'excelData'> {
  const { starts, ends } = bucketsOf(context.scope);
  return {
    labels: starts,
    bucketEnds: ends,
    series: lines.map(({ name, key, data }) => ({ name, data, ...(key !== undefined && { key }) })),
    excelData: sheetOf(
      context,
      ['From', 'To', ...lines.map(({ name }) => name)],
      starts.map((start, index) => [
        { dateMs: start },
        { dateMs: ends[index] ?? start },
        ...lines.map(({ data }) => data[index] ?? null),
      ]),
    ),
  };
}

/** Bars by value, descending, with their sheet. The keys of the first period stay those of the compared one. */
export function barChart(
  context: Pick<ReportContext, 'params'>,
  head: readonly [name: string, value: string],
  bars: readonly { readonly key: string; readonly name: string; readonly value: number }[],
): Pick<ReportFigures, 'labels' | 'series' | 'excelData' | 'metrics' | 'keys'> {
  return {
    labels: bars.map(({ name }) => name),
    series: [{ name: head[1], data: bars.map(({ value }) => value) }],
    metrics: [bars.reduce((total, { value }) => total + value, 0)],
    excelData: sheetOf(
      context,
      head,
      bars.map(({ name, value }) => [name, value]),
    ),
    keys: bars.map(({ key }) => key),
  };
}

export interface TableColumn {
  readonly name: string;
  readonly unit: 'count' | 'ratio' | 'milliseconds' | 'bytes' | 'money' | 'text';
}

/** A table with its sheet; the first column names the rows. */
export function tableOf(
  context: Pick<ReportContext, 'params'>,
  head: string,
  columns: readonly TableColumn[],
  rows: readonly {
    readonly name: string;
    readonly key?: string;
    readonly cells: (number | string | null)[];
  }[],
): Pick<ReportFigures, 'labels' | 'series' | 'units' | 'excelData'> {
  const labels = [head, ...columns.map(({ name }) => name)];
  return {
    labels,
    units: columns.map(({ unit }) => unit),
    series: rows.map(({ name, key, cells }) => ({
      name,
      data: cells,
      ...(key !== undefined && { key }),
    })),
    excelData: sheetOf(
      context,
      labels,
      rows.map(({ name, cells }) => [name, ...cells]),
    ),
  };
}
