/** Takes up the splice plan of a session that another process served, or serves in turns with this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type SplicePlan, storePlan, takeUpPlan } from '@interlude/stitching';
import type { BreakSource } from '../origin/break-source.ts';
import { type PlanRecord, planRecord } from '../session-plans/session-plans.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { BreakDecisions } from './break-decisions.ts';

const limits = {
  /**
   * A plan counts as just begun for this long: stored with the start of its session alone, its first breaks undecided.
   */
  beginningMs: 10_000,
  /** A first answer waits this long for decisions that another stitcher is making and stores within their deadline. */
  withinMs: 2_000,
  againMs: 250,
} as const;

/**
 * The record of a plan that has just begun, for other stitchers that serve its session; undefined without a numbering,
 * as they could not go on from it.
 */
export function beginningOf(
  plan: SplicePlan | undefined,
  { numbering }: Pick<BreakSource, 'numbering'>,
  begunMs: number,
): PlanRecord | undefined {
  return plan && numbering !== undefined
    ? { ...planRecord(numbering, 0, storePlan({ plan, version: -1 })), begunMs }
    : undefined;
}

/** Plan and decisions that are stored of a session. */
export interface StoredSession {
  readonly record: PlanRecord | undefined;
  /** The database could not be read in time: there may be a plan. */
  readonly isUnread?: boolean | undefined;
  /** Decisions for breaks of the session. */
  readonly pods: readonly DecidedPod[];
}

export interface TakeUpOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  readonly clock: { now(): number };
}

/**
 * @returns false when the stored plan is missing or does not go on from this source: what the session was shown is
 * unknown
 */
function takeUp(
  session: PlaybackSession,
  source: BreakSource,
  { record, pods }: StoredSession,
  { breakDecisions, sessions, clock }: TakeUpOptions,
): boolean {
  if (!record || record.numbering !== source.numbering) {
    return false;
  }
  const { availCount, begunMs, plan: stored } = record;
  const byBreak = new Map(pods.map((decided) => [decided.avail.breakId, decided]));
  const isBeginning = begunMs !== undefined && clock.now() - begunMs < limits.beginningMs;
  const taken = takeUpPlan(stored, source, (breakId) => byBreak.get(breakId), { isBeginning });
  if (!taken) {
    return false;
  }
  session.availCount = Math.max(session.availCount, availCount);
  session.begin(taken.plan);
  sessions.started(session);
  for (const [breakId, { pod }] of byBreak) {
    session.addDecision(breakId, { pod, creativeKeys: [] });
  }
  if (session.givenCreatives.entries.length === 0) {
    breakDecisions.noteGiven(session, pods);
  }
  breakDecisions.offer(session, source, taken.avails);
  return true;
}

/**
 * Begins a session with the plan that another process has stored, and so with its numbers. Where another stitcher
 * serves the session, too, and is deciding a break, it waits for the decision, two seconds at most.
 * @param read reads what is stored of the session
 * @returns the last reading, when what the session was shown is unknown; undefined: the session has its plan
 * @throws {DomainError} SESSION_STATE_UNAVAILABLE
 */
export async function takeUpSession(
  session: PlaybackSession,
  source: BreakSource,
  read: () => Promise<StoredSession>,
  options: TakeUpOptions,
): Promise<StoredSession | undefined> {
  const { clock, sessions } = options;
  const untilMs = clock.now() + limits.withinMs;
  for (;;) {
    const stored = await read();
    if (session.plan || takeUp(session, source, stored, options)) {
      return undefined;
    }
    const isKnown = stored.isUnread || stored.record?.numbering === source.numbering;
    const mayFollow = isKnown && sessions.stitchers > 1;
    if (mayFollow && clock.now() >= untilMs) {
      sessions.doubt(session, stored.record?.plan.knownUntilMs);
    }
    if (!mayFollow || clock.now() >= untilMs) {
      return stored;
    }
    await sleep(limits.againMs);
  }
}
