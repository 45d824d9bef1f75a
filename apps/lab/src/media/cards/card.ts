/** Parts of all cards: size, colours, brand and the strip at the bottom. */

import {
  type Box,
  type Colour,
  colour,
  type FrameBuffer,
  fillBox,
  paint,
  roundedBox,
} from '../frame-buffer.ts';
import { drawText, textWidth } from '../lettering.ts';

export const CARD_WIDTH = 960;
export const CARD_HEIGHT = 540;
export const FRAME_RATE = 25;

/** Title-safe area: 90 % of width and height (EBU R 95). */
export const SAFE: Box = { x: 48, y: 28, width: 864, height: 484 };

export const inks = {
  text: colour('#eef0f5'),
  soft: colour('#a9afbd'),
  faint: colour('#6f7688'),
  line: colour('#333a4e'),
  iris: colour('#7186f3'),
  irisDeep: colour('#4257d6'),
  orange: colour('#e08a4f'),
  green: colour('#43c08b'),
  white: colour('#ffffff'),
  black: colour('#000000'),
} as const;

/** Draws one complete frame; `frame` counts from 0. */
export interface Card {
  drawFrame(picture: FrameBuffer, frame: number): void;
}

/** The mark of Interlude: a bar between two bars, the middle one lifted out: something put in between. */
export function drawBrand(picture: FrameBuffer, x: number, y: number, size: number): number {
  const box = { x, y, width: size, height: size };
  paint(picture, box, inks.irisDeep, roundedBox(box, size * 0.26));
  const bar = size * 0.12;
  const bars: readonly [number, number, number, Colour][] = [
    [0.25, 0.3, 0.4, inks.white],
    [0.44, 0.2, 0.6, inks.orange],
    [0.63, 0.3, 0.4, inks.white],
  ];
  for (const [left, top, height, ink] of bars) {
    const one = { x: x + left * size, y: y + top * size, width: bar, height: height * size };
    paint(picture, one, ink, roundedBox(one, bar / 2));
  }
  const text = size * 0.62;
  const style = { size: text, weight: 1.25, spacing: 2, ink: inks.text };
  drawText(picture, 'Interlude', x + size * 1.4, y + (size - text) / 2, style);
  return size * 1.4 + textWidth('Interlude', style);
}

/** Corners of the title-safe area, quiet. */
export function drawSafeCorners(picture: FrameBuffer, ink: Colour, opacity: number): void {
  const length = 22;
  const weight = 2;
  const inset = { left: 32, top: 18, right: 928, bottom: 522 };
  for (const x of [inset.left, inset.right]) {
    for (const y of [inset.top, inset.bottom]) {
      const toRight = x === inset.left;
      const down = y === inset.top;
      const across = {
        x: toRight ? x : x - length,
        y: down ? y : y - weight,
        width: length,
        height: weight,
      };
      const up = {
        x: toRight ? x : x - weight,
        y: down ? y : y - length,
        width: weight,
        height: length,
      };
      fillBox(picture, across, ink, { opacity });
      fillBox(picture, up, ink, { opacity });
    }
  }
}

const patches = ['#d9d9d9', '#c9a227', '#2fa37a', '#566de8', '#b05cc6', '#c8553d'].map(colour);
const greys = ['#101216', '#333740', '#5b606b', '#8a8f99', '#bdc1c8', '#f2f3f5'].map(colour);

/** Colour patches left and a grey ramp right of the machine-readable line. */
export function drawPatches(picture: FrameBuffer): void {
  for (const [index, ink] of patches.entries()) {
    fillBox(picture, { x: 48 + index * 28, y: 494, width: 28, height: 14 }, ink);
  }
  for (const [index, ink] of greys.entries()) {
    fillBox(picture, { x: 744 + index * 28, y: 494, width: 28, height: 14 }, ink);
  }
}

export const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
