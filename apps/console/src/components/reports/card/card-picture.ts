/** The picture of a card: its canvas where it has one, else the rows of its figures. */
import { figureTable } from '@interlude/reporting/charts';
import type { ECharts } from 'echarts/core';
import type { RefObject } from 'react';
import { chartWord } from '../../../texts/chart-word.ts';
import { pictureBlob } from '../export/picture.ts';
import type { Exported } from '../export/workbook.ts';

interface PicturedCard {
  readonly title: string;
  readonly chart: RefObject<ECharts | undefined>;
  readonly card: RefObject<HTMLElement | null>;
  readonly lines: readonly string[];
}

export async function cardPicture(
  { title, chart, card, lines }: PicturedCard,
  { instances }: Exported,
): Promise<Blob> {
  const element = card.current ?? document.body;
  const style = getComputedStyle(element);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  const colours = {
    text: variable('--text'),
    dimmed: variable('--dimmed'),
    surface: variable('--surface'),
    line: variable('--line'),
  };
  const [main, compared] = instances;
  if (main?.data === undefined) throw new Error('The card has no figures.');
  const image = chart.current?.renderToCanvas({
    pixelRatio: 2,
    backgroundColor: colours.surface,
  });
  const body =
    image === undefined
      ? ({
          kind: 'table',
          table: figureTable(main.data, compared?.data, { word: chartWord }),
        } as const)
      : ({ kind: 'image', image, width: image.width, height: image.height } as const);
  return pictureBlob({ title, lines, colours, font: style.fontFamily, body });
}
