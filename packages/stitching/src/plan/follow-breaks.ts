// Updates the plan of a session with the channel's breaks: new breaks are offered, early returns cut what has not been
// published, and breaks that are moved or cancelled before their start follow.
import { type AdBreak, API_DIALECT } from '../breaks/ad-break.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import { breakDriftMs, planDriftMs } from './drift.ts';
import { cutShort, leastContentMs, nextBreak, settledReturn, withBreak } from './plan-break.ts';
import type { Avail, PlannedBreak, SplicePlan } from './splice-plan.ts';

export interface FollowedPlan {
  readonly plan: SplicePlan;
  /** New avails: request ads, then `planBreak` before the deadline. */
  readonly avails: readonly Avail[];
}

function endOf(adBreak: AdBreak): number {
  return adBreak.endMs ?? adBreak.plannedEndMs;
}

/**
 * Whether the ads of two consecutive breaks may adjoin, which the source signals with a few frames between them: they
 * may while no output can have returned from the first one, so that the second does not begin late. In an MPD they may
 * later, too: its content returns with the first segment, and no numbers can differ between tracks.
 */
function canMeet(plan: SplicePlan, before: PlannedBreak, gapMs: number): boolean {
  const isClose = gapMs > 0 && gapMs < plan.targetDuration * 500;
  return isClose && (plan.dash !== undefined || plan.knownUntilMs <= before.returnMs);
}

function met(plan: SplicePlan, breakId: string): SplicePlan {
  const index = plan.breaks.findIndex((planned) => planned.breakId === breakId);
  const startMs = plan.breaks[index]?.startMs ?? 0;
  const before = plan.breaks.slice(0, Math.max(0, index)).findLast((b) => b.state !== 'content');
  const meets = before?.state === 'replaced' && canMeet(plan, before, startMs - before.returnMs);
  return before && meets ? withBreak(plan, { ...before, returnMs: startMs }) : plan;
}

/**
 * The start of a break in this session: nothing that was published may change, so never before the
 * known edge; and not just after the break before, see `leastContentMs`.
 */
function startInSession(plan: SplicePlan, adBreak: AdBreak): number {
  const earliest = Math.max(adBreak.startMs, plan.knownUntilMs);
  const before = plan.breaks.findLast(
    (planned) => planned.state !== 'content' && planned.startMs <= earliest,
  );
  if (before === undefined || earliest === before.returnMs) return earliest;
  const gapMs = earliest - before.returnMs;
  if (gapMs < 0) return before.returnMs;
  if (canMeet(plan, before, gapMs)) return earliest;
  return gapMs < leastContentMs(plan) ? earliest + leastContentMs(plan) : earliest;
}

/**
 * When a break was found: `isLate` at the known edge; `listedUntilMs` when it starts within a target duration of it,
 * because some rendition may list the segment that contains the start already.
 */
function foundAt({ knownUntilMs, targetDuration }: SplicePlan, startMs: number) {
  const aheadMs = startMs - knownUntilMs;
  const isNear = aheadMs > 0 && aheadMs < targetDuration * 1_000;
  return {
    isLate: aheadMs === 0 ? true : undefined,
    listedUntilMs: isNear ? knownUntilMs : undefined,
  };
}

/** The avail of an undecided break of the plan. */
export function availOf(
  plan: SplicePlan,
  { breakId, startMs, endMs }: PlannedBreak,
  { durationMs, endMs: endedMs, eventId, scte35, contentId }: Partial<AdBreak>,
): Avail {
  return {
    ...{ breakId, startMs, eventId, scte35, contentId },
    durationMs: endMs - startMs,
    openEnded: durationMs === undefined && endedMs === undefined,
    driftMs: planDriftMs(plan),
    toleranceMs: plan.targetDuration * 500,
  };
}

function offer(plan: SplicePlan, adBreak: AdBreak): FollowedPlan {
  const startMs = startInSession(plan, adBreak);
  const next = nextBreak(plan, startMs);
  const endMs = Math.min(endOf(adBreak), next?.startMs ?? Number.POSITIVE_INFINITY);
  const durationMs = endMs - startMs;
  const tooShort = durationMs < STITCHING_LIMITS.minAvailMs;
  const planned: PlannedBreak = {
    breakId: adBreak.breakId,
    endsAnywhere: adBreak.dialects[0] === API_DIALECT ? true : undefined,
    state: tooShort ? 'content' : 'pending',
    announcedStartMs: adBreak.startMs,
    startMs,
    ...foundAt(plan, startMs),
    endMs,
    returnMs: tooShort ? startMs : endMs,
    placements: [],
    dateScale: 1,
    reason: tooShort ? 'BREAK_TOO_SHORT' : undefined,
    truncated: false,
    renditions: {},
  };
  const breaks = [...plan.breaks, planned].toSorted((a, b) => a.startMs - b.startMs);
  if (tooShort) return { plan: { ...plan, breaks }, avails: [] };
  const avails = [availOf(plan, planned, adBreak)];
  return { plan: met({ ...plan, breaks }, adBreak.breakId), avails };
}

