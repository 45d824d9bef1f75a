/** Video renditions of a manifest, with usual values for attributes that it omits. */
import type { VideoRendition } from '../conditioning-profile.ts';
import { ladderLimits } from './source-ladder.ts';

const videoCodec = /^(?:avc|hvc|hev|dvh|dva|av01|vp8|vp9|vp0)/i;
export const isVideoCodec = (codec: string): boolean => videoCodec.test(codec);

/** Pixels; wider than any screen. */
const widest = 7_680;

interface UsualSize {
  /** bit/s: up to which this size is usual. */
  readonly upTo: number;
  readonly width: number;
  readonly height: number;
}

const usualSizes: readonly UsualSize[] = [
  { upTo: 400_000, width: 416, height: 234 },
  { upTo: 1_000_000, width: 640, height: 360 },
  { upTo: 2_000_000, width: 960, height: 540 },
  { upTo: 4_500_000, width: 1280, height: 720 },
];
const largestUsual = { width: 1920, height: 1080 };

/** H.264 with the level of the size, which every player decodes. */
function usualCodec(height: number): string {
  if (height > 720) return 'avc1.640028';
  return height > 360 ? 'avc1.64001f' : 'avc1.4d401e';
}

/** 4:2:0 has even sizes only. */
const even = (pixels: number) => Math.min(widest, Math.max(2, 2 * Math.round(pixels / 2)));

/** bit/s with two significant digits: measured bit rates of packagers differ from reading to reading in the third. */
export function roundBitrate(bitrate: number): number {
  if (!(bitrate > 0)) return 0;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(bitrate)) - 1);
  return Math.round(bitrate / step) * step;
}

/** bit/s for a rendition that names none. */
const usualBitrate = 2_000_000;

export interface DeclaredVideo {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** bit/s of the video; 0 when it is not known. */
  readonly bitrate: number;
  readonly codecs: readonly string[];
}

export function videoOf({ width, height, bitrate, codecs }: DeclaredVideo): VideoRendition {
  const rate = roundBitrate(bitrate > 0 ? bitrate : usualBitrate);
  const usual = usualSizes.find(({ upTo }) => rate <= upTo) ?? largestUsual;
  const isDeclared = width !== undefined && height !== undefined && width > 0 && height > 0;
  const size = isDeclared ? { width: even(width), height: even(height) } : usual;
  const codec = codecs.find(isVideoCodec) ?? usualCodec(size.height);
  return { width: size.width, height: size.height, bitrate: rate, codecs: codec };
}

/** Largest first, each once. */
export function inOrder(pictures: readonly VideoRendition[]): VideoRendition[] {
  const distinct = new Map(
    pictures.map((one) => [`${one.width} ${one.height} ${one.bitrate} ${one.codecs}`, one]),
  );
  return [...distinct.values()]
    .toSorted(
      (a, b) =>
        b.width * b.height - a.width * a.height ||
        b.bitrate - a.bitrate ||
        (a.codecs < b.codecs ? -1 : 1),
    )
    .slice(0, ladderLimits.pictures);
}
