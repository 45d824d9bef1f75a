/**
 * The programme of the lab's channel: a calm test card with a large clock, a frame counter and a bar of the whole loop
 * with its ad break marked. Inside the break a text says that the break was not replaced.
 */

import {
  colour,
  copyFrameBuffer,
  createFrameBuffer,
  disc,
  type FrameBuffer,
  fillBox,
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
  FRAME_RATE,
  inks,
  SAFE,
  twoDigits,
} from './card.ts';

export interface ContentSchedule {
  readonly segments: number;
  readonly segmentFrames: number;
  /** First segment of the break and how many. */
  readonly breakAt: number;
  readonly breakSegments: number;
}

const BAR = { y: 404, height: 10, gap: 4 };
const CLOCK = { size: 116, weight: 0.82, spacing: 2.4 };

export function createContentCard(schedule: ContentSchedule): Card {
  const quiet = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  const inBreak = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  drawBackdrop(quiet, schedule, false);
  drawBackdrop(inBreak, schedule, true);
  return {
    drawFrame(picture, frame) {
      const segment = Math.floor(frame / schedule.segmentFrames);
      const isBreak =
        segment >= schedule.breakAt && segment < schedule.breakAt + schedule.breakSegments;
      copyFrameBuffer(isBreak ? inBreak : quiet, picture);
      drawClock(picture, frame, isBreak);
      drawLoop(picture, frame, schedule);
      drawFacts(picture, frame, segment, schedule);
    },
  };
}

function segmentBox(index: number, schedule: ContentSchedule) {
  const pitch = (SAFE.width + BAR.gap) / schedule.segments;
  return { x: SAFE.x + index * pitch, y: BAR.y, width: pitch - BAR.gap, height: BAR.height };
}

function drawBackdrop(picture: FrameBuffer, schedule: ContentSchedule, isBreak: boolean): void {
  if (isBreak) fillGradient(picture, colour('#23150d'), colour('#150d09'));
  else fillGradient(picture, colour('#161b2e'), colour('#0c0e15'));
  drawSafeCorners(picture, inks.soft, 0.45);
  drawBrand(picture, SAFE.x, SAFE.y + 8, 34);
  const label = isBreak ? 'AD BREAK, NOT REPLACED' : 'DEMO CHANNEL';
  drawText(picture, label, SAFE.x + SAFE.width, SAFE.y + 18, {
    size: 14,
    spacing: 3,
    weight: 1.3,
    ink: isBreak ? inks.orange : inks.soft,
    align: 'right',
  });
  for (let index = 0; index < schedule.segments; index += 1) {
    const isAd = index >= schedule.breakAt && index < schedule.breakAt + schedule.breakSegments;
    const style = { radius: 3, opacity: isAd ? 0.38 : 0.3 };
    fillBox(picture, segmentBox(index, schedule), isAd ? inks.orange : inks.iris, style);
  }
  const first = segmentBox(schedule.breakAt, schedule);
  drawText(picture, 'AD BREAK', first.x, BAR.y - 22, {
    size: 10,
    spacing: 3,
    weight: 1.4,
    ink: inks.orange,
  });
  drawText(picture, 'PROGRAMME', SAFE.x, BAR.y - 22, {
    size: 10,
    spacing: 3,
    weight: 1.4,
    ink: inks.iris,
  });
  drawPatches(picture);
}

/** `mm:ss:ff` of the loop; the dots below count the frames of the second. */
function drawClock(picture: FrameBuffer, frame: number, isBreak: boolean): void {
  const seconds = Math.floor(frame / FRAME_RATE);
  const y = 146;
  const minute = `${twoDigits(seconds / 60)}:${twoDigits(seconds % 60)}`;
  drawText(picture, minute, 568, y, { ...CLOCK, ink: inks.text, align: 'right' });
  const accent = isBreak ? inks.orange : inks.iris;
  drawText(picture, ':', 592, y, { ...CLOCK, ink: inks.faint });
  drawText(picture, twoDigits(frame % FRAME_RATE), 626, y, { ...CLOCK, ink: accent });
  const lit = frame % FRAME_RATE;
  for (let dot = 0; dot < FRAME_RATE; dot += 1) {
    const x = 152 + dot * 27.4;
    const isLit = dot <= lit;
    const radius = dot === lit ? 5 : 3;
    const box = { x: x - 6, y: 302, width: 12, height: 12 };
    paint(picture, box, isLit ? accent : inks.faint, disc(x, 308, radius), isLit ? 1 : 0.5);
  }
}

function drawLoop(picture: FrameBuffer, frame: number, schedule: ContentSchedule): void {
  const total = schedule.segments * schedule.segmentFrames;
  const current = frame / schedule.segmentFrames;
  for (let index = 0; index <= Math.floor(current); index += 1) {
    const isAd = index >= schedule.breakAt && index < schedule.breakAt + schedule.breakSegments;
    const box = segmentBox(index, schedule);
    const share = Math.min(1, current - index);
    const width = box.width * share;
    if (width < 2) continue;
    const ink = isAd ? inks.orange : inks.iris;
    fillBox(picture, { ...box, width }, ink, { radius: Math.min(3, width / 2) });
  }
  const x = SAFE.x + (SAFE.width * frame) / total;
  fillBox(picture, { x: x - 1, y: BAR.y - 6, width: 3, height: BAR.height + 12 }, inks.white, {
    radius: 1.5,
  });
}

function drawFacts(
  picture: FrameBuffer,
  frame: number,
  segment: number,
  schedule: ContentSchedule,
): void {
  const style = { size: 16, spacing: 2.6, weight: 1.15 };
  const y = 444;
  drawText(picture, 'Frame', SAFE.x, y, { ...style, ink: inks.faint });
  drawText(picture, String(frame).padStart(4, '0'), SAFE.x + 84, y, { ...style, ink: inks.text });
  drawText(picture, 'Segment', SAFE.x + 186, y, { ...style, ink: inks.faint });
  const count = `${twoDigits(segment + 1)} / ${schedule.segments}`;
  drawText(picture, count, SAFE.x + 300, y, { ...style, ink: inks.text });
  const right = { ...style, align: 'right' as const };
  drawText(picture, breakText(frame, schedule), SAFE.x + SAFE.width, y, {
    ...right,
    ink: inks.orange,
  });
}

function breakText(frame: number, schedule: ContentSchedule): string {
  const start = schedule.breakAt * schedule.segmentFrames;
  const end = start + schedule.breakSegments * schedule.segmentFrames;
  const total = schedule.segments * schedule.segmentFrames;
  const seconds = (frames: number) => Math.ceil(frames / FRAME_RATE);
  if (frame >= start && frame < end) return `Programme returns in ${seconds(end - frame)} s`;
  const wait = frame < start ? start - frame : start - frame + total;
  return `Next ad break in ${seconds(wait)} s`;
}
