/**
 * Draws the picture of a card, with the options that the console's charts have, on a canvas of Skia. Read in the
 * drawing thread alone: it loads ECharts and a native library.
 */
import { fileURLToPath } from 'node:url';
import type { ReportData, ReportViewOption } from '@interlude/contract';
import {
  barModel,
  barOption,
  type ChartColours,
  coloursOf,
  countryBars,
  drawPicture,
  figureTable,
  lineModel,
  lineOption,
  type PictureBody,
  pictureChartWidth,
  pictureSize,
} from '@interlude/reporting/charts';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent } from 'echarts/components';
import { type EChartsCoreOption, init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

export interface CardToDraw {
  readonly main: ReportData;
  readonly compared: ReportData | undefined;
  readonly viewOption: ReportViewOption | null;
}

export interface DrawnPicture {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** CSS pixels of a chart, and device pixels of each. */
const chartHeight = 320;
const scale = 2;

/** The font of the console by its scripts: an installation need not have any fonts. */
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;
const families = scripts.map((script) => `Inter ${script}`);
const font = families.map((family) => `"${family}"`).join(', ');

function prepare(): void {
  for (const [index, script] of scripts.entries()) {
    const file = `@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`;
    const path = fileURLToPath(import.meta.resolve(file));
    if (GlobalFonts.registerFromPath(path, families[index]) === null) {
      throw new Error(`The font ${file} cannot be read.`);
    }
  }
  use([BarChart, LineChart, GridComponent, LegendScrollComponent, CanvasRenderer]);
  // ECharts measures texts with a canvas of its own.
  setPlatformAPI({ createCanvas: () => createCanvas(1, 1) as never });
}
let isPrepared = false;

function optionOf(
  { main, compared, viewOption }: CardToDraw,
  colours: ChartColours,
): EChartsCoreOption | undefined {
  switch (main.chartType) {
    case 'AreaAndLine':
    case 'MultiLine':
    case 'CampaignArea':
      return lineOption(lineModel(main, compared), colours);
    case 'HorizontalBars':
      return barOption(barModel(main, compared), colours);
    case 'Map':
      return viewOption === 'table' ? undefined : barOption(countryBars(main, compared), colours);
    default:
      return undefined;
  }
}

interface DrawnChart {
  readonly canvas: Canvas;
  dispose(): void;
}

function drawChart(option: EChartsCoreOption): DrawnChart {
  const canvas = createCanvas(pictureChartWidth * scale, chartHeight * scale);
  const chart = init(canvas as never, null, {
    ...{ renderer: 'canvas', devicePixelRatio: scale },
    ...{ width: pictureChartWidth, height: chartHeight },
  });
  chart.setOption({ ...option, animation: false });
  return { canvas, dispose: () => chart.dispose() };
}

function drawOn(body: PictureBody<Canvas>, colours: ChartColours): DrawnPicture {
  const picture = { title: '', lines: [], colours, font, body };
  const { width, height } = pictureSize(picture);
  const canvas = createCanvas(width, height);
  drawPicture(canvas.getContext('2d'), picture);
  return { png: canvas.toBuffer('image/png'), width, height };
}

/** @throws Error where the font or the native library is missing */
export function drawCard(card: CardToDraw): DrawnPicture {
  if (!isPrepared) prepare();
  isPrepared = true;
  const colours = coloursOf('light', font);
  const option = optionOf(card, colours);
  if (option === undefined) {
    return drawOn({ kind: 'table', table: figureTable(card.main, card.compared) }, colours);
  }
  const { canvas: image, dispose } = drawChart(option);
  try {
    return drawOn({ kind: 'image', image, width: image.width, height: image.height }, colours);
  } finally {
    // It clears its canvas, and ends the timer of its animations.
    dispose();
  }
}
