/** Loudness after EBU R128 (ITU-R BS.1770): target and measurement. */

export interface LoudnessTarget {
  /** LUFS, -70..-5. */
  readonly integrated: number;
  /** LU, 1..20. */
  readonly range: number;
  /** dBTP, -9..0. */
  readonly truePeak: number;
}

/** Loudness of one stream after the mix to its output channels, measured by the first pass (EBU R 128). */
export interface LoudnessMeasure {
  /** LUFS */
  readonly integrated: number;
  /** LU */
  readonly range: number;
  /** dBTP */
  readonly truePeak: number;
  /** LUFS: the relative gate, below which nothing is measured. */
  readonly threshold: number;
  /** LU that the second pass adds to its gain, as loudnorm would otherwise miss the target. */
  readonly offset: number;
}

export interface LoudnessRequest extends LoudnessTarget {
  /** Index of the stream in the file; default: the first audio track. */
  readonly stream?: number | undefined;
  /** Channels that the output will have; default 2. */
  readonly channels?: number | undefined;
}
