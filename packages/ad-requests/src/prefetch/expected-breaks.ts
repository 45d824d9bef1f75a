/** Expected breaks of a channel's prefetch schedules. All times are milliseconds on the source clock. */
import type { PrefetchSchedule } from '@interlude/contract';

export interface ExpectedBreak {
  /** Made of the expected start; stands for the break in its ad request. */
  readonly id: string;
  readonly startMs: number;
  readonly durationMs: number;
  /** A break that begins from `usedFromMs` to `usedUntilMs`, both included, gets the ads. */
  readonly usedFromMs: number;
  readonly usedUntilMs: number;
}

function occurrence(schedule: PrefetchSchedule, startMs: number): ExpectedBreak {
  const { duration, usedWithin } = schedule;
  return {
    id: `expected-${new Date(startMs).toISOString()}`,
    startMs,
    durationMs: duration * 1000,
    usedFromMs: startMs - usedWithin * 1000,
    usedUntilMs: startMs + usedWithin * 1000,
  };
}

/** The next start at which the ads can still be used; undefined after the last one. */
function nextStartMs(schedule: PrefetchSchedule, nowMs: number): number | undefined {
  const { expectedStart, every, until, usedWithin } = schedule;
  const firstMs = Date.parse(expectedStart);
  const lastMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const everyMs = every === undefined ? 0 : every * 1000;
  const pastMs = nowMs - usedWithin * 1000 - firstMs;
  const times = everyMs > 0 ? Math.max(0, Math.ceil(pastMs / everyMs)) : 0;
  const startMs = firstMs + times * everyMs;
  return startMs + usedWithin * 1000 < nowMs || startMs > lastMs ? undefined : startMs;
}

/**
 * Expected breaks whose ads may be requested now and can still be used, by start: one of each schedule at most.
 * Schedules with the same expected start share one break.
 * @param nowMs the live edge
 */
export function expectedBreaks(
  schedules: readonly PrefetchSchedule[],
  nowMs: number,
): ExpectedBreak[] {
  const byId = new Map<string, ExpectedBreak>();
  for (const schedule of schedules) {
    const startMs = nextStartMs(schedule, nowMs);
    if (startMs === undefined || nowMs < startMs - schedule.requestFrom * 1000) continue;
    const expected = occurrence(schedule, startMs);
    if (!byId.has(expected.id)) byId.set(expected.id, expected);
  }
  return [...byId.values()].sort((a, b) => a.startMs - b.startMs);
}

/** Whether a break that begins at `startMs` is the expected one. */
export function isExpected({ usedFromMs, usedUntilMs }: ExpectedBreak, startMs: number): boolean {
  return startMs >= usedFromMs && startMs <= usedUntilMs;
}
