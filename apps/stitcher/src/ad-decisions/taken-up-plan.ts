/** The plan of a session that another process had, or has in turns with this one. */
import { type SplicePlan, storePlan, takeUpPlan } from '@interlude/stitching';
import type { BreakSource } from '../origin/break-source.ts';
import { type PlanRecord, planRecord } from '../session-plans/session-plans.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { BreakDecisions } from './break-decisions.ts';

/** A plan that has just begun, for others that serve its session; undefined: they could not go on from it. */
export function beginningOf(
  plan: SplicePlan | undefined,
  { numbering }: Pick<BreakSource, 'numbering'>,
): PlanRecord | undefined {
  return plan && numbering !== undefined
    ? planRecord(numbering, 0, storePlan({ plan, version: -1 }))
    : undefined;
}

export interface TakeUpOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
}

/**
 * Begins a session with the plan that another process has stored, and so with its numbers.
 * @param pods what was decided for it
 * @returns false when what was shown to the session is not known
 */
export function takeUpSession(
  session: PlaybackSession,
  source: BreakSource,
  pods: readonly DecidedPod[],
  { numbering, availCount, plan: stored }: PlanRecord,
  { breakDecisions, sessions }: TakeUpOptions,
): boolean {
  if (numbering !== source.numbering) {
    return false;
  }
  const byBreak = new Map(pods.map((decided) => [decided.avail.breakId, decided]));
  const taken = takeUpPlan(stored, source, (breakId) => byBreak.get(breakId));
  if (!taken) {
    return false;
  }
  session.availCount = Math.max(session.availCount, availCount);
  session.begin(taken.plan);
  sessions.started(session);
  for (const [breakId, { pod }] of byBreak) {
    session.addDecision(breakId, { pod, creativeKeys: [] });
  }
  breakDecisions.offer(session, source, taken.avails);
  return true;
}
