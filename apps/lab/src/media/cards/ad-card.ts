/** A creative of the lab: one bold colour, a large letter, its length, and a bar that shows the quartiles. */

import {
  colour,
  copyFrameBuffer,
  createFrameBuffer,
  disc,
  type FrameBuffer,
  fillBox,
  fillGradient,
  paint,
  ring,
} from '../frame-buffer.ts';
import { drawText } from '../lettering.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawPatches, FRAME_RATE, inks, SAFE } from './card.ts';

export interface AdLook {
  readonly letter: string;
  readonly brand: string;
  /** Nominal length as people say it, in seconds. */
  readonly saidSeconds: number;
  readonly frameCount: number;
  readonly top: string;
  readonly bottom: string;
}

const RING = { x: 800, y: 218, radius: 84 };
const BAR = { y: 404, height: 8 };

export function createAdCard(look: AdLook): Card {
  const base = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  drawBackdrop(base, look);
  return {
    drawFrame(picture, frame) {
      copyFrameBuffer(base, picture);
      drawCountdown(picture, frame, look);
      drawProgress(picture, frame, look);
    },
  };
}

function drawBackdrop(picture: FrameBuffer, look: AdLook): void {
  fillGradient(picture, colour(look.top), colour(look.bottom));
  const everything = { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT };
  paint(picture, everything, inks.white, disc(176, 226, 250), 0.05);
  paint(picture, everything, inks.white, disc(176, 226, 150), 0.07);
  const small = { size: 14, spacing: 3, weight: 1.3, ink: inks.white };
  drawText(picture, 'ADVERTISEMENT', SAFE.x, SAFE.y + 18, { ...small, opacity: 0.75 });
  drawText(picture, 'Interlude Lab', SAFE.x + SAFE.width, SAFE.y + 18, {
    ...small,
    opacity: 0.75,
    align: 'right',
  });
  drawText(picture, look.letter, 176, 132, {
    size: 176,
    weight: 1.3,
    ink: inks.white,
    align: 'centre',
  });
  drawText(picture, `AD ${look.letter}`, 344, 140, {
    size: 56,
    weight: 1.2,
    spacing: 2.6,
    ink: inks.white,
  });
  drawText(picture, `${look.saidSeconds} seconds`, 344, 222, {
    size: 30,
    weight: 1.05,
    ink: inks.white,
    opacity: 0.85,
  });
  drawText(picture, look.brand, 344, 282, {
    size: 20,
    weight: 1.1,
    ink: inks.white,
    opacity: 0.7,
  });
  const around = { x: RING.x - 92, y: RING.y - 92, width: 184, height: 184 };
  paint(picture, around, inks.white, ring(RING.x, RING.y, RING.radius, 6), 0.2);
  fillBox(picture, { x: SAFE.x, y: BAR.y, width: SAFE.width, height: BAR.height }, inks.white, {
    radius: 4,
    opacity: 0.22,
  });
  for (const [share, text] of quartiles) {
    drawText(picture, text, SAFE.x + SAFE.width * share, BAR.y + 30, {
      size: 12,
      spacing: 2.6,
      weight: 1.3,
      ink: inks.white,
      opacity: 0.75,
      align: share === 0 ? 'left' : share === 1 ? 'right' : 'centre',
    });
  }
  drawPatches(picture);
}

const quartiles: readonly [number, string][] = [
  [0, 'Start'],
  [0.25, '25 %'],
  [0.5, '50 %'],
  [0.75, '75 %'],
  [1, 'Complete'],
];

function drawCountdown(picture: FrameBuffer, frame: number, look: AdLook): void {
  const left = look.frameCount - frame;
  const around = { x: RING.x - 92, y: RING.y - 92, width: 184, height: 184 };
  const share = left / look.frameCount;
  paint(picture, around, inks.white, ring(RING.x, RING.y, RING.radius, 6, share));
  drawText(picture, String(Math.ceil(left / FRAME_RATE)), RING.x, RING.y - 32, {
    size: 64,
    weight: 1,
    ink: inks.white,
    align: 'centre',
  });
}

function drawProgress(picture: FrameBuffer, frame: number, look: AdLook): void {
  const share = (frame + 1) / look.frameCount;
  const width = Math.max(8, SAFE.width * share);
  fillBox(picture, { x: SAFE.x, y: BAR.y, width, height: BAR.height }, inks.white, { radius: 4 });
  for (const [at] of quartiles.slice(1, 4)) {
    const x = SAFE.x + SAFE.width * at;
    const box = { x: x - 9, y: BAR.y - 5, width: 18, height: 18 };
    const isPassed = share >= at;
    paint(picture, box, inks.white, disc(x, BAR.y + 4, isPassed ? 8 : 5), isPassed ? 1 : 0.6);
  }
  drawText(picture, `Frame ${String(frame).padStart(4, '0')}`, SAFE.x, 464, {
    size: 12,
    spacing: 2.6,
    weight: 1.2,
    ink: inks.white,
    opacity: 0.7,
  });
}
