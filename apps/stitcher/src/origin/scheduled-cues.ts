/** Breaks that an external scheduler has told by API, as cues on the source clock. */
import { API_DIALECT, type Cue, type SourceWindow } from '@interlude/stitching';

export interface ScheduledBreak {
  /** Of the scheduler, else ours. */
  readonly id: string;
  /** Epoch ms on the programme's clock. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** A boundary this close before the start is its own, ms. */
const toleranceMs = 100;

/** The first boundary at or after the start (rule H21); as it is while the source has not got there. */
function snapped({ startMs }: ScheduledBreak, window: SourceWindow): number {
  const { segments } = window;
  const [first] = segments;
  if (first === undefined || startMs < first.startMs) {
    return startMs;
  }
  return segments.find((one) => one.startMs >= startMs - toleranceMs)?.startMs ?? startMs;
}

export function scheduledCues(scheduled: readonly ScheduledBreak[], window: SourceWindow): Cue[] {
  return scheduled.map((told) => ({
    kind: 'out',
    atMs: snapped(told, window),
    msn: -1,
    dialect: API_DIALECT,
    eventId: told.id,
    durationSeconds: told.durationMs / 1000,
  }));
}
