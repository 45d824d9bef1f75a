/** What an encoding left on disk, written beside the media as `media.json`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `cmaf` = fragmented MP4 segments, `ts` = MPEG-2 transport stream segments. */
export type Container = 'cmaf' | 'ts';

export interface EncodedRendition {
  readonly name: string;
  readonly kind: 'video' | 'audio';
  /** RFC 6381, e.g. `avc1.64001e` or `mp4a.40.2`. */
  readonly codecs: string;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** Bits per second of the largest segment, over all containers. */
  readonly peakBps: number;
  readonly averageBps: number;
}

export interface EncodedMedia {
  readonly engine: string;
  readonly frameRate: number;
  /** Seconds of every segment; the same in all renditions and containers. */
  readonly segmentSeconds: readonly number[];
  readonly renditions: readonly EncodedRendition[];
  readonly containers: readonly Container[];
  /** Whether `media.mp4` is there: largest rendition and audio in one file. */
  readonly hasMp4: boolean;
  readonly bytes: number;
}

export const MEDIA_FILE = 'media.json';

/** Undefined when the folder holds no finished encoding. */
export async function readEncodedMedia(folder: string): Promise<EncodedMedia | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MEDIA_FILE), 'utf8')) as EncodedMedia;
  } catch {
    return undefined;
  }
}

/** Place of a segment below the media's folder. */
export function segmentPath(container: Container, rendition: string, index: number): string {
  return `${container}/${rendition}/${index}.${container === 'cmaf' ? 'm4s' : 'ts'}`;
}
