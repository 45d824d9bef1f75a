/** The plan that a session begins with. */

import type { ViewerContext } from '@interlude/ad-requests';
import {
  type BeginPlanInput,
  beginPlan as beginInCore,
  type SplicePlan,
  STITCHING_LIMITS,
} from '@interlude/stitching';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { type KeptSession, keptPlan } from '../sessions/kept-session.ts';
import { startOverOf } from '../sessions/viewer-context.ts';

/** More segments than a window lists, and as many again for ads in it. */
const leastShift = 2 * STITCHING_LIMITS.maxWindowSegments;

/**
 * Shift of the media sequence numbers of a resumed session. The numbers that it has reached are not known here: its ads
 * were decided after its id was made, and an id cannot change. They go on by one a millisecond since its start: more
 * than breaks can have added, so they never go back (rule H1), and so far ahead that no number is ever given to two
 * segments, also when it is resumed twice. After the longest life of an id that is still less than 2^30.
 */
function resumedShift(openedMs: number, nowMs: number): number {
  return leastShift + Math.max(0, nowMs - openedMs);
}

export function beginPlan(
  source: HlsSource,
  session: {
    readonly isResumed: boolean;
    readonly openedMs: number;
    readonly viewer?: ViewerContext;
    readonly kept?: KeptSession | undefined;
  },
  nowMs: number,
  settings: BeginPlanInput['settings'],
  resumedFromMs?: number,
): SplicePlan | undefined {
  const reference = source.referenceWindow;
  if (!reference || reference.segments.length === 0) {
    return undefined;
  }
  const kept = keptPlan(session.kept, source.windows);
  if (kept) {
    return kept;
  }
  const others = source.windows.filter(({ renditionId }) => renditionId !== reference.renditionId);
  return beginInCore({
    windows: [reference, ...others],
    targetDuration: source.targetDuration,
    settings,
    ...startOverOf(session.viewer),
    resumedShift: session.isResumed ? resumedShift(session.openedMs, nowMs) : undefined,
    resumedFromMs,
  });
}
