/** Names the folder of a media by all that makes it what it is, so that a changed drawing is encoded anew. */
import { createHash } from 'node:crypto';
import { CARD_HEIGHT, CARD_WIDTH, FRAME_RATE } from './cards/card.ts';
import { AUDIO_BITRATE_BPS, type LabMedia, ladder, PRESET } from './catalogue.ts';
import { drawFrameMark } from './frame-mark.ts';
import { createPicture } from './picture.ts';
import { samplesOf } from './tones.ts';

/** Raised when the encoder's settings change in a way that the pictures do not show. */
const PACKAGE_VERSION = 1;

/** Folder name below the lab's folder, e.g. `content-0f3a…`. */
export function mediaFolder(media: LabMedia): string {
  const hash = createHash('sha256');
  const { createCard, ...facts } = media;
  hash.update(
    JSON.stringify([PACKAGE_VERSION, facts, ladder, AUDIO_BITRATE_BPS, PRESET, FRAME_RATE]),
  );
  const card = createCard();
  const picture = createPicture(CARD_WIDTH, CARD_HEIGHT);
  // Three pictures stand for the drawing: any change of layout, letters or colours shows in one of them.
  for (const share of [0, 0.4, 0.6]) {
    const frame = Math.floor(share * media.frameCount);
    card.drawFrame(picture, frame);
    drawFrameMark(picture, { label: media.label, frame });
    hash.update(picture.data);
  }
  for (const block of samplesOf(media.voice, 25)) hash.update(block);
  return `${media.id}-${hash.digest('hex').slice(0, 12)}`;
}

/** Whether a folder below the lab's one is a media, or half of one, that is not in `current`. */
export function isLeftover(
  name: string,
  ids: readonly string[],
  current: ReadonlySet<string>,
): boolean {
  const plain = name.replace(/\.partial$/, '');
  const id = /^(.+)-[0-9a-f]{12}$/.exec(plain)?.[1];
  if (id === undefined || !ids.includes(id)) return false;
  return name.endsWith('.partial') || !current.has(name);
}
