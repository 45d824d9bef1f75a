/**
 * The media format of creatives for a channel, from the source's ladder and the channel's own settings. Two channels
 * with equal profiles share one encoding, so a profile has only values that change the bytes.
 */
export interface VideoRendition {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  /** bit/s */
  readonly bitrate: number;
  /** As in a manifest: `avc1.64001f`, `hvc1.…`. */
  readonly codecs: string;
}

export interface AudioTrack {
  /** As in a manifest: `mp4a.40.2`, `ac-3`, `ec-3`. */
  readonly codecs: string;
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  /** bit/s */
  readonly bitrate: number;
  /** BCP 47; empty = not declared. */
  readonly language: string;
}

export interface ConditioningProfile {
  readonly manifest: 'hls' | 'dash';
  readonly muxing: 'cmaf' | 'ts';
  /** Largest first; empty for an audio-only channel. */
  readonly pictures: readonly VideoRendition[];
  /** As a fraction, frames in seconds: [25, 1], [30000, 1001]. */
  readonly frameRate: readonly [number, number];
  /** One for each audio rendition; at least one. */
  readonly audio: readonly AudioTrack[];
  /** false: audio is in the segments of the video. */
  readonly separateAudio: boolean;
  /** Milliseconds; no segment is longer. */
  readonly segmentMs: number;
  readonly iFrames: boolean;
  /** Of the profile of the channel; undefined = the loudness stays. */
  readonly loudness:
    | {
        /** LUFS */
        readonly integrated: number;
        /** LU */
        readonly range: number;
        /** dBTP */
        readonly truePeak: number;
      }
    | undefined;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Equal profiles have equal texts, whatever the order in which they were put together: hash it to find an asset.
 * @returns JSON with sorted keys
 * @see ADR 0020
 */
export function profileText(profile: ConditioningProfile): string {
  return JSON.stringify(profile, sortedKeys);
}
