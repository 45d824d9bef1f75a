/** Limits of outgoing beacons, with units. */
export const beaconLimits = {
  timeoutMs: 3_000,
  maxBytes: 65_536,
  tries: 3,
  /** No try starts later than this after the event. */
  giveUpAfterMs: 60_000,
  retryAfterMs: 1_000,
  activePerHost: 32,
  active: 256,
  /** Waiting for a connection or a retry; beyond it the newest is dropped and counted. */
  waiting: 20_000,
  /** What a stop waits for. */
  drainMs: 3_000,
} as const;
export type BeaconLimits = { readonly [Key in keyof typeof beaconLimits]: number };
