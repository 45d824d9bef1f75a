/** Facts about a media file that conditioning needs: a part of the media engine's MediaInfo. */

export interface SourceVideo {
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise by which a player turns it. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly isVariableFrameRate: boolean;
  readonly isInterlaced: boolean;
  readonly dynamicRange: 'sdr' | 'pq' | 'hlg';
  /** bit/s */
  readonly bitrate: number;
}

export interface SourceAudio {
  /** Index of the stream in the file. */
  readonly stream: number;
  readonly channels: number;
  /** BCP 47 or ISO 639-2; empty = not declared. */
  readonly language: string;
}

export interface SourceMedia {
  /** Seconds that the packets fill. */
  readonly durationSeconds: number;
  /** Duration by the file header, seconds; 0 = none. */
  readonly declaredSeconds: number;
  readonly video: SourceVideo | undefined;
  readonly audioTracks: readonly SourceAudio[];
}
