/** Text on a frame, drawn from the strokes of `glyphs.ts` with smooth edges. Letters are cached as masks. */

import { type Colour, type FrameBuffer, type Mask, maskOf, paintMask } from './frame-buffer.ts';
import { type Glyph, glyphs } from './glyphs.ts';

export interface Lettering {
  /** Cap height in pixels. */
  readonly size: number;
  /** Stroke width in units of a tenth of the cap height; 1.1 is a regular weight. */
  readonly weight?: number;
  /** Space between letters in the same units. */
  readonly spacing?: number;
  readonly ink: Colour;
  readonly align?: 'left' | 'centre' | 'right';
  readonly opacity?: number;
}

const WEIGHT = 1.15;
const SPACING = 2.2;
/** Degrees between two points of an arc. */
const ARC_STEP = 6;

type Segment = readonly [number, number, number, number];

function segmentsOf(glyph: Glyph): Segment[] {
  if (glyph.strokes === '') return [];
  return glyph.strokes.split(';').flatMap((stroke) => {
    const points = stroke.startsWith('o') ? arcPoints(stroke) : linePoints(stroke);
    return points.slice(1).map((point, index): Segment => {
      const [x0 = 0, y0 = 0] = points[index] ?? [];
      const [x1 = 0, y1 = 0] = point;
      return [x0, y0, x1, y1];
    });
  });
}

const linePoints = (stroke: string) =>
  stroke.split(' ').map((point) => point.split(',').map(Number));

function arcPoints(stroke: string): number[][] {
  const [cx = 0, cy = 0, rx = 0, ry = 0, from = 0, to = 0] = stroke.slice(2).split(',').map(Number);
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / ARC_STEP));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

function distance([x0, y0, x1, y1]: Segment, x: number, y: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length = dx * dx + dy * dy;
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

const cache = new Map<string, Mask>();
/** The letters of all cards fit many times; a bound keeps a caller's mistake from filling the memory. */
const CACHE_LIMIT = 2_000;

/** Mask of one letter at the origin, with `shift` (0 or 1) for odd positions. */
function letterMask(letter: string, size: number, weight: number, shift: number): Mask {
  const key = `${letter} ${size} ${weight} ${shift}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const unit = size / 10;
  const glyph = glyphs[letter];
  const segments = glyph === undefined ? [] : segmentsOf(glyph);
  const pad = Math.ceil((weight * unit) / 2 + 2);
  const padEven = pad + (pad % 2);
  const width = Math.ceil((glyph?.width ?? 0) * unit) + 2 * padEven + 2;
  const height = Math.ceil(14 * unit) + 2 * padEven;
  const mask = maskOf(
    { x: 0, y: 0, width, height },
    { width: width + 2, height: height + 2 },
    (x, y) => {
      const gx = (x - padEven - shift) / unit;
      const gy = (y - padEven) / unit;
      let nearest = Number.POSITIVE_INFINITY;
      for (const segment of segments) nearest = Math.min(nearest, distance(segment, gx, gy));
      return Math.min(1, Math.max(0, (weight / 2 - nearest) * unit + 0.5));
    },
  );
  const placed = { ...mask, x: -padEven, y: -padEven };
  if (cache.size < CACHE_LIMIT) cache.set(key, placed);
  return placed;
}

/** Pixels from the first letter's left edge to the last one's right edge. */
export function textWidth(text: string, style: Pick<Lettering, 'size' | 'spacing'>): number {
  const unit = style.size / 10;
  const spacing = style.spacing ?? SPACING;
  const letters = [...text];
  const widths = letters.reduce((sum, letter) => sum + (glyphs[letter]?.width ?? 0), 0);
  return (widths + spacing * Math.max(0, letters.length - 1)) * unit;
}

/** Draws `text` with its cap line at `y`; `x` is its left edge, centre or right edge. */
export function drawText(
  picture: FrameBuffer,
  text: string,
  x: number,
  y: number,
  style: Lettering,
): void {
  const unit = style.size / 10;
  const width = textWidth(text, style);
  const align = style.align ?? 'left';
  let pen = x - (align === 'centre' ? width / 2 : align === 'right' ? width : 0);
  const top = Math.round(y / 2) * 2;
  for (const letter of text) {
    const at = Math.round(pen);
    const shift = Math.abs(at % 2);
    const mask = letterMask(letter, style.size, style.weight ?? WEIGHT, shift);
    if (mask.width > 0) paintMask(picture, mask, at - shift, top, style.ink, style.opacity ?? 1);
    pen += ((glyphs[letter]?.width ?? 0) + (style.spacing ?? SPACING)) * unit;
  }
}
