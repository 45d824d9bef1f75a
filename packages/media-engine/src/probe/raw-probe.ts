/** The probe of a file with FFmpeg's names; of one form for both engines. */

export interface RawStream {
  readonly index: number;
  readonly type: string;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Degrees counter-clockwise, as FFmpeg reports the display matrix. */
  readonly rotation: number;
  readonly pixelAspect: readonly [number, number];
  readonly averageRate: readonly [number, number];
  readonly fieldOrder: string;
  readonly transfer: string;
  readonly matrix: string;
  readonly pixelFormat: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly language: string;
  /** A cover or a thumbnail. */
  readonly isStill: boolean;
}

export interface RawProbe {
  readonly container: string;
  readonly startSeconds: number;
  readonly declaredSeconds: number;
  readonly streams: readonly RawStream[];
  /** By index of the stream. */
  readonly tallies: readonly PacketTally[];
}

/** Sums over the packets of one stream. */
export interface PacketTally {
  readonly stream: number;
  readonly packets: number;
  readonly bytes: number;
  /** Seconds on the file's clock. */
  readonly firstSeconds: number;
  readonly endSeconds: number;
  /** Seconds between two packets in decoding order. */
  readonly shortestStep: number;
  readonly longestStep: number;
}

export interface RawPacket {
  readonly stream: number;
  /** Seconds; NaN = not declared. */
  readonly pts: number;
  readonly dts: number;
  readonly duration: number;
  readonly bytes: number;
}

interface OpenTally {
  stream: number;
  packets: number;
  bytes: number;
  firstSeconds: number;
  endSeconds: number;
  shortestStep: number;
  longestStep: number;
  lastDts: number;
}

/** Adds up packets in the order in which they lie in the file. */
export class PacketTallies {
  readonly #byStream = new Map<number, OpenTally>();

  add({ stream, pts, dts, duration, bytes }: RawPacket): void {
    const tally = this.#byStream.get(stream) ?? emptyTally(stream);
    this.#byStream.set(stream, tally);
    tally.packets += 1;
    tally.bytes += bytes;
    const at = Number.isNaN(pts) ? dts : pts;
    if (!Number.isNaN(at)) {
      tally.firstSeconds = Math.min(tally.firstSeconds, at);
      tally.endSeconds = Math.max(tally.endSeconds, at + (duration > 0 ? duration : 0));
    }
    const step = dts - tally.lastDts;
    if (step > 0) {
      tally.shortestStep = Math.min(tally.shortestStep, step);
      tally.longestStep = Math.max(tally.longestStep, step);
    }
    if (!Number.isNaN(dts)) tally.lastDts = dts;
  }

  list(): PacketTally[] {
    return [...this.#byStream.values()].map(({ lastDts: _, ...tally }) => ({
      ...tally,
      firstSeconds: finite(tally.firstSeconds),
      endSeconds: finite(tally.endSeconds),
      shortestStep: finite(tally.shortestStep),
    }));
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : 0);

function emptyTally(stream: number): OpenTally {
  return {
    stream,
    packets: 0,
    bytes: 0,
    firstSeconds: Number.POSITIVE_INFINITY,
    endSeconds: Number.NEGATIVE_INFINITY,
    shortestStep: Number.POSITIVE_INFINITY,
    longestStep: 0,
    lastDts: Number.NaN,
  };
}
