/** A planar 4:2:0 frame buffer (BT.709, limited range) with its drawing operations. */

export interface Colour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

export interface FrameBuffer {
  readonly width: number;
  readonly height: number;
  /** Y plane, then U, then V (each a quarter of Y). */
  readonly data: Uint8Array;
}

/** How much of a pixel is covered, 0..1, at its centre. */
export type Coverage = (x: number, y: number) => number;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `#rrggbb` by the matrix of ITU-R BT.709 §3.3, studio range (16..235, 16..240). */
export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  const r = (value >> 16) / 255;
  const g = ((value >> 8) & 255) / 255;
  const b = (value & 255) / 255;
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: Math.round(16 + 219 * luma),
    u: Math.round(128 + (224 * (b - luma)) / 1.8556),
    v: Math.round(128 + (224 * (r - luma)) / 1.5748),
  };
}

export function createFrameBuffer(width: number, height: number): FrameBuffer {
  return { width, height, data: new Uint8Array((width * height * 3) / 2) };
}

export function copyFrameBuffer(from: FrameBuffer, to: FrameBuffer): void {
  to.data.set(from.data);
}

const mix = (from: number, to: number, share: number) => Math.round(from + (to - from) * share);

/** Paints `paint` through a coverage function within `box`; `opacity` 0..1. */
export function paint(
  picture: FrameBuffer,
  box: Box,
  ink: Colour,
  coverage: Coverage,
  opacity = 1,
): void {
  const mask = maskOf(box, picture, coverage);
  paintMask(picture, mask, 0, 0, ink, opacity);
}

/** Coverage of a rectangle of pixels, cached for repeated drawing. */
export interface Mask extends Box {
  /** 0..255, row by row. */
  readonly alpha: Uint8Array;
}

export function maskOf(
  box: Box,
  limits: Pick<FrameBuffer, 'width' | 'height'>,
  coverage: Coverage,
): Mask {
  // Even edges: a chroma sample belongs to a block of 2 x 2 pixels.
  const left = Math.max(0, Math.floor(box.x / 2) * 2);
  const top = Math.max(0, Math.floor(box.y / 2) * 2);
  const right = Math.min(limits.width, Math.ceil((box.x + box.width) / 2) * 2);
  const bottom = Math.min(limits.height, Math.ceil((box.y + box.height) / 2) * 2);
  const width = Math.max(0, right - left);
  const height = Math.max(0, bottom - top);
  const alpha = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      alpha[y * width + x] = Math.round(255 * coverage(left + x + 0.5, top + y + 0.5));
    }
  }
  return { x: left, y: top, width, height, alpha };
}

/** Paints a mask moved by whole pixels, both even. */
export function paintMask(
  picture: FrameBuffer,
  mask: Mask,
  moveX: number,
  moveY: number,
  ink: Colour,
  opacity = 1,
): void {
  const { width, data } = picture;
  for (let row = 0; row < mask.height; row += 1) {
    const start = (mask.y + moveY + row) * width + mask.x + moveX;
    for (let column = 0; column < mask.width; column += 1) {
      const alpha = mask.alpha[row * mask.width + column] ?? 0;
      if (alpha === 0) continue;
      const at = start + column;
      data[at] = mix(data[at] ?? 0, ink.y, (alpha / 255) * opacity);
    }
  }
  paintChroma(picture, mask, moveX, moveY, ink, opacity);
}

function paintChroma(
  picture: FrameBuffer,
  mask: Mask,
  moveX: number,
  moveY: number,
  ink: Colour,
  opacity: number,
): void {
  const { width, height, data } = picture;
  const uStart = width * height;
  const vStart = uStart + uStart / 4;
  const { alpha } = mask;
  for (let row = 0; row < mask.height; row += 2) {
    const line = ((mask.y + moveY + row) / 2) * (width / 2) + (mask.x + moveX) / 2;
    for (let column = 0; column < mask.width; column += 2) {
      const at = row * mask.width + column;
      const sum =
        (alpha[at] ?? 0) +
        (alpha[at + 1] ?? 0) +
        (alpha[at + mask.width] ?? 0) +
        (alpha[at + mask.width + 1] ?? 0);
      if (sum === 0) continue;
      const share = (sum / 1020) * opacity;
      const place = line + column / 2;
      data[uStart + place] = mix(data[uStart + place] ?? 128, ink.u, share);
      data[vStart + place] = mix(data[vStart + place] ?? 128, ink.v, share);
    }
  }
}

/** `Math.hypot` guards against overflow, at ten times the cost. */
const distance = (x: number, y: number) => Math.sqrt(x * x + y * y);

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** A filled rectangle with rounded corners, edges smoothed over one pixel. */
export function roundedBox(box: Box, radius: number): Coverage {
  const centreX = box.x + box.width / 2;
  const centreY = box.y + box.height / 2;
  return (x, y) => {
    const dx = Math.abs(x - centreX) - box.width / 2 + radius;
    const dy = Math.abs(y - centreY) - box.height / 2 + radius;
    const outside = distance(Math.max(0, dx), Math.max(0, dy)) - radius;
    return clamp(0.5 - outside - Math.min(0, Math.max(dx, dy)));
  };
}

/** A circle line of `weight` pixels; up to `toTurn` clockwise from the top, 0..1. */
export function ring(
  centreX: number,
  centreY: number,
  radius: number,
  weight: number,
  toTurn = 1,
): Coverage {
  return (x, y) => {
    const edge = clamp(weight / 2 + 0.5 - Math.abs(distance(x - centreX, y - centreY) - radius));
    if (edge === 0 || toTurn >= 1) return edge;
    const turn = Math.atan2(x - centreX, centreY - y) / (2 * Math.PI);
    const along = (toTurn - (turn < 0 ? turn + 1 : turn)) * 2 * Math.PI * radius;
    return edge * clamp(along + 0.5);
  };
}

export function disc(centreX: number, centreY: number, radius: number): Coverage {
  return (x, y) => clamp(radius + 0.5 - distance(x - centreX, y - centreY));
}

export function fillBox(
  picture: FrameBuffer,
  box: Box,
  ink: Colour,
  options: { radius?: number; opacity?: number } = {},
): void {
  paint(picture, box, ink, roundedBox(box, options.radius ?? 0), options.opacity ?? 1);
}

/** The whole frame from one colour at the top to another at the bottom. */
export function fillGradient(picture: FrameBuffer, top: Colour, bottom: Colour): void {
  const { width, height, data } = picture;
  const luma = width * height;
  for (let row = 0; row < height; row += 1) {
    const share = row / (height - 1);
    data.fill(mix(top.y, bottom.y, share), row * width, (row + 1) * width);
    if (row % 2 !== 0) continue;
    const chroma = luma + (row / 2) * (width / 2);
    data.fill(mix(top.u, bottom.u, share), chroma, chroma + width / 2);
    data.fill(mix(top.v, bottom.v, share), chroma + luma / 4, chroma + luma / 4 + width / 2);
  }
}
