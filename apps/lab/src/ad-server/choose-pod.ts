/** Selects creatives that fill a requested duration. Their durations are multiples of 5.12 s. */

import { FRAME_RATE } from '../media/cards/card.ts';
import type { LabCreative } from '../media/catalogue.ts';

/** Frames of the common unit: 5.12 s at 25 frames per second. */
const UNIT_FRAMES = 128;
/** Ad requests carry whole seconds: a break of 15.36 s requests 15 s and must still be filled. */
const ROUNDING_SECONDS = 0.5;
/** Tolerance for durations requested in milliseconds. */
const SLACK_SECONDS = 0.005;
const POD_LIMIT = 30;

export interface PodRequest {
  readonly durationSeconds: number;
  /** At most this many ads; at most 30. */
  readonly maxAds: number;
  /** Rotates the selection, so that breaks differ: equal rotation numbers give equal pods. */
  readonly rotation: number;
}

const unitsOf = (creative: LabCreative) => Math.round(creative.frameCount / UNIT_FRAMES);
export const secondsOfCreative = (creative: LabCreative) => creative.frameCount / FRAME_RATE;

/** The longest pod that fits, with as little repetition as it can have. */
export function choosePod(available: readonly LabCreative[], request: PodRequest): LabCreative[] {
  const slack = Number.isInteger(request.durationSeconds) ? ROUNDING_SECONDS : SLACK_SECONDS;
  const units = Math.floor(((request.durationSeconds + slack) * FRAME_RATE) / UNIT_FRAMES);
  const maxAds = Math.min(request.maxAds, POD_LIMIT);
  const fitting = available.filter((creative) => unitsOf(creative) <= units);
  if (fitting.length === 0 || maxAds < 1) return [];
  const start = request.rotation % fitting.length;
  const rotated = [...fitting.slice(start), ...fitting.slice(0, start)];
  const reach = reachable(rotated.map(unitsOf), units, maxAds);
  let left = units;
  while (left > 0 && reach[maxAds]?.[left] !== true) left -= 1;
  return withoutRepetition(rotated, left, maxAds) ?? pick(rotated, reach, left, maxAds);
}

/** Different creatives that last exactly `units`, the first in order; undefined when there are none. */
function withoutRepetition(
  rotated: readonly LabCreative[],
  units: number,
  maxAds: number,
): LabCreative[] | undefined {
  if (units === 0) return [];
  if (maxAds === 0) return undefined;
  for (const creative of rotated) {
    const left = units - unitsOf(creative);
    const others = rotated.filter((each) => each !== creative);
    const rest = left < 0 ? undefined : withoutRepetition(others, left, maxAds - 1);
    if (rest !== undefined) return [creative, ...rest];
  }
  return undefined;
}

/** `reach[n][u]`: whether at most n ads can last exactly u units. */
function reachable(sizes: readonly number[], units: number, maxAds: number): boolean[][] {
  const reach: boolean[][] = [Array.from({ length: units + 1 }, (_, index) => index === 0)];
  for (let ads = 1; ads <= maxAds; ads += 1) {
    const before = reach[ads - 1] ?? [];
    reach.push(
      Array.from({ length: units + 1 }, (_, sum) =>
        before[sum] === true ? true : sizes.some((size) => before[sum - size] === true),
      ),
    );
  }
  return reach;
}

function pick(
  rotated: readonly LabCreative[],
  reach: readonly (readonly boolean[])[],
  units: number,
  maxAds: number,
): LabCreative[] {
  const pod: LabCreative[] = [];
  let left = units;
  while (left > 0 && pod.length < maxAds) {
    const rest = reach[maxAds - pod.length - 1] ?? [];
    const usable = rotated.filter((each) => rest[left - unitsOf(each)] === true);
    const next = usable.find((each) => !pod.includes(each)) ?? usable[0];
    if (next === undefined) break;
    pod.push(next);
    left -= unitsOf(next);
  }
  return pod;
}

/** A rotation number from a break's id: its trailing digits, else a hash, so that consecutive breaks differ. */
export function rotationOf(breakId: string): number {
  const digits = /(\d{1,9})\D*$/.exec(breakId)?.[1];
  if (digits !== undefined) return Number(digits);
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of breakId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
