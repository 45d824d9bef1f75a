/** The package that a transcoding wrote. All paths are relative to its folder, with forward slashes. */
import type { ManifestKind } from '../transcode/transcode-job.ts';
import type { Container } from './encoded-media.ts';

export interface PackagedRendition {
  /** Its folder: `v0`, `v1`, … for video, `a0`, … for audio. */
  readonly name: string;
  readonly kind: 'video' | 'audio';
  /** RFC 6381, as encoded; of muxed segments both, with a comma. */
  readonly codecs: string;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** bit/s of the largest segment, over all containers. */
  readonly peakBps: number;
  readonly averageBps: number;
  /** BCP 47 of the audio in it; empty = not declared. */
  readonly language: string;
  /** Channels of the audio in it; 0 = there is none. */
  readonly channels: number;
  /** Hertz of the audio in it; 0 = there is none. */
  readonly sampleRate: number;
}

export interface PackagedManifest {
  readonly kind: ManifestKind;
  readonly container: Container;
  /** `master.m3u8`, `manifest.mpd`, `ts/master.m3u8` */
  readonly path: string;
}

export interface PackagedFile {
  readonly path: string;
  readonly bytes: number;
}

export interface EncodedPackage {
  readonly engine: string;
  readonly durationSeconds: number;
  /** Of every segment; the same in all renditions and containers, audio to within one of its frames. */
  readonly segmentSeconds: readonly number[];
  readonly renditions: readonly PackagedRendition[];
  readonly manifests: readonly PackagedManifest[];
  /** Every file of the folder, manifests last: a copy in this order is never visible incomplete. */
  readonly files: readonly PackagedFile[];
  readonly bytes: number;
}
