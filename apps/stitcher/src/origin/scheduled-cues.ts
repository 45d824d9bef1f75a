/** Breaks that an external scheduler declares by API, as cues on the source clock. */
import type { ScheduledBreak } from '@interlude/contract';
import { API_DIALECT, type Cue } from '@interlude/stitching';

/** Breaks that are declared at the moment of the call. */
export type ScheduledBreaks = () => readonly ScheduledBreak[];

/** @param snapped start of a break that is declared for `startMs`, ms on the source clock */
export function scheduledCues(
  scheduled: readonly ScheduledBreak[],
  snapped: (startMs: number) => number,
): Cue[] {
  return scheduled.map(({ id, externalId, start, duration, state }) => {
    const startMs = Date.parse(start);
    const about = { msn: -1, dialect: API_DIALECT, eventId: externalId || id };
    return state === 'cancelled'
      ? { ...about, kind: 'cancel', atMs: startMs - 1 }
      : { ...about, kind: 'out', atMs: snapped(startMs), durationSeconds: duration };
  });
}
