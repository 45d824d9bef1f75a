/**
 * Orders the cards of a mail, worst first. A card is judged by figures of which more, or less, is better; each is
 * compared with the same figure of the period before. Pure.
 */
import type { ReportData, ReportUnit } from '@interlude/contract';

/** Counts below this in both periods are not compared: one error after none says nothing. */
const fewCounts = 20;

export interface JudgedFigure {
  readonly name: string;
  readonly unit: ReportUnit;
  readonly better: 'more' | 'less';
  readonly now: number | null;
  readonly before: number | null;
}

type Measure = (data: ReportData) => number | null;
type Judged = Omit<JudgedFigure, 'now' | 'before'> & { readonly of: Measure };

const metric =
  (index: number): Measure =>
  ({ metrics }) =>
    metrics[index] ?? null;

/** The sum of a column of a table. */
const column =
  (name: string): Measure =>
  ({ labels, series }) => {
    const index = labels.indexOf(name) - 1;
    if (index < 0 || series.length === 0) return null;
    return series.reduce((sum, { data }) => {
      const cell = data[index];
      return typeof cell === 'number' ? sum + cell : sum;
    }, 0);
  };

/** A column in one row of a table. */
const cell =
  (row: string, name: string): Measure =>
  ({ labels, series }) => {
    const found = series.find((one) => one.name === row)?.data[labels.indexOf(name) - 1];
    return typeof found === 'number' ? found : null;
  };

/** A quotient of sums, never a mean of quotients. */
const quotient =
  (part: Measure, whole: Measure): Measure =>
  (data) => {
    const [top, bottom] = [part(data), whole(data)];
    return top === null || bottom === null || bottom <= 0 ? null : top / bottom;
  };

/** Each cell of a column, weighted by another one. */
const weighted =
  (name: string, by: string): Measure =>
  ({ labels, series }) => {
    const [index, weight] = [labels.indexOf(name) - 1, labels.indexOf(by) - 1];
    if (index < 0 || weight < 0) return null;
    let [sum, total] = [0, 0];
    for (const { data } of series) {
      const [cell, weighs] = [data[index], data[weight]];
      if (typeof cell !== 'number' || typeof weighs !== 'number') continue;
      sum += cell * weighs;
      total += weighs;
    }
    return total > 0 ? sum / total : null;
  };

const counted = (name: string, index: number, better: Judged['better'] = 'more'): Judged => ({
  ...{ name, unit: 'count', better, of: metric(index) },
});
const ratio = (name: string, of: Measure, better: Judged['better'] = 'more'): Judged => ({
  ...{ name, unit: 'ratio', better, of },
});

/** By name of the report. One that is not here, or that an installation has added, is not judged. */
const judgedOf: Readonly<Record<string, readonly Judged[]>> = {
  'main-kpi': [
    counted('Ad views', 0),
    counted('Sessions', 1),
    ratio('Fill', metric(2)),
    ratio('Completion', metric(3)),
  ],
  'ad-views-over-time': [counted('Ad views', 0), counted('Completed', 1)],
  'campaign-completion': [counted('Completed', 0), ratio('Completion', metric(1))],
  countries: [counted('Ad views', 0)],
  devices: [counted('Ad views', 0)],
  'top-creatives': [counted('Ad views', 0)],
  'top-assets': [counted('Ad views', 0)],
  'asset-delivery': [counted('Sessions', 0), counted('Ad views', 1)],
  concurrency: [counted('Peak', 0)],
  'ad-load': [counted('Repeated of 100 ads', 2, 'less')],
  'delivered-bytes': [{ name: 'Bytes', unit: 'bytes', better: 'more', of: metric(0) }],
  'fill-and-errors': [
    ratio('Fill', quotient(column('Ads'), column('Offered'))),
    { name: 'Timed out', unit: 'count', better: 'less', of: column('Timed out') },
    { name: 'Without ads', unit: 'count', better: 'less', of: column('Without ads') },
    { name: 'Errors', unit: 'count', better: 'less', of: column('Errors') },
  ],
  'errors-by-reason': [
    counted('Without ads', 0, 'less'),
    { name: 'VAST errors', unit: 'count', better: 'less', of: metric(1) },
  ],
  'break-funnel': [ratio('Seen of offered', quotient(metric(5), metric(0)))],
  'lost-ad-time': [{ name: 'Lost', unit: 'milliseconds', better: 'less', of: metric(0) }],
  'lost-revenue': [{ name: 'Lost', unit: 'money', better: 'less', of: metric(0) }],
  'demand-sources': [
    ratio('In time', quotient(column('In time'), column('Asked'))),
    ratio('Errors', quotient(column('Errors'), column('Asked')), 'less'),
  ],
  trackers: [ratio('Failed', quotient(metric(1), metric(0)), 'less')],
  'splice-quality': [
    ratio(
      'Stalls at splices',
      quotient(cell('All splices', 'Stalls'), cell('All splices', 'Reported splices')),
      'less',
    ),
    {
      ...{ name: 'Exits per 1,000', unit: 'text', better: 'less' },
      of: cell('All splices', 'Exits per 1,000'),
    },
  ],
  'splice-quality-creatives': [
    ratio('Stalls at splices', quotient(column('Stalls'), column('Reported splices')), 'less'),
  ],
  'three-fills': [ratio('Observed fill', weighted('Observed fill', 'Offered'))],
};

