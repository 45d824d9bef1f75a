/** The slate: fills a break after its ads. Quiet, and does not look like an error. */

import {
  colour,
  copyFrameBuffer,
  createFrameBuffer,
  disc,
  type FrameBuffer,
  fillGradient,
  paint,
} from '../frame-buffer.ts';
import { drawText } from '../lettering.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Card,
  drawBrand,
  drawPatches,
  drawSafeCorners,
  inks,
} from './card.ts';

export function createSlateCard(frameCount: number): Card {
  const base = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  fillGradient(base, colour('#1a2d33'), colour('#0e181c'));
  drawSafeCorners(base, inks.soft, 0.45);
  drawBrand(base, 376, 168, 56);
  drawText(base, 'We will be right back', CARD_WIDTH / 2, 282, {
    size: 30,
    weight: 1.05,
    ink: inks.text,
    align: 'centre',
  });
  drawText(base, 'SLATE', CARD_WIDTH / 2, 448, {
    size: 12,
    spacing: 4,
    weight: 1.3,
    ink: inks.soft,
    align: 'centre',
  });
  drawPatches(base);
  return {
    drawFrame(picture, frame) {
      copyFrameBuffer(base, picture);
      drawDots(picture, frame / frameCount);
    },
  };
}

/** Five dots that swell one after the other; a whole number of cycles, so that the slate can repeat. */
function drawDots(picture: FrameBuffer, share: number): void {
  const turns = 4;
  for (let dot = 0; dot < 5; dot += 1) {
    const wave = Math.sin(2 * Math.PI * (share * turns - dot / 8));
    const x = CARD_WIDTH / 2 + (dot - 2) * 32;
    const box = { x: x - 10, y: 362, width: 20, height: 20 };
    paint(picture, box, inks.green, disc(x, 372, 5 + 2.5 * wave), 0.65 + 0.3 * wave);
  }
}
