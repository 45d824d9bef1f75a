/**
 * The machine-readable line of every frame: 24 black and white blocks near the bottom edge that encode which
 * media this is and which frame of it. A test reads the luma of the 24 centres from a canvas of any size.
 *
 *   1 0 | label 4 | frame 12 | check 4 | 0 1        most significant bit first
 */
import { type Colour, type FrameBuffer, fillBox } from './frame-buffer.ts';

/** The media of a frame: 0 = content, 1..14 = creatives, 15 = slate. */
export type MarkLabel = number;
export const CONTENT_LABEL = 0;
export const SLATE_LABEL = 15;

export interface FrameMark {
  readonly label: MarkLabel;
  /** 0..4095, counted within the media. */
  readonly frame: number;
}

const BITS = 24;
/** Positions in fractions of the frame's width and height (960 x 540 in the drawing). */
const LEFT = 240 / 960;
const BLOCK = 20 / 960;
const TOP = 494 / 540;
const HEIGHT = 14 / 540;
const WHITE: Colour = { y: 225, u: 128, v: 128 };
const BLACK: Colour = { y: 20, u: 128, v: 128 };

function checkOf(label: number, frame: number): number {
  return (label ^ (frame >> 8) ^ ((frame >> 4) & 15) ^ (frame & 15) ^ 0b1010) & 15;
}

export function frameMarkBits({ label, frame }: FrameMark): boolean[] {
  const value = (label << 16) | (frame << 4) | checkOf(label, frame);
  const body = Array.from({ length: 20 }, (_, index) => ((value >> (19 - index)) & 1) === 1);
  return [true, false, ...body, false, true];
}

export function drawFrameMark(picture: FrameBuffer, mark: FrameMark): void {
  const block = BLOCK * picture.width;
  const y = Math.round(TOP * picture.height);
  const height = Math.round(HEIGHT * picture.height);
  for (const [index, isSet] of frameMarkBits(mark).entries()) {
    const x = LEFT * picture.width + index * block;
    fillBox(picture, { x, y, width: block, height }, isSet ? WHITE : BLACK);
  }
}

/** Sample positions for the luma of the 24 blocks in a frame of this size; pixels. */
export function frameMarkPoints(width: number, height: number): { x: number; y: number }[] {
  return Array.from({ length: BITS }, (_, index) => ({
    x: Math.floor((LEFT + BLOCK * (index + 0.5)) * width),
    y: Math.floor((TOP + HEIGHT / 2) * height),
  }));
}

/** The mark from the 24 luma (or any grey) values 0..255; undefined when they are no mark. */
export function readFrameMark(luma: readonly number[]): FrameMark | undefined {
  if (luma.length !== BITS) return undefined;
  const bits = luma.map((value) => (value > 127 ? 1 : 0));
  if (bits[0] !== 1 || bits[1] !== 0 || bits[22] !== 0 || bits[23] !== 1) return undefined;
  const value = bits.slice(2, 22).reduce<number>((sum, bit) => (sum << 1) | bit, 0);
  const label = value >> 16;
  const frame = (value >> 4) & 0xfff;
  return (value & 15) === checkOf(label, frame) ? { label, frame } : undefined;
}
