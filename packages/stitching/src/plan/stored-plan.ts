// A plan as JSON data, for a process that goes on with its session. Creatives are left out: the
// stored decisions of its breaks name them.
import type { AdBreak } from '../breaks/ad-break.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import type { Creative } from '../pods/creative.ts';
import type { Pod } from '../pods/pod.ts';
import { availOf, type FollowedPlan } from './follow-breaks.ts';
import type { PlanCourse } from './follow-readings.ts';
import { nextBreak } from './plan-break.ts';
import type { Avail, Listing, Placement, PlannedBreak, SplicePlan } from './splice-plan.ts';

interface StoredBreak extends Omit<PlannedBreak, 'placements'> {
  readonly placements: readonly Omit<Placement, 'creative'>[];
}

export interface StoredPlan extends Omit<SplicePlan, 'breaks' | 'listing'> {
  readonly breaks: readonly StoredBreak[];
  /** `fromMs` is left out where nothing limits it. */
  readonly listing: Omit<Listing, 'fromMs'> & { readonly fromMs?: number | undefined };
}

/**
 * Age up to which a stored plan is taken up, ms: breaks are forgotten two hours after their end, so an older plan may
 * have shown some that are not known any more.
 */
const MOST_AGE_MS = 3_600_000;

/** The decision for a break of the session. */
export interface StoredDecision {
  readonly pod: Pod;
  /** Start of the break when it was decided, ms on the source clock. */
  readonly startMs: number;
}

/** Options of `takeUpPlan`. */
export interface TakeUpOptions {
  /** The plan has just begun, and all outputs so far follow from it: breaks that are not decided are offered. */
  readonly isBeginning?: boolean | undefined;
}

/** The channel as the process knows it that takes the session up. */
export interface ChannelNow {
  readonly breaks: readonly AdBreak[];
  /** Markers have been read up to here, ms on the source clock. */
  readonly knownUntilMs: number;
}

function storeBreak({ placements, ...planned }: PlannedBreak): StoredBreak {
  return { ...planned, placements: placements.map(({ creative, ...placed }) => placed) };
}

/** The plan that is stored: of a session that waits at the edge for a decision, the one before. */
const settledPlan = ({ plan, settled }: PlanCourse): SplicePlan => settled?.plan ?? plan;

/**
 * Whether two plans have the same breaks with the same numbers: the stored plan of one then holds for the other.
 * @see rules H1, H3
 */
export function haveSameBreaks(a: PlanCourse, b: PlanCourse): boolean {
  const [one, other] = [settledPlan(a), settledPlan(b)];
  if (one.base !== other.base || one.breaks.length !== other.breaks.length) return false;
  return one.breaks.every((planned, index) => planned === other.breaks[index]);
}

/** Plain data from which `takeUpPlan` makes the plan again. */
export function storePlan(course: PlanCourse): StoredPlan {
  const plan = settledPlan(course);
  const { listing, breaks } = plan;
  const fromMs = Number.isFinite(listing.fromMs) ? listing.fromMs : undefined;
  return {
    ...plan,
    listing: { ...listing, fromMs },
    // The pre-roll is offered again.
    isPreRollDue:
      plan.isPreRollDue || breaks.some(({ isPreRoll, state }) => isPreRoll && state === 'pending'),
    breaks: breaks.map(storeBreak),
  };
}

function restoreBreak(
  { placements, ...planned }: StoredBreak,
  creativeOf: (breakId: string, index: number) => Creative | undefined,
): PlannedBreak | undefined {
  const whole = placements.flatMap((placed) => {
    const creative = creativeOf(planned.breakId, placed.index);
    return creative ? [{ ...placed, creative }] : [];
  });
  return whole.length === placements.length ? { ...planned, placements: whole } : undefined;
}

/** The plan that `storePlan` has stored, also after JSON; undefined when a creative is missing. */
function restorePlan(
  stored: StoredPlan,
  creativeOf: (breakId: string, index: number) => Creative | undefined,
): SplicePlan | undefined {
  const { listing, breaks } = stored;
  const restored = breaks.flatMap((planned) => restoreBreak(planned, creativeOf) ?? []);
  if (restored.length < breaks.length) return undefined;
  const { fromMs = Number.NEGATIVE_INFINITY } = listing;
  return { ...stored, listing: { ...listing, fromMs }, breaks: restored };
}

