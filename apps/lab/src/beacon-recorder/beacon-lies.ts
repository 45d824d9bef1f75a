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
