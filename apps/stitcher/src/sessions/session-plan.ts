/** The plan that a session begins with. */
import { createPlan, type SplicePlan, sessionStartMs } from '@interlude/stitching';
import type { ChannelSource } from '../origin/channel-source.ts';

/** More than any window lists. */
const leastShift = 10_000;

/**
 * What a session that was taken up again had counted is not known here: its ads were decided after its id was
 * made, and an id cannot change. Its numbers go on one a millisecond since its start: more than breaks can have
 * added, so they never go back (rule H1), and so far ahead that no number is ever given to two segments, also
 * when it is taken up twice. After the longest life of an id that is still less than 2^30.
 */
function resumedShift(openedMs: number, nowMs: number): number {
  return leastShift + Math.max(0, nowMs - openedMs);
}

export function beginPlan(
  source: ChannelSource,
  session: { readonly isRebuilt: boolean; readonly openedMs: number },
  nowMs: number,
): SplicePlan | undefined {
  const window = source.referenceWindow;
  if (!window || window.segments.length === 0) {
    return undefined;
  }
  const plan = createPlan({
    sessionStartMs: sessionStartMs(window),
    targetDuration: source.targetDuration,
  });
  if (!session.isRebuilt) {
    return plan;
  }
  const shift = resumedShift(session.openedMs, nowMs);
  const renditions = source.windows.map(({ renditionId }) => [renditionId, shift] as const);
  return {
    ...plan,
    base: {
      ...plan.base,
      discontinuityShift: shift,
      sequenceShifts: Object.fromEntries(renditions),
    },
  };
}
