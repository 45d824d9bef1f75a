/**
 * The port of all encoder engines. A job goes from raw frames and samples to a ladder of H.264 renditions plus AAC,
 * encoded in closed GOPs of one exact length and packaged as HLS.
 */
import type { Container, EncodedMedia } from './package/encoded-media.ts';

/** Planar 4:2:0 video, 8 bits, limited range, BT.709. */
export interface RawVideo {
  /** Pixels, even. */
  readonly width: number;
  /** Pixels, even. */
  readonly height: number;
  /** Whole frames per second. */
  readonly frameRate: number;
  /** How many frames `frames` yields. */
  readonly frameCount: number;
  /** Frames of width * height * 1.5 bytes, Y then U then V. A buffer may be reused after the next one was requested. */
  frames(): Iterable<Uint8Array>;
}

/** Interleaved signed 16-bit little-endian stereo samples. */
export interface RawAudio {
  /** Hertz. */
  readonly sampleRate: number;
  /** Blocks of whole stereo samples; all together as long as the video. */
  samples(): Iterable<Uint8Array>;
}

export interface VideoRendition {
  /** Folder name of the rendition: lower-case letters, digits, hyphens. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bitrateBps: number;
}

export interface EncodeJob {
  /** Absolute path; the folder appears when it is complete, in place of an earlier one, or not at all. */
  readonly folder: string;
  readonly video: RawVideo;
  readonly audio: RawAudio;
  /** Largest first; at least one. */
  readonly renditions: readonly VideoRendition[];
  readonly audioBitrateBps: number;
  /** Frames per segment and GOP; the last one may be shorter. */
  readonly segmentFrames: number;
  readonly outputs: readonly (Container | 'mp4')[];
  /** x264 speed preset; default `veryfast`. */
  readonly preset?: string;
}

export interface EncodeOptions {
  /** Kills the engine; its files are removed. */
  readonly signal?: AbortSignal;
  /** Politeness of the engine's process: 0 = like any other, 19 = last in the queue. Default 5. */
  readonly niceness?: number;
  /** 0..100, by frames handed over. */
  readonly onProgress?: (percent: number) => void;
}

export type EngineName = 'node-av' | 'ffmpeg';

export interface MediaEncoder {
  readonly engine: EngineName;
  /** As reported by the engine, for logs. */
  readonly version: string;
  /** @throws {DomainError} ENCODE_FAILED (with the last error output of the engine), ENCODE_CANCELLED */
  encode(job: EncodeJob, options?: EncodeOptions): Promise<EncodedMedia>;
}
