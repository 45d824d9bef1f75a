/** A card as a picture: its title, its period, and its chart or the rows of its table. Pure: the canvas is given. */
import type { ChartColours } from './chart-colours.ts';
import type { FigureTable } from './figure-table.ts';
import { figureText } from './figures.ts';

/** What a picture needs of a 2D canvas, in the browser or in Node. */
export interface PictureContext<Image> {
  fillStyle: unknown;
  font: string;
  textAlign: string;
  scale(x: number, y: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number, maxWidth?: number): void;
  drawImage(image: Image, x: number, y: number, width: number, height: number): void;
}

export type PictureBody<Image> =
  /** A drawn chart. */
  | {
      readonly kind: 'image';
      readonly image: Image;
      readonly width: number;
      readonly height: number;
    }
  /** Its figures. */
  | { readonly kind: 'table'; readonly table: FigureTable };

export interface Picture<Image> {
  /** '' = neither it nor the lines are drawn. */
  readonly title: string;
  /** Period, filters, the state of the figures. */
  readonly lines: readonly string[];
  readonly colours: Pick<ChartColours, 'text' | 'dimmed' | 'surface' | 'line'>;
  readonly font: string;
  readonly body: PictureBody<Image>;
}

/** Pixels. */
const size = { width: 960, margin: 24, row: 22, rows: 24, title: 18, text: 13 } as const;
const scale = 2;
/** Width of a chart in its picture, CSS pixels. */
export const pictureChartWidth = size.width - 2 * size.margin;

function bodyHeight<Image>(body: PictureBody<Image>): number {
  if (body.kind === 'image') return pictureChartWidth * (body.height / body.width);
  return size.row * (1 + Math.min(body.table.rows.length, size.rows));
}

/** Without a title the chart alone: a mail says the rest beside it. */
const bodyTop = ({ title, lines }: Pick<Picture<unknown>, 'title' | 'lines'>) =>
  title === '' ? size.margin : size.margin + 26 + lines.length * 18 + 12;

/** Pixels of the canvas. */
export function pictureSize<Image>(picture: Picture<Image>): { width: number; height: number } {
  const height = Math.ceil(bodyTop(picture) + bodyHeight(picture.body) + size.margin);
  return { width: size.width * scale, height: height * scale };
}

function drawTable<Image>(
  context: PictureContext<Image>,
  { heads, units, rows }: FigureTable,
  top: number,
  { colours, font }: Picture<Image>,
): void {
  const columns = Math.max(1, heads.length);
  const first = columns === 1 ? pictureChartWidth : pictureChartWidth * 0.4;
  const rest = columns === 1 ? 0 : (pictureChartWidth - first) / (columns - 1);
  const line = (cells: readonly string[], y: number, colour: string) => {
    context.fillStyle = colour;
    for (const [index, cell] of cells.entries()) {
      const right = size.margin + first + index * rest;
      context.textAlign = index === 0 ? 'left' : 'right';
      const x = index === 0 ? size.margin : right;
      context.fillText(cell, x, y + 15, (index === 0 ? first : rest) - 8);
    }
  };
  context.font = `${size.text}px ${font}`;
  line(heads, top, colours.dimmed);
  for (const [index, { name, cells }] of rows.slice(0, size.rows).entries()) {
    const y = top + size.row * (index + 1);
    context.fillStyle = colours.line;
    context.fillRect(size.margin, y, pictureChartWidth, 1);
    line([name, ...cells.map((cell, column) => figureText(cell, units[column]))], y, colours.text);
  }
  context.textAlign = 'left';
}

function drawHead<Image>(
  context: PictureContext<Image>,
  { title, lines, colours, font }: Picture<Image>,
): void {
  context.fillStyle = colours.text;
  context.font = `600 ${size.title}px ${font}`;
  context.fillText(title, size.margin, size.margin + 16, pictureChartWidth);
  context.fillStyle = colours.dimmed;
  context.font = `${size.text}px ${font}`;
  for (const [index, text] of lines.entries()) {
    context.fillText(text, size.margin, size.margin + 40 + index * 18, pictureChartWidth);
  }
}

/** Draws on a canvas of `pictureSize`. */
export function drawPicture<Image>(context: PictureContext<Image>, picture: Picture<Image>): void {
  const { title, colours, body } = picture;
  const { width, height } = pictureSize(picture);
  const top = bodyTop(picture);
  context.scale(scale, scale);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width / scale, height / scale);
  if (title !== '') drawHead(context, picture);
  if (body.kind === 'table') drawTable(context, body.table, top, picture);
  else context.drawImage(body.image, size.margin, top, pictureChartWidth, bodyHeight(body));
}