/** Sessions by channel: each channel for itself, so that one that is gone is seen beside one that has grown. */
function channelFigures(main: ReportData, compared: ReportData | undefined): JudgedFigure[] {
  return main.series.map(({ name }, index) => ({
    ...{ name, unit: 'count', better: 'more' },
    ...{ now: main.metrics[index] ?? null, before: compared?.metrics[index] ?? null },
  }));
}

/**
 * The figures by which a card is judged, of the main and of the compared period.
 * @see ADR 0055
 */
export function judgedFigures(main: ReportData, compared: ReportData | undefined): JudgedFigure[] {
  if (main.reportName === 'sessions-by-channel') return channelFigures(main, compared);
  return (judgedOf[main.reportName] ?? []).map(({ of, ...figure }) => ({
    ...figure,
    ...{ now: of(main), before: compared === undefined ? null : of(compared) },
  }));
}

/**
 * By how much a figure is worse than before: the difference, as a share of the larger of both; below 0 it is better.
 * @returns undefined where there is nothing to compare
 * @see ADR 0055
 */
export function worseBy({ unit, better, now, before }: JudgedFigure): number | undefined {
  if (now === null || before === null) return undefined;
  const larger = Math.max(now, before);
  if (larger <= 0 || (unit === 'count' && larger < fewCounts)) return undefined;
  return (better === 'more' ? before - now : now - before) / larger;
}

export interface JudgedCard {
  /** Its worst figure, and by how much it is worse (`worseBy`); undefined = no figure can be compared. */
  readonly worst: { readonly figure: JudgedFigure; readonly by: number } | undefined;
  /** Its figures could not be read. */
  readonly hasFailed: boolean;
}

/**
 * The worst figure of a card.
 * @see ADR 0055
 */
export function judgeCard(
  main: ReportData | undefined,
  compared: ReportData | undefined,
): JudgedCard {
  if (main === undefined || main.code !== undefined) return { worst: undefined, hasFailed: true };
  const usable = compared?.code === undefined ? compared : undefined;
  let worst: JudgedCard['worst'];
  for (const figure of judgedFigures(main, usable)) {
    const by = worseBy(figure);
    if (by !== undefined && (worst === undefined || by > worst.by)) worst = { figure, by };
  }
  return { worst, hasFailed: false };
}

const place = ({ hasFailed, worst }: JudgedCard) =>
  hasFailed ? Number.POSITIVE_INFINITY : (worst?.by ?? Number.NEGATIVE_INFINITY);

/**
 * Cards that failed, then the worst, then those with nothing to compare; equal ones as they were given.
 * @see ADR 0055
 */
export function worstFirst<Card>(
  cards: readonly Card[],
  judgedOfCard: (card: Card) => JudgedCard,
): Card[] {
  return cards
    .map((card) => ({ card, at: place(judgedOfCard(card)) }))
    .toSorted((one, other) => (one.at === other.at ? 0 : other.at - one.at))
    .map(({ card }) => card);
}
