import type { Clock } from '@interlude/runtime';

/** A clock that changes only by `advance` and `set`. */
export interface FixedClock extends Clock {
  advance(milliseconds: number): void;
  set(epochMs: number): void;
}

/**
 * @param startMs epoch milliseconds; 2026-01-15T12:00:00Z by default
 * @returns a clock for tests; `advance` takes milliseconds, `set` epoch milliseconds
 */
export function fixedClock(startMs = Date.UTC(2026, 0, 15, 12)): FixedClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
    set: (epochMs) => {
      nowMs = epochMs;
    },
  };
}