/**
 * Whether a break that the stored plan does not have leads to its published numbers: it starts where it did when it was
 * decided, and has not been cut short since. Of any other one it is unknown what was shown.
 */
function isAsDecided(adBreak: AdBreak, decided: StoredDecision | undefined): boolean {
  return (
    decided !== undefined &&
    adBreak.endMs === undefined &&
    Math.abs(decided.startMs - adBreak.startMs) < 1
  );
}

/**
 * Whether a pending break that the edge has reached leads to its published numbers: it is still as it was planned. One
 * that has changed since may have been entered as it was before.
 */
function isAsPlanned(plan: SplicePlan, planned: PlannedBreak, adBreak: AdBreak | undefined) {
  if (adBreak === undefined) return true;
  const endMs = adBreak.endMs ?? adBreak.plannedEndMs;
  const nextMs = nextBreak(plan, planned.startMs)?.startMs ?? Number.POSITIVE_INFINITY;
  const isSame = (atMs: number) => Math.abs(atMs - planned.endMs) < 1;
  return (
    adBreak.state !== 'cancelled' &&
    Math.abs(adBreak.startMs - planned.announcedStartMs) < 1 &&
    (isSame(endMs) || isSame(Math.min(endMs, nextMs)))
  );
}

/** Avails of undecided breaks: the process that had the session may have requested ads, but its decisions are lost. */
function openAvails(
  plan: SplicePlan,
  breaks: readonly AdBreak[],
  decisionOf: (breakId: string) => StoredDecision | undefined,
): Avail[] {
  const open = plan.breaks.filter(
    ({ breakId, state, isPreRoll }) =>
      state === 'pending' && !isPreRoll && decisionOf(breakId) === undefined,
  );
  return open.map((planned) => {
    const adBreak = breaks.find(({ breakId }) => breakId === planned.breakId);
    return availOf(plan, planned, adBreak ?? {});
  });
}

/**
 * Restores the plan that another process last stored for a session: its numbers go on.
 * @param decisionOf the decision for a break of the session; undefined without one
 * @returns the plan and its undecided avails; undefined when breaks have passed since and
 * it is unknown what was shown of them
 * @see rules H1, H3, H35
 */
export function takeUpPlan(
  stored: StoredPlan,
  { breaks, knownUntilMs }: ChannelNow,
  decisionOf: (breakId: string) => StoredDecision | undefined,
  { isBeginning = false }: TakeUpOptions = {},
): FollowedPlan | undefined {
  const plan = restorePlan(stored, (breakId, index) => {
    const placements = decisionOf(breakId)?.pod.placements;
    return placements?.find((placed) => placed.index === index)?.creative;
  });
  const edgeMs = knownUntilMs - (plan?.liveDelayMs ?? 0);
  if (plan === undefined || plan.knownUntilMs < edgeMs - MOST_AGE_MS) return undefined;
  const [oldest] = breaks.length < STITCHING_LIMITS.maxBreaks ? [] : breaks;
  if (oldest !== undefined && plan.knownUntilMs < oldest.startMs) return undefined;
  const known = new Set(plan.breaks.map(({ breakId }) => breakId));
  const passed = breaks.filter(
    ({ breakId, state, startMs, endMs, plannedEndMs }) =>
      !known.has(breakId) &&
      state !== 'cancelled' &&
      startMs < edgeMs &&
      (endMs ?? plannedEndMs) > plan.knownUntilMs,
  );
  const reached = plan.breaks.filter(
    ({ state, isPreRoll, startMs }) => state === 'pending' && !isPreRoll && startMs <= edgeMs,
  );
  const isOpen = ({ breakId }: AdBreak) => isBeginning && decisionOf(breakId) === undefined;
  const isKnown =
    passed.every(
      (adBreak) => isOpen(adBreak) || isAsDecided(adBreak, decisionOf(adBreak.breakId)),
    ) &&
    reached.every((planned) =>
      isAsPlanned(
        plan,
        planned,
        breaks.find(({ breakId }) => breakId === planned.breakId),
      ),
    );
  return isKnown ? { plan, avails: openAvails(plan, breaks, decisionOf) } : undefined;
}
