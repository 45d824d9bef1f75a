/** Four figures with their meaning and their change (SSAIMainKPI, REP-029, REP-030). */
import type { ReportData } from '@interlude/contract';
import { changeText, figureText } from '@interlude/reporting/charts';
import { chartWord } from '../../../texts/chart-word.ts';
import { sentence } from '../../../texts/sentence.tsx';

export interface KpiTile {
  readonly label: string;
  readonly value: string;
  /** The meaning of the figure. */
  readonly hover: string;
  /** Against the compared period: `+6,2 %`; empty where there is none. */
  readonly change: string;
  readonly before: string;
}

/** Shown instead of the tiles unless there are exactly four figures, four labels and four meanings (REP-029). */
export const kpiPlaceholder = '...';
const tileCount = 4;

export function kpiTiles(main: ReportData, compared?: ReportData): KpiTile[] | undefined {
  const { metrics, labels, hovers, units } = main;
  if ([metrics, labels, hovers].some(({ length }) => length !== tileCount)) return;
  return metrics.map((value, index) => {
    const before = compared?.metrics[index];
    return {
      label: chartWord(String(labels[index])),
      value: figureText(value, units[index]),
      hover: chartWord(hovers[index] ?? ''),
      change: changeText(value, before),
      before: before === undefined ? '' : figureText(before, units[index]),
    };
  });
}

export function KpiChart({
  main,
  compared,
}: {
  main: ReportData;
  compared: ReportData | undefined;
}) {
  const tiles = kpiTiles(main, compared);
  if (tiles === undefined) return <p className="kpi-placeholder">{kpiPlaceholder}</p>;
  return (
    <dl className="kpi-tiles">
      {tiles.map(({ label, value, hover, change, before }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="kpi-value num">{value}</dd>
          <dd className="kpi-change num">
            {change !== '' && <span>{change}</span>}
            {before !== '' && (
              <span className="dimmed"> {sentence('from {before}', { before })}</span>
            )}
          </dd>
          <dd className="kpi-hover dimmed">{hover}</dd>
        </div>
      ))}
    </dl>
  );
}
