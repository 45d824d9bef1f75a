/**
 * Limits of decoding (SEC-S64). A small file may declare frames of any size, and as many reference frames as its format
 * allows: 198 kB of H.264 made a decoder take 2.9 GB.
 */

const MACROBLOCK_PIXELS = 256;

export const decodeLimits = {
  /** Pixels of a frame: MaxFS of H.264 level 5.2 (table A-1), which holds 4096 × 2304. */
  pixels: 36_864 * MACROBLOCK_PIXELS,
  /** Of all frames that a file has a decoder keep: 16, the most of H.264, of 4096 × 2304 in 4:2:0 with 10 bits. */
  keptBytes: 512 * 1024 ** 2,
  /** Of one file, by its packets; workflows have a smaller limit of their own. */
  seconds: 86_400,
  /** Of the index of an MP4 file: an hour has a few MB. */
  indexBytes: 64 * 1024 ** 2,
} as const;

/** Why frames of this size are not decoded; undefined = they are. */
export function frameProblem(width: number, height: number): string | undefined {
  return width * height > decodeLimits.pixels
    ? `its frames have ${width} × ${height} pixels; 4096 × 2304 are the most`
    : undefined;
}

/** Why these frames are not kept; undefined = they are. */
export function keptFramesProblem(frames: number, frameBytes: number): string | undefined {
  const mebibytes = Math.ceil((frames * frameBytes) / 1024 ** 2);
  return frames * frameBytes > decodeLimits.keptBytes
    ? `it has ${frames} reference frames, which take ${mebibytes} MiB; 512 MiB are the most`
    : undefined;
}

export function durationProblem(seconds: number): string | undefined {
  return seconds > decodeLimits.seconds
    ? `it lasts ${Math.round(seconds / 3_600)} hours; 24 are the most`
    : undefined;
}
