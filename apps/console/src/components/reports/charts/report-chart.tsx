/** The chart of a card by its type; ECharts and the map are loaded when the first one is drawn. */
import type { ReportData, ReportViewOption } from '@interlude/contract';
import { type ChartMarks, type FigureRow, figureTable } from '@interlude/reporting/charts';
import type { ECharts } from 'echarts/core';
import { lazy, type RefObject, Suspense } from 'react';
import { text } from '../../../messages.ts';
import { chartWord } from '../../../texts/chart-word.ts';
import { KpiChart } from './kpi-chart.tsx';
import { TableChart } from './table-chart.tsx';
import { TextChart } from './text-chart.tsx';

export interface ReportChartProps {
  /** Accessible name. */
  readonly label: string;
  readonly main: ReportData;
  readonly compared: ReportData | undefined;
  readonly viewOption: ReportViewOption | null;
  /** The person has chosen the table of the figures instead of the chart. */
  readonly asTable: boolean;
  /** Canvas and map are drawn only inside of the window; default true. */
  readonly isInView?: boolean | undefined;
  /** Receives the chart, from which the card makes its picture. */
  readonly chart: RefObject<ECharts | undefined>;
  /** Marks at the points of a chart over time. */
  readonly marks?: ChartMarks | undefined;
  /** Gives the action that shows the breaks behind a row or a point; undefined where there is none. */
  readonly opens?: ((row: FigureRow) => (() => void) | undefined) | undefined;
}

const CanvasChart = lazy(async () => ({
  default: (await import('./canvas-chart.tsx')).CanvasChart,
}));
const MapChart = lazy(async () => ({ default: (await import('./map-chart.tsx')).MapChart }));

export function ReportChart(props: ReportChartProps) {
  const {
    label,
    main,
    compared,
    viewOption,
    asTable,
    chart,
    marks,
    opens,
    isInView = true,
  } = props;
  const { chartType } = main;
  if (asTable || chartType === 'Table' || (chartType === 'Map' && viewOption === 'table')) {
    return (
      <TableChart
        label={label}
        table={figureTable(main, compared, { marks, word: chartWord })}
        opens={opens}
      />
    );
  }
  if (chartType === 'SSAIMainKPI') return <KpiChart main={main} compared={compared} />;
  if (chartType === 'Text') return <TextChart main={main} compared={compared} />;
  if (!isInView) return <ChartLoading />;
  switch (chartType) {
    case 'Map':
      return (
        <Suspense fallback={<ChartLoading />}>
          <MapChart {...{ label, main, chart }} />
        </Suspense>
      );
    case 'AreaAndLine':
    case 'MultiLine':
    case 'CampaignArea':
    case 'HorizontalBars':
      return (
        <Suspense fallback={<ChartLoading />}>
          <CanvasChart {...{ label, main, compared, chart, marks, opens }} />
        </Suspense>
      );
    default:
      return <p className="card-notice">{text('chartUnsupported')}</p>;
  }
}

/** REP-013. */
export function ChartLoading() {
  return (
    <p className="card-notice dimmed" role="status">
      {text('reportLoading')}
    </p>
  );
}
