/**
 * The reading of a splice: up to two seconds of the media before it and of the media after it, decoded, as figures and
 * one small picture each. The bytes are untrusted: this file limits decoding, memory and answer (SEC-S126).
 */

/** The segment of one side, as local files of one folder. */
export interface SpliceSideMedia {
  /** File names in the folder of the splice; a multiplexed segment is both. Undefined = there is none. */
  readonly video: string | undefined;
  readonly audio: string | undefined;
  /** The end of the segment that touches the splice: the last seconds are read before it, the first behind it. */
  readonly end: 'last' | 'first';
}

export interface PictureReading {
  /** Seconds that were measured, at most `spliceLimits.seconds`. */
  readonly seconds: number;
  /** Of the longest run of black frames. */
  readonly blackSeconds: number;
  /** Of the longest run of frames that do not differ from its first one. */
  readonly frozenSeconds: number;
  /** Of the first frame of the segment on its own clock. */
  readonly startSeconds: number;
}

export interface SoundReading {
  readonly seconds: number;
  /** Seconds: the longest silence; the silence at the beginning and at the end of the measured part. */
  readonly silentSeconds: number;
  readonly silentAtStart: number;
  readonly silentAtEnd: number;
  /** LUFS, gated (ITU-R BS.1770-4); null = nothing above -70 LUFS. */
  readonly loudness: number | null;
  readonly startSeconds: number;
}

export interface SideReading {
  readonly picture: PictureReading | undefined;
  readonly sound: SoundReading | undefined;
  /** JPEG of the frame next to the splice. */
  readonly thumbnail: Buffer | undefined;
}

/** A side that could not be read, with a sentence. */
export interface UnreadSide {
  readonly problem: string;
  /** True when the media exceed the limits of decoding, which need not be a fault of the media. */
  readonly isBeyondLimits: boolean;
}

export interface SpliceReading {
  /** As the request had them. */
  readonly sides: readonly (SideReading | UnreadSide)[];
  /** Processor time of the child. */
  readonly cpuMs: number;
}

export const spliceLimits = {
  /** Measured of a side. */
  seconds: 2,
  /** Frames and seconds that are decoded of one segment, whatever it holds: those before the last two seconds, too. */
  frames: 1_200,
  decodedSeconds: 20,
  /** Packets of one segment that are looked at. */
  packets: 8_000,
  /** Of the child, all sides together: processor seconds, ms of time, private memory. */
  cpuSeconds: 15,
  timeoutMs: 20_000,
  memoryKibibytes: 2 * 1024 * 1024,
  /** Bytes of one picture. */
  thumbnailBytes: 24 * 1024,
  /** Channels of sound that are weighted. */
  channels: 8,
} as const;

/** Frames are measured at this size, and shown at the other one, px. */
export const measuredSize = { width: 64, height: 36 } as const;
export const shownSize = { width: 192, height: 108 } as const;

/** Lowest priority of the processor: nothing waits for a reading. */
export const spliceNiceness = 15;

/**
 * Tells a side that could not be read from a reading.
 * @returns true for a side with a problem in place of figures
 */
export const isUnread = (side: SideReading | UnreadSide): side is UnreadSide => 'problem' in side;
