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

interface Segment {
  readonly x: number;
  readonly y: number;
  /** To its end. */
  readonly dx: number;
  readonly dy: number;
  /** Squared. */
  readonly length: number;
}

function segmentsOf(glyph: Glyph): Segment[] {
  if (glyph.strokes === '') return [];
  return glyph.strokes.split(';').flatMap((stroke) => {
    const points = stroke.startsWith('o') ? arcPoints(stroke) : linePoints(stroke);
    return points.slice(1).map((point, index): Segment => {
      const [x = 0, y = 0] = points[index] ?? [];
      const [endX = 0, endY = 0] = point;
      const dx = endX - x;
      const dy = endY - y;
      return { x, y, dx, dy, length: dx * dx + dy * dy };
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

/** Squared distance: a letter computes thousands of points, and one root per point is enough. */
function distanceOf({ x, y, dx, dy, length }: Segment, atX: number, atY: number): number {
  const fromX = atX - x;
  const fromY = atY - y;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (fromX * dx + fromY * dy) / length));
  const besideX = fromX - along * dx;
  const besideY = fromY - along * dy;
  return besideX * besideX + besideY * besideY;
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
      for (const segment of segments) nearest = Math.min(nearest, distanceOf(segment, gx, gy));
      return Math.min(1, Math.max(0, (weight / 2 - Math.sqrt(nearest)) * unit + 0.5));
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
