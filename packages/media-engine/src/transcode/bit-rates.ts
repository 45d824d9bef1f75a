/** Bit rates that encoders accept, near the requested ones. */
import type { AudioTarget, VideoTarget } from './transcode-job.ts';

/** kbit/s of AC-3 (ETSI TS 102 366 §4.4.1.4); E-AC-3 takes them as well. */
const DOLBY_KBPS = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
];

/** Where the source declares none: 0.1 bit per pixel at 25 frames per second. */
export function videoRate({ bitrate, width, height }: VideoTarget): number {
  return bitrate > 0 ? Math.max(32_000, Math.round(bitrate)) : Math.round(width * height * 2.5);
}

/** bit/s; where the source declares none, 64 kbit/s per audio channel. */
export function audioRate({ bitrate, channels, codecs }: AudioTarget): number {
  const wanted = bitrate > 0 ? bitrate : channels * 64_000;
  if (!/^(ac-3|ec-3)$/.test(codecs)) return Math.max(8_000 * channels, Math.round(wanted));
  const kbps = DOLBY_KBPS.find((rate) => rate * 1_000 >= wanted) ?? 640;
  return Math.max(kbps, channels > 2 ? 192 : 64) * 1_000;
}
