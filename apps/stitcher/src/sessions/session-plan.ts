/** The plan that a session begins with. */
import { createPlan, type SplicePlan, sessionStartMs } from '@interlude/stitching';
import type { ChannelSource } from '../origin/channel-source.ts';

const epochMs = Date.UTC(2026, 0, 1);

/**
 * What a session that was taken up again had counted is not known here. Its numbers go on one a second
 * since 2026: more than breaks can have added to them, so they never go back (rule H1), also when it is
 * taken up twice.
 */
function resumedShift(nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - epochMs) / 1000));
}

export function beginPlan(
  source: ChannelSource,
  session: { readonly isRebuilt: boolean },
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
  const shift = resumedShift(nowMs);
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
