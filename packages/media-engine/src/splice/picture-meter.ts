/** Measures frames beside a splice: black and frozen runs. Frames are small, of grey, with the full range of values. */
import { type PictureReading, spliceLimits } from './splice-media.ts';

const thresholds = {
  /** A black pixel, of 255: a tenth, as FFmpeg's blackdetect has it. */
  black: 25.5,
  /** Share of the pixels of a black frame. */
  blackShare: 0.98,
  /**
   * Mean difference to the first frame of a run, of 255, below which a frame is frozen: a thousandth, as in FFmpeg's
   * freezedetect.
   */
  change: 0.255,
} as const;

interface Frame {
  readonly atSeconds: number;
  readonly isBlack: boolean;
  /** Number of the run of equal frames that it belongs to. */
  readonly run: number;
}

/** Assumed duration of a frame without a successor: that of 25 frames a second. */
const usualFrameSeconds = 0.04;
/** A longer one is a gap, not a frame. */
const longestFrameSeconds = 0.5;

function isBlackFrame(pixels: Uint8Array): boolean {
  let dark = 0;
  for (const pixel of pixels) if (pixel <= thresholds.black) dark += 1;
  return dark >= pixels.length * thresholds.blackShare;
}

function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / Math.max(1, a.length);
}

export class PictureMeter {
  readonly #end: 'last' | 'first';
  #frames: Frame[] = [];
  #startSeconds = Number.POSITIVE_INFINITY;
  #runFirst: Uint8Array | undefined;
  #run = 0;
  #count = 0;

  constructor(end: 'last' | 'first') {
    this.#end = end;
  }

  /** True when further frames would not change the reading. */
  get isFull(): boolean {
    if (this.#count >= spliceLimits.frames) return true;
    const last = this.#frames.at(-1)?.atSeconds ?? this.#startSeconds;
    const wanted = this.#end === 'first' ? spliceLimits.seconds : spliceLimits.decodedSeconds;
    return last - this.#startSeconds >= wanted;
  }

  /** Frames come in the order in which they are shown; the pixels are copied where they are kept. */
  add(pixels: Uint8Array, atSeconds: number): void {
    this.#count += 1;
    this.#startSeconds = Math.min(this.#startSeconds, atSeconds);
    const isSame =
      this.#runFirst !== undefined && differenceOf(this.#runFirst, pixels) < thresholds.change;
    if (!isSame) {
      this.#run += 1;
      this.#runFirst = Uint8Array.from(pixels);
    }
    this.#frames.push({ atSeconds, isBlack: isBlackFrame(pixels), run: this.#run });
    if (this.#end === 'first') return;
    const from = this.#frames.findIndex((one) => one.atSeconds > atSeconds - spliceLimits.seconds);
    if (from > 0) this.#frames = this.#frames.slice(from);
  }

  /** Undefined without a frame. */
  reading(): PictureReading | undefined {
    const frames = this.#frames;
    if (frames.length === 0) return undefined;
    const lengths = frames.map(({ atSeconds }, index) => {
      const next = frames[index + 1]?.atSeconds ?? atSeconds + usualFrameSeconds;
      return Math.min(Math.max(0, next - atSeconds), longestFrameSeconds);
    });
    let black = 0;
    let mostBlack = 0;
    let frozen = 0;
    let mostFrozen = 0;
    frames.forEach((frame, index) => {
      black = frame.isBlack ? black + (lengths[index] ?? 0) : 0;
      mostBlack = Math.max(mostBlack, black);
      const isStill = frames[index - 1]?.run === frame.run;
      frozen = isStill ? frozen + (lengths[index - 1] ?? 0) : 0;
      mostFrozen = Math.max(mostFrozen, frozen);
    });
    const seconds = lengths.reduce((sum, one) => sum + one, 0);
    return {
      seconds: Math.min(spliceLimits.seconds, seconds),
      blackSeconds: Math.min(spliceLimits.seconds, mostBlack),
      frozenSeconds: Math.min(spliceLimits.seconds, mostFrozen),
      startSeconds: this.#startSeconds,
    };
  }
}
