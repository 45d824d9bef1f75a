/** Lines and bars on a canvas. Loaded with ECharts when the first such card is on screen. */
import type { ReportData } from '@interlude/contract';
import {
  barModel,
  barOption,
  type ChartColours,
  type ChartMarks,
  type FigureRow,
  figureText,
  lineModel,
  lineOption,
  marksSentence,
  pointSentence,
} from '@interlude/reporting/charts';
import type { ECharts } from 'echarts/core';
import { type RefObject, useMemo } from 'react';
import { chartWord } from '../../../texts/chart-word.ts';
import { t } from '../../../texts/t.ts';
import { ChartFrame } from './chart-frame.tsx';
import { barTip, lineTip } from './tip-element.ts';

export interface CanvasChartProps {
  readonly label: string;
  readonly main: ReportData;
  readonly compared: ReportData | undefined;
  readonly chart: RefObject<ECharts | undefined>;
  /** Marks at the points of the main period; lines only. */
  readonly marks?: ChartMarks | undefined;
  /** Gives the action that shows the breaks behind a bar; bars only. */
  readonly opens?: ((row: FigureRow) => (() => void) | undefined) | undefined;
}

export function CanvasChart(props: CanvasChartProps) {
  return props.main.chartType === 'HorizontalBars' ? <Bars {...props} /> : <Lines {...props} />;
}

function Lines({ label, main, compared, chart, marks }: CanvasChartProps) {
  const drawn = useMemo(() => {
    const model = lineModel(main, compared, chartWord);
    return {
      model,
      option: (colours: ChartColours) => lineOption(model, colours, marks),
      tip: (index: number, colours: ChartColours) =>
        lineTip(model, index, colours, marks?.starting[index]),
    };
  }, [main, compared, marks]);
  const { model, option, tip } = drawn;
  const sentence = (index: number) => {
    const said = marks && marksSentence(marks, index);
    return said ? `${pointSentence(model, index)}. ${said}` : pointSentence(model, index);
  };
  return <ChartFrame {...{ label, option, tip, chart, sentence }} points={model.length} />;
}

function Bars({ label, main, compared, chart, opens }: CanvasChartProps) {
  const drawn = useMemo(() => {
    const model = barModel(main, compared, chartWord);
    return {
      model,
      option: (colours: ChartColours) => barOption(model, colours),
      tip: (index: number, colours: ChartColours) => barTip(model, index, colours),
    };
  }, [main, compared]);
  const { model, option, tip } = drawn;
  const sentence = (index: number) => {
    const bar = model.bars[index];
    if (bar === undefined) return '';
    const before = model.isCompared
      ? t(', compared {compared}', { compared: figureText(bar.compared, model.unit) })
      : '';
    return `${bar.name}: ${figureText(bar.value, model.unit)}${before}`;
  };
  const open = (index: number) => {
    const bar = model.bars[index];
    if (bar) opens?.({ key: bar.key, name: bar.name, cells: [bar.value] })?.();
  };
  return (
    <ChartFrame
      {...{ label, option, tip, chart, sentence }}
      points={model.bars.length}
      onOpen={opens && open}
    />
  );
}
