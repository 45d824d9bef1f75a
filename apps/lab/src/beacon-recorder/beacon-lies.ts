/** How the recorder may misbehave. The beacon is recorded all the same: it did arrive. */
import type { ServerResponse } from 'node:http';
import { contentTypes, type LabAnswer } from '../http/lab-request.ts';

export const beaconLies = ['5xx', 'timeout', 'slow'] as const;
export type BeaconLie = (typeof beaconLies)[number];

const SLOW_MS = 3_000;
/** A client that waits longer than this for a beacon has no timeout of its own. */
const HANG_UP_AFTER_MS = 60_000;

export const isBeaconLie = (text: string | null): text is BeaconLie =>
  beaconLies.some((lie) => lie === text);

/** True when the sender can know that the beacon arrived. */
export const isAccepted = (lie: BeaconLie | undefined) => lie === undefined || lie === 'slow';

/**
 * True when the `attempt`-th arrival of a beacon gets the faulty answer. Decided by a hash: the share of all beacons
 * fails, each attempt is decided separately, and a run can be repeated.
 */
export function isMet(key: string, attempt: number, share: number): boolean {
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of `${key} ${attempt}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV leaves the high bits alike for texts that differ at the end: mixed once more (murmur3's finish).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 < share;
}

export function beaconAnswer(lie: BeaconLie | undefined): LabAnswer {
  const good: LabAnswer = { status: 204, type: contentTypes.text, body: '' };
  switch (lie) {
    case '5xx':
      return { status: 503, type: contentTypes.text, body: 'out of order\n' };
    case 'timeout':
      return { ...good, misbehave: neverAnswer };
    case 'slow':
      return { ...good, delayMs: SLOW_MS };
    default:
      return good;
  }
}

function neverAnswer(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), HANG_UP_AFTER_MS);
  response.once('close', () => clearTimeout(timer));
}
