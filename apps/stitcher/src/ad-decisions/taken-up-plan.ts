/** The plan of a session that another process had, or has in turns with this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type SplicePlan, storePlan, takeUpPlan } from '@interlude/stitching';
import type { BreakSource } from '../origin/break-source.ts';
import { type PlanRecord, planRecord } from '../session-plans/session-plans.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { BreakDecisions } from './break-decisions.ts';

const limits = {
  /** So long a plan that has just begun is in the row of the start alone, and its first breaks are being decided. */
  beginningMs: 10_000,
  /** What is being decided at another stitcher is stored within its deadline: a first answer waits for it. */
  withinMs: 2_000,
  againMs: 250,
} as const;

/** A plan that has just begun, for others that serve its session; undefined: they could not go on from it. */
export function beginningOf(
  plan: SplicePlan | undefined,
  { numbering }: Pick<BreakSource, 'numbering'>,
  begunMs: number,
): PlanRecord | undefined {
  return plan && numbering !== undefined
    ? { ...planRecord(numbering, 0, storePlan({ plan, version: -1 })), begunMs }
    : undefined;
}

/** What is stored of a session. */
export interface StoredSession {
  readonly record: PlanRecord | undefined;
  /** The database could not be read in time: there may be a plan. */
  readonly isUnread?: boolean | undefined;
  /** What was decided for it. */
  readonly pods: readonly DecidedPod[];
}

export interface TakeUpOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  readonly clock: { now(): number };
}

/** @returns false when what was shown to the session is not known */
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
 * Begins a session with the plan that another process has stored, and so with its numbers. Where that one serves the
 * session, too, and decides a break just now, it waits for the decision, two seconds at most.
 * @param read what is stored now
 * @returns what was read last, when what was shown to the session is not known; undefined: the session has its plan
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
      sessions.doubt(session);
    }
    if (!mayFollow || clock.now() >= untilMs) {
      return stored;
    }
    await sleep(limits.againMs);
  }
}
