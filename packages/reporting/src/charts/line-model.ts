/**
 * The lines of a chart over time: main and compared period on one axis, point by point. Gaps stay gaps, and the running
 * bucket is known. Pure.
 */
import { type ReportData, type ReportUnit, reportLimits } from '@interlude/contract';
import { inEnglish, type WordOf } from './chart-words.ts';
import { figureText, percentage, pointText, thousands } from './figures.ts';

/** The line of a campaign (REP-028). */
const completedAdViews = 'Completed Ad Views';

export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly unit: ReportUnit;
  /** Place in the list of colours and marks. */
  readonly colour: number;
  readonly isCompared: boolean;
  readonly isArea: boolean;
  /** Text of the tooltip instead of the value, by point. */
  readonly notes?: readonly (string | undefined)[];
}

export interface LineModel {
  readonly lines: readonly Line[];
  /** Texts of the points: of the main period, and of the compared one. */
  readonly points: readonly string[];
  readonly comparedPoints: readonly string[];
  /** Points on the axis: those of the longer period. */
  readonly length: number;
  /** Index of the first point that still counts; undefined: all have ended. */
  readonly runningFrom: number | undefined;
  readonly unit: ReportUnit;
  readonly word: WordOf;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The labels of a period that are moments. */
function pointsOf(data: ReportData | undefined): string[] {
  if (data === undefined) return [];
  const { labels, interval, timeZone, campaignsData, chartType } = data;
  const starts = chartType === 'CampaignArea' ? campaignsData.map(({ key }) => key) : labels;
  return starts.map((start) =>
    typeof start === 'number' ? pointText(start, interval, timeZone) : start,
  );
}

function linesOf(data: ReportData, isCompared: boolean, word: WordOf): Line[] {
  const { chartType, series, units } = data;
  const unit = units[0] ?? 'count';
  return series.slice(0, reportLimits.lines).map(({ name, key, data: cells }, index) => ({
    // The name of a line with a key was given by people: it is not translated.
    name: key === undefined ? word(name) : name,
    values: cells.map(numberOf),
    unit,
    colour: index,
    isCompared,
    isArea: chartType === 'AreaAndLine' && index === 0 && !isCompared,
  }));
}

/** The completion of a campaign as a ratio; its tooltip names the ad views (REP-028). */
function campaignLine({ campaignsData }: ReportData, isCompared: boolean, word: WordOf): Line {
  return {
    name: word(completedAdViews),
    values: campaignsData.map(({ ratio }) => ratio.value),
    unit: 'ratio',
    colour: 0,
    isCompared,
    isArea: !isCompared,
    notes: campaignsData.map(({ bcn_q4, ratio }) =>
      ratio.value === null ? undefined : `${thousands(bcn_q4.value)} (${percentage(ratio.value)})`,
    ),
  };
}

export function lineModel(
  main: ReportData,
  compared?: ReportData,
  word: WordOf = inEnglish,
): LineModel {
  const linesFrom = (data: ReportData | undefined, isCompared: boolean): Line[] => {
    if (data === undefined) return [];
    return data.chartType === 'CampaignArea'
      ? [campaignLine(data, isCompared, word)]
      : linesOf(data, isCompared, word);
  };
  const points = pointsOf(main);
  const comparedPoints = pointsOf(compared);
  return {
    lines: [...linesFrom(main, false), ...linesFrom(compared, true)],
    ...{ points, comparedPoints },
    length: Math.max(points.length, comparedPoints.length),
    runningFrom: main.runningFrom ?? undefined,
    unit: main.chartType === 'CampaignArea' ? 'ratio' : (main.units[0] ?? 'count'),
    word,
  };
}

export interface TipRow {
  readonly name: string;
  readonly value: string;
  readonly line: Line;
}
export interface TipGroup {
  /** The date of the point in its own period. */
  readonly date: string;
  readonly rows: readonly TipRow[];
}

/** The tooltip of a point: a group for each period, with its date. */
export function pointTip(model: LineModel, index: number): TipGroup[] {
  const { runningFrom, word } = model;
  const group = (points: readonly string[], isCompared: boolean): TipGroup[] => {
    const date = points[index];
    const lines = model.lines.filter((line) => line.isCompared === isCompared);
    if (date === undefined || lines.length === 0) return [];
    const running = !isCompared && runningFrom !== undefined && index >= runningFrom;
    const rows = lines.map((line) => ({
      name: line.name,
      value: line.notes?.[index] ?? figureText(line.values[index], line.unit),
      line,
    }));
    return [{ date: running ? word('{date}, still counting', { date }) : date, rows }];
  };
  return [...group(model.points, false), ...group(model.comparedPoints, true)];
}

/** The same as one sentence, for a screen reader. */
export function pointSentence(model: LineModel, index: number): string {
  return pointTip(model, index)
    .map(({ date, rows }) => `${date}: ${rows.map((row) => `${row.name} ${row.value}`).join(', ')}`)
    .join('; ');
}

/** Whether a point has no neighbour with a value: no line would show it. */
export function isAlone(values: readonly (number | null)[], index: number): boolean {
  const has = (at: number) => (values[at] ?? null) !== null;
  return has(index) && !has(index - 1) && !has(index + 1);
}
