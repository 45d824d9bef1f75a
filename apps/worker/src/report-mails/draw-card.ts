/**
 * Draws the picture of a card, with the options that the console's charts have, on a canvas of Skia. Read in the
 * drawing thread alone: it loads ECharts and a native library.
 */
import { fileURLToPath } from 'node:url';
import type { Language, ReportData, ReportViewOption } from '@interlude/contract';
import {
  barModel,
  barOption,
  type ChartColours,
  coloursOf,
  countryBars,
  drawPicture,
  type FigureTable,
  figureTable,
  lineModel,
  lineOption,
  type PictureBody,
  pictureScale,
  pictureSize,
  withBefore,
} from '@interlude/reporting/charts';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent } from 'echarts/components';
import { type EChartsCoreOption, init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { mailWord } from './mail-words.ts';

export interface CardToDraw {
  readonly main: ReportData;
  readonly compared: ReportData | undefined;
  readonly viewOption: ReportViewOption | null;
  readonly language: Language;
}

export interface DrawnPicture {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** As wide as a mail, so that a text in a picture is as large as one beside it. CSS pixels. */
const frame = { width: 544, margin: 8 } as const;
const chart = { width: frame.width - 2 * frame.margin, height: 260 } as const;
/** Columns of a table; the console has the others. */
const mostColumns = 6;

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
  { main, compared, viewOption, language }: CardToDraw,
  colours: ChartColours,
): EChartsCoreOption | undefined {
  const word = mailWord(language);
  switch (main.chartType) {
    case 'AreaAndLine':
    case 'MultiLine':
    case 'CampaignArea':
      return lineOption(lineModel(main, compared, word), colours);
    case 'HorizontalBars':
      return barOption(barModel(main, compared, word), colours);
    case 'Map':
      return viewOption === 'table'
        ? undefined
        : barOption(countryBars(main, compared, word), colours);
    default:
      return undefined;
  }
}

function tableOf({ main, compared, language }: CardToDraw): FigureTable {
  const word = mailWord(language);
  const table = figureTable(main, compared, { word });
  const { heads, units, rows, ...rest } = withBefore(table, word);
  return {
    ...rest,
    heads: heads.slice(0, mostColumns),
    units: units.slice(0, mostColumns - 1),
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.slice(0, mostColumns - 1) })),
  };
}

interface DrawnChart {
  readonly canvas: Canvas;
  dispose(): void;
}

function drawChart(option: EChartsCoreOption): DrawnChart {
  const canvas = createCanvas(chart.width * pictureScale, chart.height * pictureScale);
  const drawn = init(canvas as never, null, {
    renderer: 'canvas',
    devicePixelRatio: pictureScale,
    ...chart,
  });
  drawn.setOption({ ...option, animation: false });
  return { canvas, dispose: () => drawn.dispose() };
}

function drawOn(body: PictureBody<Canvas>, colours: ChartColours): DrawnPicture {
  const picture = { title: '', lines: [], colours, font, body, frame };
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
    return drawOn({ kind: 'table', table: tableOf(card) }, colours);
  }
  const { canvas: image, dispose } = drawChart(option);
  try {
    return drawOn({ kind: 'image', image, width: image.width, height: image.height }, colours);
  } finally {
    // Clears the canvas and ends ECharts' animation timer.
    dispose();
  }
}
