/** Sums of beacons as a field of a spooled event: numbers by position. */
import type { BeaconSums } from './event.ts';

/** @returns numbers by position, for JSON */
export const encodeBeacons = (sums: BeaconSums): readonly number[] => [
  sums.sent,
  sums.answered,
  sums.failed,
  sums.impressionsFailed,
  sums.impressionsRetried,
];

const amount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : 0;

/** Undefined for anything else than what `encodeBeacons` gives. Never throws. */
export function decodeBeacons(field: unknown): BeaconSums | undefined {
  if (!Array.isArray(field)) return undefined;
  const [sent = 0, answered = 0, failed = 0, impressionsFailed = 0, impressionsRetried = 0] =
    field.map(amount);
  return { sent, answered, failed, impressionsFailed, impressionsRetried };
}
