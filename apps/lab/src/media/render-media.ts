/** One media of the catalogue as an encode job: its frames with the machine-readable line, its audio. */
import type { EncodeJob } from '@interlude/media-engine';
import { CARD_HEIGHT, CARD_WIDTH, FRAME_RATE } from './cards/card.ts';
import { AUDIO_BITRATE_BPS, type LabMedia, ladder, PRESET } from './catalogue.ts';
import { createFrameBuffer } from './frame-buffer.ts';
import { drawFrameMark } from './frame-mark.ts';
import { SAMPLE_RATE, samplesOf } from './tones.ts';

export function* framesOf(media: LabMedia): Iterable<Uint8Array> {
  const card = media.createCard();
  const picture = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  for (let frame = 0; frame < media.frameCount; frame += 1) {
    card.drawFrame(picture, frame);
    drawFrameMark(picture, { label: media.label, frame });
    yield picture.data;
  }
}

/** `folder`: destination of the finished media. */
export function encodeJobOf(media: LabMedia, folder: string): EncodeJob {
  return {
    folder,
    video: {
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      frameRate: FRAME_RATE,
      frameCount: media.frameCount,
      frames: () => framesOf(media),
    },
    audio: { sampleRate: SAMPLE_RATE, samples: () => samplesOf(media.voice, media.frameCount) },
    renditions: ladder,
    audioBitrateBps: AUDIO_BITRATE_BPS,
    segmentFrames: media.segmentFrames,
    preset: PRESET,
    outputs: media.kind === 'creative' ? ['cmaf', 'ts', 'mp4'] : ['cmaf', 'ts'],
  };
}
