/**
 * Everything that the lab encodes. All durations are whole numbers of video frames (25/s) and of AAC frames (48 kHz).
 *
 * A creative lasts its spoken length x 1.024: 5.12, 10.24, 15.36, 20.48, 30.72 s. So 5 + 10 and 15 fill the
 * channel's break of 15.36 s (four segments of 3.84 s) to the frame, and 10 + 20, 15 + 15 and 30 fill a double one.
 * Creatives are cut into segments of 2.56 s, the slate into 1.28 s: unlike the channel's, as in real life, and
 * the slate can fill any remainder of these lengths exactly.
 */
import type { VideoRendition } from '@interlude/media-engine';
import { createAdCard } from './cards/ad-card.ts';
import { type Card, FRAME_RATE } from './cards/card.ts';
import { type ContentSchedule, createContentCard } from './cards/content-card.ts';
import { createSlateCard } from './cards/slate-card.ts';
import { CONTENT_LABEL, SLATE_LABEL } from './frame-mark.ts';
import type { Voice } from './tones.ts';

/** The live channel's loop: 15 segments of 96 frames = 57.6 s, a break of four from the ninth on. */
export const loopSchedule: ContentSchedule = {
  segments: 15,
  segmentFrames: 96,
  breakAt: 8,
  breakSegments: 4,
};

export const ladder: readonly VideoRendition[] = [
  { name: 'v0', width: 960, height: 540, bitrateBps: 900_000 },
  { name: 'v1', width: 640, height: 360, bitrateBps: 450_000 },
  { name: 'v2', width: 416, height: 234, bitrateBps: 200_000 },
];
export const AUDIO_BITRATE_BPS = 96_000;
/** A seventh less work than `veryfast` for the same bytes: cards are easy to encode. */
export const PRESET = 'superfast';

export interface LabMedia {
  /** Folder name and part of addresses. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'content' | 'creative' | 'slate';
  readonly label: number;
  readonly frameCount: number;
  readonly segmentFrames: number;
  readonly voice: Voice;
  createCard(): Card;
}

export interface LabCreative extends LabMedia {
  readonly letter: string;
  readonly brand: string;
  readonly saidSeconds: number;
}

interface CreativeLook {
  readonly letter: string;
  readonly brand: string;
  readonly saidSeconds: number;
  readonly top: string;
  readonly bottom: string;
  readonly root: number;
}

function creative(label: number, look: CreativeLook): LabCreative {
  const frameCount = Math.round(look.saidSeconds * 1.024 * FRAME_RATE);
  const { letter, brand, saidSeconds, root } = look;
  return {
    id: `ad-${letter.toLowerCase()}-${saidSeconds}`,
    title: `AD ${letter} ${saidSeconds} s, ${brand}`,
    kind: 'creative',
    label,
    letter,
    brand,
    saidSeconds,
    frameCount,
    segmentFrames: 64,
    voice: {
      notes: [1, 1.25, 1.5, 2, 1.5, 1.25].map((factor) => root * factor),
      kind: 'steps',
      stepSeconds: 0.32,
      level: 0.22,
      hasTick: false,
    },
    createCard: () => createAdCard({ ...look, frameCount }),
  };
}

export const creatives: readonly LabCreative[] = [
  creative(1, {
    letter: 'A',
    brand: 'Aurora Tea',
    saidSeconds: 10,
    top: '#d2694c',
    bottom: '#8f3a2a',
    root: 262,
  }),
  creative(2, {
    letter: 'B',
    brand: 'Basalt Bikes',
    saidSeconds: 15,
    top: '#17807a',
    bottom: '#0c4a4d',
    root: 294,
  }),
  creative(3, {
    letter: 'C',
    brand: 'Cobalt Shoes',
    saidSeconds: 20,
    top: '#7a56c4',
    bottom: '#422a78',
    root: 330,
  }),
  creative(4, {
    letter: 'D',
    brand: 'Dune Travel',
    saidSeconds: 30,
    top: '#b98a1d',
    bottom: '#6d4c0c',
    root: 349,
  }),
  creative(5, {
    letter: 'E',
    brand: 'Ember Radio',
    saidSeconds: 5,
    top: '#bd4673',
    bottom: '#6b2142',
    root: 392,
  }),
];

export const content: LabMedia = {
  id: 'content',
  title: 'Demo channel',
  kind: 'content',
  label: CONTENT_LABEL,
  frameCount: loopSchedule.segments * loopSchedule.segmentFrames,
  segmentFrames: loopSchedule.segmentFrames,
  // All notes have a whole number of periods in 57.6 s: no click where the loop closes.
  voice: { notes: [110, 165, 220], kind: 'chord', stepSeconds: 1, level: 0.2, hasTick: true },
  createCard: () => createContentCard(loopSchedule),
};

const SLATE_FRAMES = 192;
export const slate: LabMedia = {
  id: 'slate',
  title: 'Slate',
  kind: 'slate',
  label: SLATE_LABEL,
  frameCount: SLATE_FRAMES,
  segmentFrames: 32,
  voice: { notes: [], kind: 'silence', stepSeconds: 1, level: 0, hasTick: false },
  createCard: () => createSlateCard(SLATE_FRAMES),
};

const byLetter = (letter: string) => creatives.filter((each) => each.letter === letter);

/** In the order in which a viewer needs them: the channel, the ads of its break, the slate, the longer ads. */
export const labMedia: readonly LabMedia[] = [
  content,
  ...byLetter('B'),
  ...byLetter('A'),
  ...byLetter('E'),
  slate,
  ...byLetter('C'),
  ...byLetter('D'),
];