/** Moves a break that the edge has not reached; its placements are relative to its start. */
function moved(plan: SplicePlan, planned: PlannedBreak, adBreak: AdBreak): SplicePlan {
  if (adBreak.startMs === planned.announcedStartMs || planned.startMs < plan.knownUntilMs)
    return plan;
  const others = plan.breaks.filter((candidate) => candidate.breakId !== planned.breakId);
  const startMs = startInSession({ ...plan, breaks: others }, adBreak);
  const byMs = startMs - planned.startMs;
  return withBreak(plan, {
    ...planned,
    announcedStartMs: adBreak.startMs,
    startMs,
    ...foundAt(plan, startMs),
    endMs: planned.endMs + byMs,
    returnMs: planned.returnMs + byMs,
  });
}

/** Updates the end of a break: a pending one may become longer, any one may be cut short. */
function ended(plan: SplicePlan, planned: PlannedBreak, adBreak: AdBreak): SplicePlan {
  const endMs = Math.max(endOf(adBreak), plan.knownUntilMs, planned.startMs);
  if (planned.state === 'pending' && endOf(adBreak) > planned.endMs) {
    return withBreak(plan, { ...planned, endMs: endOf(adBreak), returnMs: endOf(adBreak) });
  }
  const settledMs = settledReturn(plan, planned, endMs);
  if (settledMs >= planned.returnMs) return plan;
  return withBreak(plan, cutShort(planned, settledMs, planDriftMs(plan) - breakDriftMs(planned)));
}

function cancelled(plan: SplicePlan, planned: PlannedBreak): SplicePlan {
  if (planned.startMs < plan.knownUntilMs) return plan;
  return withBreak(plan, {
    ...planned,
    state: 'content',
    returnMs: planned.startMs,
    placements: [],
    reason: 'BREAK_CANCELLED',
  });
}

function followOne(plan: SplicePlan, adBreak: AdBreak): FollowedPlan {
  const planned = plan.breaks.find((candidate) => candidate.breakId === adBreak.breakId);
  if (planned === undefined) {
    const over = endOf(adBreak) <= Math.max(plan.sessionStartMs, plan.knownUntilMs);
    return over || adBreak.state === 'cancelled' ? { plan, avails: [] } : offer(plan, adBreak);
  }
  if (planned.state === 'content') return { plan, avails: [] };
  if (adBreak.state === 'cancelled') return { plan: cancelled(plan, planned), avails: [] };
  const after = met(moved(plan, planned, adBreak), planned.breakId);
  const now = after.breaks.find((candidate) => candidate.breakId === planned.breakId) ?? planned;
  return { plan: ended(after, now, adBreak), avails: [] };
}

/**
 * The pre-roll while it is undecided. Nothing is published before its decision, so the channel's breaks wait: their
 * starts in this session depend on how long it takes.
 */
function pendingPreRoll(plan: SplicePlan): PlannedBreak | undefined {
  const [first] = plan.breaks;
  return first?.isPreRoll && first.state === 'pending' ? first : undefined;
}

function preRollAvail(plan: SplicePlan, preRoll: PlannedBreak): Avail {
  return {
    breakId: preRoll.breakId,
    startMs: preRoll.startMs,
    durationMs: preRoll.endMs - preRoll.startMs,
    openEnded: false,
    driftMs: plan.base.driftMs,
    toleranceMs: plan.targetDuration * 500,
    position: 'pre',
  };
}

/**
 * The plan with the channel's newest breaks. Call it for every session whenever the channel's cues have been read anew,
 * and in any case before `stitchMediaPlaylist`: outputs publish nothing beyond `knownUntilMs`.
 * @param knownUntilMs edge of the window in which the cues were found (the reference rendition's)
 * @returns the plan and the avails that are new in it
 * @see rules SCTE-S5, SCTE-S6, H20
 */
export function followBreaks(
  plan: SplicePlan,
  breaks: readonly AdBreak[],
  knownUntilMs: number,
): FollowedPlan {
  const preRoll = pendingPreRoll(plan);
  if (preRoll !== undefined) {
    const offered = { ...plan, isPreRollDue: false };
    return plan.isPreRollDue
      ? { plan: offered, avails: [preRollAvail(plan, preRoll)] }
      : { plan, avails: [] };
  }
  const untilMs = knownUntilMs - plan.liveDelayMs;
  let followed = plan;
  const avails: Avail[] = [];
  for (const adBreak of breaks) {
    const step = followOne(followed, adBreak);
    followed = step.plan;
    avails.push(...step.avails);
  }
  if (untilMs > followed.knownUntilMs) followed = { ...followed, knownUntilMs: untilMs };
  return { plan: followed, avails };
}
