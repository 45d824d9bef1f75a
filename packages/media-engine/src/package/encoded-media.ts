/** The description of an encoding, stored next to its segments as `media.json`. */
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
  /** True with `media.mp4`: largest rendition and audio in one file. */
  readonly hasMp4: boolean;
  readonly bytes: number;
}

export const MEDIA_FILE = 'media.json';

/**
 * Reads `media.json` of a folder.
 * @returns renditions and segment durations in seconds; undefined without a complete encoding
 * @see ADR 0014
 */
export async function readEncodedMedia(folder: string): Promise<EncodedMedia | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MEDIA_FILE), 'utf8')) as EncodedMedia;
  } catch {
    return undefined;
  }
}

/**
 * @param index of the segment, from 0
 * @returns path relative to the media's folder, e.g. `cmaf/v720/0.m4s` or `ts/v720/0.ts`
 * @see RFC 8216 §3.2, §3.3 (the segment formats)
 */
export function segmentPath(container: Container, rendition: string, index: number): string {
  return `${container}/${rendition}/${index}.${container === 'cmaf' ? 'm4s' : 'ts'}`;
}
