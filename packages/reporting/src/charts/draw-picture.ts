/** A card as a picture: its title, its period, and its chart or the rows of its table. Pure: the canvas is given. */
import type { ChartColours } from './chart-colours.ts';
import type { FigureTable } from './figure-table.ts';
import { figureText } from './figures.ts';

/** The part of a 2D canvas that a picture needs, in the browser or in Node. */
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
  /** Undefined: that of a file. */
  readonly frame?: PictureFrame | undefined;
}

/** CSS pixels. */
export interface PictureFrame {
  readonly width: number;
  readonly margin: number;
}

/** Of a file. */
const fileFrame: PictureFrame = { width: 960, margin: 24 };
const size = { row: 22, rows: 24, title: 18, text: 13 } as const;
/** Device pixels of a CSS pixel. */
export const pictureScale = 2;

const roomOf = ({ frame: { width, margin } = fileFrame }: Pick<Picture<unknown>, 'frame'>) =>
  width - 2 * margin;
const marginOf = ({ frame = fileFrame }: Pick<Picture<unknown>, 'frame'>) => frame.margin;

function bodyHeight<Image>({ body, frame }: Picture<Image>): number {
  if (body.kind === 'image') return roomOf({ frame }) * (body.height / body.width);
  return size.row * (1 + Math.min(body.table.rows.length, size.rows));
}

/** Without a title only the chart is drawn: a mail has title and lines in its text. */
function bodyTop(picture: Pick<Picture<unknown>, 'title' | 'lines' | 'frame'>): number {
  const margin = marginOf(picture);
  return picture.title === '' ? margin : margin + 26 + picture.lines.length * 18 + 12;
}

/** Pixels of the canvas. */
export function pictureSize<Image>(picture: Picture<Image>): { width: number; height: number } {
  const { width } = picture.frame ?? fileFrame;
  const height = Math.ceil(bodyTop(picture) + bodyHeight(picture) + marginOf(picture));
  return { width: width * pictureScale, height: height * pictureScale };
}

function drawTable<Image>(
  context: PictureContext<Image>,
  { heads, units, rows }: FigureTable,
  top: number,
  picture: Picture<Image>,
): void {
  const { colours, font } = picture;
  const room = roomOf(picture);
  const margin = marginOf(picture);
  const columns = Math.max(1, heads.length);
  const first = columns === 1 ? room : room * 0.4;
  const rest = columns === 1 ? 0 : (room - first) / (columns - 1);
  const line = (cells: readonly string[], y: number, colour: string) => {
    context.fillStyle = colour;
    for (const [index, cell] of cells.entries()) {
      const right = margin + first + index * rest;
      context.textAlign = index === 0 ? 'left' : 'right';
      const x = index === 0 ? margin : right;
      context.fillText(cell, x, y + 15, (index === 0 ? first : rest) - 8);
    }
  };
  context.font = `${size.text}px ${font}`;
  line(heads, top, colours.dimmed);
  for (const [index, { name, cells }] of rows.slice(0, size.rows).entries()) {
    const y = top + size.row * (index + 1);
    context.fillStyle = colours.line;
    context.fillRect(margin, y, room, 1);
    line([name, ...cells.map((cell, column) => figureText(cell, units[column]))], y, colours.text);
  }
  context.textAlign = 'left';
}

function drawHead<Image>(context: PictureContext<Image>, picture: Picture<Image>): void {
  const { title, lines, colours, font } = picture;
  const room = roomOf(picture);
  const margin = marginOf(picture);
  context.fillStyle = colours.text;
  context.font = `600 ${size.title}px ${font}`;
  context.fillText(title, margin, margin + 16, room);
  context.fillStyle = colours.dimmed;
  context.font = `${size.text}px ${font}`;
  for (const [index, text] of lines.entries()) {
    context.fillText(text, margin, margin + 40 + index * 18, room);
  }
}

/** Draws on a canvas of `pictureSize`. */
export function drawPicture<Image>(context: PictureContext<Image>, picture: Picture<Image>): void {
  const { title, colours, body } = picture;
  const { width, height } = pictureSize(picture);
  const top = bodyTop(picture);
  context.scale(pictureScale, pictureScale);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width / pictureScale, height / pictureScale);
  if (title !== '') drawHead(context, picture);
  if (body.kind === 'table') drawTable(context, body.table, top, picture);
  else {
    const margin = marginOf(picture);
    context.drawImage(body.image, margin, top, roomOf(picture), bodyHeight(picture));
  }
}
