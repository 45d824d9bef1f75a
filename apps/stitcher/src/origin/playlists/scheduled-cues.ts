/** Breaks that an external scheduler has told by API, as cues on the source clock. */
import type { ScheduledBreak } from '@interlude/contract';
import { API_DIALECT, type Cue, type SourceWindow } from '@interlude/stitching';

/** A boundary this close before the start is its own, ms. */
const toleranceMs = 100;

/** The first boundary at or after the start (rule H21); as it is while the source has not got there. */
function snapped(startMs: number, { segments }: SourceWindow): number {
  const [first] = segments;
  if (first === undefined || startMs < first.startMs) {
    return startMs;
  }
  return segments.find((one) => one.startMs >= startMs - toleranceMs)?.startMs ?? startMs;
}

export function scheduledCues(scheduled: readonly ScheduledBreak[], window: SourceWindow): Cue[] {
  return scheduled.map(({ id, externalId, start, duration, state }) => {
    const startMs = Date.parse(start);
    const about = { msn: -1, dialect: API_DIALECT, eventId: externalId || id };
    return state === 'cancelled'
      ? { ...about, kind: 'cancel', atMs: startMs - 1 }
      : { ...about, kind: 'out', atMs: snapped(startMs, window), durationSeconds: duration };
  });
}
