/** Draws shapes on a canvas. No decision is taken here. */
import type { Colour, FlagShape, PinShape, RectShape, Shape, TextShape } from './shape.ts';

export type Palette = Readonly<Record<Colour, string>>;

/** Loaded pictures by their names. */
export type Pictures = ReadonlyMap<string, CanvasImageSource>;

const fontSizePx = 11;

function paintRect(context: CanvasRenderingContext2D, shape: RectShape, palette: Palette): void {
  const { x, y, width, height, fill, alpha = 1, hatched = false } = shape;
  context.globalAlpha = hatched ? 0.35 * alpha : alpha;
  context.fillStyle = palette[fill];
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  if (!hatched) return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = palette[fill];
  context.lineWidth = 1.5;
  context.beginPath();
  const from = Math.max(x, 0) - height;
  for (let at = from - (from % 7); at < Math.min(x + width, context.canvas.clientWidth); at += 7) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

function paintFlag(context: CanvasRenderingContext2D, shape: FlagShape, palette: Palette): void {
  const { x, y, points } = shape;
  context.fillStyle = palette[shape.fill];
  context.beginPath();
  if (points === 'down') {
    context.moveTo(x - 4, y);
    context.lineTo(x + 4, y);
    context.lineTo(x, y + 6);
  } else {
    const tip = points === 'right' ? 9 : -9;
    context.moveTo(x, y);
    context.lineTo(x + tip, y + 6);
    context.lineTo(x, y + 12);
  }
  context.fill();
}

/** The text, cut where it is longer than its room. */
function fitted(context: CanvasRenderingContext2D, { text, maxWidth }: TextShape): string {
  if (maxWidth === undefined || context.measureText(text).width <= maxWidth) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > maxWidth)
    length -= 1;
  return length > 1 ? `${text.slice(0, length)}…` : '';
}

function paintText(context: CanvasRenderingContext2D, shape: TextShape, palette: Palette): void {
  const text = fitted(context, shape);
  context.fillStyle = palette[shape.fill];
  context.textAlign = 'left';
  const width = context.measureText(text).width;
  const wanted = shape.align === 'center' ? shape.x - width / 2 : shape.x;
  const room = context.canvas.clientWidth - width - 2;
  context.fillText(
    text,
    shape.align === 'center' ? Math.min(Math.max(wanted, 2), room) : wanted,
    shape.y,
  );
}

function paintPin(context: CanvasRenderingContext2D, shape: PinShape, palette: Palette): void {
  const { x, y, severity, isOpen, count } = shape;
  const colour = palette[severity === 'error' ? 'bad' : 'warn'];
  context.beginPath();
  if (severity === 'error') context.arc(x, y, 8, 0, 2 * Math.PI);
  else {
    context.moveTo(x, y - 9);
    context.lineTo(x + 9, y + 7);
    context.lineTo(x - 9, y + 7);
    context.closePath();
  }
  context.fillStyle = isOpen ? colour : palette.surface;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = isOpen ? palette.surface : colour;
  context.textAlign = 'center';
  context.fillText(
    count > 1 ? (count > 9 ? '9+' : String(count)) : '!',
    x,
    y + (severity === 'error' ? 0.5 : 2),
  );
}

function paintShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  { palette, pictures }: PaintLook,
): void {
  switch (shape.kind) {
    case 'rect':
      paintRect(context, shape, palette);
      return;
    case 'flag':
      paintFlag(context, shape, palette);
      return;
    case 'text':
      paintText(context, shape, palette);
      return;
    case 'pin':
      paintPin(context, shape, palette);
      return;
    case 'image': {
      const { x, y, width, height } = shape;
      const picture = pictures.get(shape.picture);
      if (picture === undefined) {
        context.fillStyle = palette.lane;
        context.fillRect(x, y, width, height);
      } else context.drawImage(picture, x, y, width, height);
      return;
    }
    case 'outline':
      context.strokeStyle = palette[shape.stroke];
      context.lineWidth = shape.lineWidth;
      context.strokeRect(shape.x, shape.y, shape.width, shape.height);
      return;
    case 'line':
      context.globalAlpha = shape.alpha ?? 1;
      context.strokeStyle = palette[shape.stroke];
      context.lineWidth = shape.width;
      context.setLineDash(shape.dashed ? [3, 3] : []);
      context.beginPath();
      context.moveTo(shape.x, shape.y);
      context.lineTo(shape.x, shape.toY);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
  }
}

interface PaintLook {
  readonly palette: Palette;
  readonly pictures: Pictures;
  /** Family of the page; drawn before it is loaded, the browser takes another one. */
  readonly font: string;
}

/** Fills the canvas with shapes. */
export function paint(
  canvas: HTMLCanvasElement,
  size: { readonly width: number; readonly height: number; readonly ratio: number },
  shapes: readonly Shape[],
  look: PaintLook,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height, ratio } = size;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `${fontSizePx}px ${look.font}`;
  context.textBaseline = 'middle';
  for (const shape of shapes) paintShape(context, shape, look);
}
