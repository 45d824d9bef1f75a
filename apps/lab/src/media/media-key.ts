/** The cache key of a media from all its inputs, so that a changed drawing or encoder is encoded again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { CARD_HEIGHT, CARD_WIDTH, FRAME_RATE } from './cards/card.ts';
import { AUDIO_BITRATE_BPS, type LabMedia, ladder, PRESET } from './catalogue.ts';
import { createFrameBuffer } from './frame-buffer.ts';
import { drawFrameMark } from './frame-mark.ts';
import { samplesOf } from './tones.ts';

/** Raised when the encoder's settings change in a way that neither the frames nor the engine's source show. */
const PACKAGE_VERSION = 2;

const isTest = (name: string) => /\.(test|suite|integration\.test)\.ts$/.test(name);

/** Hash of the media engine: its source, and the exact versions that its package.json names. */
export function engineHash(): string {
  const manifest = findPackageJSON('@interlude/media-engine', import.meta.url);
  if (manifest === undefined) throw new Error('@interlude/media-engine is not installed');
  const hash = createHash('sha256').update(readFileSync(manifest));
  const source = readdirSync(join(dirname(manifest), 'src'), {
    recursive: true,
    withFileTypes: true,
  });
  const files = source
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** Key in the media cache, e.g. `content-0f3a…`; `engine`: the hash of the encoder. */
export function mediaKey(media: LabMedia, engine: string): string {
  const hash = createHash('sha256');
  const { createCard, ...facts } = media;
  hash.update(
    JSON.stringify([PACKAGE_VERSION, engine, facts, ladder, AUDIO_BITRATE_BPS, PRESET, FRAME_RATE]),
  );
  const card = createCard();
  const picture = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  // Three frames represent the drawing: any change of layout, letters or colours shows in one of them.
  for (const share of [0, 0.4, 0.6]) {
    const frame = Math.floor(share * media.frameCount);
    card.drawFrame(picture, frame);
    drawFrameMark(picture, { label: media.label, frame });
    hash.update(picture.data);
  }
  for (const block of samplesOf(media.voice, 25)) hash.update(block);
  return `${media.id}-${hash.digest('hex').slice(0, 12)}`;
}
