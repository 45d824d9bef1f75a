/** A card as a picture: its title, its period, and its chart or the rows of its table. */
import type { FigureTable } from '../charts/figure-table.ts';
import { figureText } from '../charts/figures.ts';

export interface Picture {
  readonly title: string;
  /** Period, filters, the state of the figures. */
  readonly lines: readonly string[];
  readonly colours: {
    readonly text: string;
    readonly dimmed: string;
    readonly surface: string;
    readonly line: string;
  };
  readonly font: string;
  /** The drawn chart, or its figures. */
  readonly body: HTMLCanvasElement | FigureTable;
}

/** Pixels. */
const size = { width: 960, margin: 24, row: 22, rows: 24, title: 18, text: 13 } as const;
const scale = 2;

function bodyHeight(body: Picture['body']): number {
  if (!('rows' in body)) return (size.width - 2 * size.margin) * (body.height / body.width);
  return size.row * (1 + Math.min(body.rows.length, size.rows));
}

function drawTable(
  context: CanvasRenderingContext2D,
  { heads, units, rows }: FigureTable,
  top: number,
  { colours, font }: Picture,
): void {
  const room = size.width - 2 * size.margin;
  const columns = Math.max(1, heads.length);
  const first = columns === 1 ? room : room * 0.4;
  const rest = columns === 1 ? 0 : (room - first) / (columns - 1);
  const line = (cells: readonly string[], y: number, colour: string) => {
    context.fillStyle = colour;
    for (const [index, cell] of cells.entries()) {
      const right = size.margin + first + index * rest;
      context.textAlign = index === 0 ? 'left' : 'right';
      context.fillText(
        cell,
        index === 0 ? size.margin : right,
        y + 15,
        (index === 0 ? first : rest) - 8,
      );
    }
  };
  context.font = `${size.text}px ${font}`;
  line(heads, top, colours.dimmed);
  for (const [index, { name, cells }] of rows.slice(0, size.rows).entries()) {
    const y = top + size.row * (index + 1);
    context.fillStyle = colours.line;
    context.fillRect(size.margin, y, room, 1);
    line([name, ...cells.map((cell, column) => figureText(cell, units[column]))], y, colours.text);
  }
  context.textAlign = 'left';
}

/** @throws Error where the browser draws no pictures */
export async function drawPicture(picture: Picture): Promise<Blob> {
  const { title, lines, colours, font, body } = picture;
  const top = size.margin + 26 + lines.length * 18 + 12;
  const height = Math.ceil(top + bodyHeight(body) + size.margin);
  const canvas = document.createElement('canvas');
  canvas.width = size.width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw the picture.');
  context.scale(scale, scale);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, size.width, height);
  context.fillStyle = colours.text;
  context.font = `600 ${size.title}px ${font}`;
  context.fillText(title, size.margin, size.margin + 16);
  context.fillStyle = colours.dimmed;
  context.font = `${size.text}px ${font}`;
  for (const [index, text] of lines.entries()) {
    context.fillText(text, size.margin, size.margin + 40 + index * 18);
  }
  if ('rows' in body) drawTable(context, body, top, picture);
  else context.drawImage(body, size.margin, top, size.width - 2 * size.margin, bodyHeight(body));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser cannot draw the picture.');
  return blob;
}
