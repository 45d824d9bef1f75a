/** The contents of a media file by its packets and headers; only the first frame is decoded. */

export interface VideoInfo {
  /** Index of the stream in the file. */
  readonly stream: number;
  /** As FFmpeg names it: `h264`, `hevc`, `prores`. */
  readonly codec: string;
  /** Pixels as stored, before rotation. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise by which a player turns the stored image. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Width of a stored pixel over its height; [1, 1] = square. */
  readonly pixelAspect: readonly [number, number];
  /** Frames in seconds, the average over the file; [0, 1] = unknown. */
  readonly frameRate: readonly [number, number];
  readonly isVariableFrameRate: boolean;
  readonly isInterlaced: boolean;
  /** Transfer: PQ (SMPTE ST 2084) and HLG (ARIB STD-B67) have to be mapped to BT.709. */
  readonly dynamicRange: 'sdr' | 'pq' | 'hlg';
  readonly colorMatrix: 'bt601' | 'bt709' | 'bt2020' | 'unknown';
  /** As FFmpeg names it: `yuv420p`. */
  readonly pixelFormat: string;
  /** Seconds from the start, without `leadSeconds`, to the end of the last frame. */
  readonly endSeconds: number;
  /** bit/s, of the packets. */
  readonly bitrate: number;
}

export interface AudioInfo {
  readonly stream: number;
  readonly codec: string;
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  /** BCP 47 or ISO 639-2 as the file has it; empty = not declared. */
  readonly language: string;
  /** Seconds from the start, without `leadSeconds`, to the end of the last sample. */
  readonly endSeconds: number;
}

export interface MediaInfo {
  /** As FFmpeg names it: `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly container: string;
  readonly bytes: number;
  /** Seconds that the packets fill: of the video, or of the audio when there are none. */
  readonly durationSeconds: number;
  /** Duration by the header, seconds; 0 = none. Much more than `durationSeconds`: the file is truncated. */
  readonly declaredSeconds: number;
  /** Seconds on the file's own clock at which it starts. */
  readonly startSeconds: number;
  /** Seconds of audio before the first frame that do not count (encoders put some in front). */
  readonly leadSeconds: number;
  /** The first stream of moving images (a cover is none). */
  readonly video: VideoInfo | undefined;
  readonly audioTracks: readonly AudioInfo[];
}
