import { describe, expect, it } from 'vitest';
import { createFrameBuffer } from './frame-buffer.ts';
import { drawFrameMark, frameMarkBits, frameMarkPoints, readFrameMark } from './frame-mark.ts';

const luma = (bits: readonly boolean[]) => bits.map((bit) => (bit ? 220 : 25));

describe('frame mark', () => {
  it('gives back label and frame for every label and many frames', () => {
    for (let label = 0; label < 16; label += 1) {
      for (let frame = 0; frame < 4_096; frame += 37) {
        expect(readFrameMark(luma(frameMarkBits({ label, frame })))).toEqual({ label, frame });
      }
    }
  });

  it('is drawn where it is read', () => {
    const picture = createFrameBuffer(960, 540);
    drawFrameMark(picture, { label: 3, frame: 511 });
    const read = frameMarkPoints(960, 540).map(({ x, y }) => picture.data[y * 960 + x] ?? 0);
    expect(readFrameMark(read)).toEqual({ label: 3, frame: 511 });
  });

  it('refuses any single wrong block', () => {
    const right = luma(frameMarkBits({ label: 2, frame: 1_234 }));
    for (let index = 0; index < right.length; index += 1) {
      const wrong = right.map((value, at) => (at === index ? 245 - value : value));
      expect(readFrameMark(wrong)).toBeUndefined();
    }
  });

  it('refuses a black frame and a white frame', () => {
    expect(readFrameMark(Array(24).fill(16))).toBeUndefined();
    expect(readFrameMark(Array(24).fill(235))).toBeUndefined();
  });
});
