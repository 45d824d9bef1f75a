/** Frame rates as fractions: a manifest rounds 30000/1001 to 29.97, an encoder must not. */

export type FrameRate = readonly [frames: number, seconds: number];

export const defaultFrameRate: FrameRate = [25, 1];

/** Frames a second; a higher value is a typing error or an attack. */
const highest = 240;
/** Cinema and NTSC frame rates, reduced by 1001/1000. */
const slowed = [24, 30, 48, 60, 120];
/** Manifests print two or three places. */
const rounding = 0.0051;

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

export function rateOf([frames, seconds]: FrameRate): number {
  return frames / seconds;
}

/** The frame rate as a fraction, from frames a second; undefined when the number is no frame rate. */
export function frameRateOf(rate: number): FrameRate | undefined {
  if (!(rate >= 1 && rate <= highest)) return undefined;
  const whole = Math.round(rate);
  const ntsc = slowed.find((one) => Math.abs((one * 1000) / 1001 - rate) < rounding);
  if (ntsc !== undefined) return [ntsc * 1000, 1001];
  if (Math.abs(whole - rate) < rounding) return [whole, 1];
  const thousandths = Math.round(rate * 1000);
  const divisor = greatestDivisor(thousandths, 1000);
  return [thousandths / divisor, 1000 / divisor];
}

/** Of an MPD's `25`, `29.97`, `30000/1001`; undefined for anything else. */
export function parseFrameRate(text: string | undefined): FrameRate | undefined {
  const match = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:\s*\/\s*(\d{1,9}))?\s*$/.exec(text ?? '');
  if (match === null) return undefined;
  return frameRateOf(Number(match[1]) / Number(match[2] ?? 1));
}

/** The fastest: slower renditions can show it, the other way round frames would be lost. */
export function fastest(rates: readonly (FrameRate | undefined)[]): FrameRate {
  let found: FrameRate | undefined;
  for (const rate of rates) {
    if (rate !== undefined && (found === undefined || rateOf(rate) > rateOf(found))) found = rate;
  }
  return found ?? defaultFrameRate;
}
