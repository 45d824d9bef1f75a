/** A transcoding as plain JSON data, the input of both engines. */
import type { LoudnessMeasure, LoudnessTarget } from '../loudness.ts';
import type { MediaInfo } from '../media-info.ts';
import type { Container } from '../package/encoded-media.ts';

export interface VideoTarget {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  /** bit/s */
  readonly bitrate: number;
  /** RFC 6381: `avc1.64001f` gives profile and level; `hvc1…` is HEVC. */
  readonly codecs: string;
}

export interface AudioTarget {
  /** RFC 6381: `mp4a.40.2`, `ac-3`, `ec-3`; other kinds of AAC become AAC-LC. */
  readonly codecs: string;
  readonly channels: 1 | 2 | 6 | 8;
  /** Hertz. */
  readonly sampleRate: number;
  /** bit/s */
  readonly bitrate: number;
  /** BCP 47; empty = not declared. */
  readonly language: string;
  /** Index of the stream in the file, or silence. */
  readonly source: number | 'silence';
  /** The second pass of the loudness; undefined = it stays as it is. */
  readonly loudness?:
    | { readonly target: LoudnessTarget; readonly measure: LoudnessMeasure }
    | undefined;
}

export type ManifestKind = 'hls' | 'dash';

export interface TranscodeJob {
  /** Absolute path of a local file. */
  readonly file: string;
  /** The result of `probe`. */
  readonly info: MediaInfo;
  /** Absolute path; the folder appears when it is complete, in place of an earlier one, or not at all. */
  readonly folder: string;
  /** Largest first; empty for audio only. */
  readonly videoTracks: readonly VideoTarget[];
  /** As a fraction, frames in seconds: [30000, 1001]. */
  readonly frameRate: readonly [number, number];
  /** Frames per segment and GOP; the last one may be shorter. */
  readonly segmentFrames: number;
  /** At least one; the first is the default. */
  readonly audioTracks: readonly AudioTarget[];
  /** false: the first audio track is in the segments of the video, and further ones are left out. DASH has it apart always. */
  readonly separateAudio: boolean;
  /** The first container is at the root of the folder, a second one in a subfolder of its name. */
  readonly containers: readonly Container[];
  /** DASH takes CMAF only; both take the same segments. */
  readonly manifests: readonly ManifestKind[];
  /** A playlist of the key frames alone beside each video rendition (HLS). */
  readonly iFrames: boolean;
  /** Speed of x264; default `veryfast`. */
  readonly preset?: string | undefined;
}
