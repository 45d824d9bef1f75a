/** Breaks that the prefetch schedules of a channel expect. Milliseconds on the clock of the programme throughout. */
import type { PrefetchSchedule } from '@interlude/contract';

export interface ExpectedBreak {
  /** Of the schedule and the occurrence; stands for the break in its ad request. */
  readonly id: string;
  readonly startMs: number;
  readonly durationMs: number;
  /** A break that begins from here on, or up to `usedUntilMs`, gets the ads. */
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

/** The next start that is not past for use; undefined when there is none any more. */
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
 * Breaks whose ads may be requested by now, and whose time is not past: of each schedule one at most, by their start.
 * Two schedules that expect one moment expect one break.
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

/** Whether a break that begins at this time is the one that was expected. */
export function isExpected({ usedFromMs, usedUntilMs }: ExpectedBreak, startMs: number): boolean {
  return startMs >= usedFromMs && startMs <= usedUntilMs;
}
