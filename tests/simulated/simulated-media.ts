/** The media of the lab as values: durations and renditions of the encoded ones, bytes without content. */
import type { Container, EncodedMedia } from '@interlude/media-engine';
import { writeMasterText } from '@interlude/media-engine';
import type { Logger } from '@interlude/runtime';
import { FRAME_RATE } from '../../apps/lab/src/media/cards/card.ts';
import {
  AUDIO_BITRATE_BPS,
  type LabMedia,
  labMedia,
  ladder,
} from '../../apps/lab/src/media/catalogue.ts';
import { MediaLibrary, type ReadyMedia } from '../../apps/lab/src/media/media-library.ts';
import { writeMediaText } from '../../packages/media-engine/src/package/write-playlists.ts';

function encodedMedia({ frameCount, segmentFrames }: LabMedia): EncodedMedia {
  const seconds: number[] = [];
  for (let frame = 0; frame < frameCount; frame += segmentFrames) {
    seconds.push(Math.min(segmentFrames, frameCount - frame) / FRAME_RATE);
  }
  return {
    engine: 'simulated',
    frameRate: FRAME_RATE,
    segmentSeconds: seconds,
    renditions: [
      ...ladder.map(({ name, width, height, bitrateBps }) => ({
        name,
        kind: 'video' as const,
        codecs: 'avc1.64001f',
        width,
        height,
        peakBps: bitrateBps,
        averageBps: bitrateBps,
      })),
      {
        name: 'audio',
        kind: 'audio',
        codecs: 'mp4a.40.2',
        width: 0,
        height: 0,
        peakBps: AUDIO_BITRATE_BPS,
        averageBps: AUDIO_BITRATE_BPS,
      },
    ],
    containers: ['cmaf', 'ts'],
    hasMp4: true,
    bytes: 1,
  };
}

/** Media that are ready from the start, without encoding or files. */
export class SimulatedMedia extends MediaLibrary {
  readonly #media: ReadonlyMap<string, ReadyMedia>;

  constructor(logger: Logger) {
    super({ folder: '', ffmpegPath: undefined }, logger);
    this.#media = new Map(
      labMedia.map((media) => [
        media.id,
        { media, encoded: encodedMedia(media), folder: media.id },
      ]),
    );
  }

  override find(id: string): ReadyMedia | undefined {
    return this.#media.get(id);
  }

  override load(id: string): ReadyMedia {
    const found = this.find(id);
    if (found === undefined) throw new Error(`the lab has no media ${id}`);
    return found;
  }

  /** Of another size for each segment, so that byte ranges differ. */
  override async readSegment(
    { encoded }: ReadyMedia,
    _container: Container,
    rendition: string,
    index: number,
  ): Promise<Buffer | undefined> {
    const isKnown =
      encoded.renditions.some(({ name }) => name === rendition) &&
      index >= 0 &&
      index < encoded.segmentSeconds.length;
    return isKnown ? Buffer.alloc(1_000 + index) : undefined;
  }

  override async readFile({ encoded }: ReadyMedia, path: string): Promise<Buffer> {
    const container = path.startsWith('ts/') ? 'ts' : 'cmaf';
    if (path.endsWith('/master.m3u8')) return Buffer.from(writeMasterText(encoded, container));
    if (path.endsWith('/index.m3u8')) {
      return Buffer.from(writeMediaText(container, encoded.segmentSeconds));
    }
    return Buffer.alloc(1_000);
  }
}
