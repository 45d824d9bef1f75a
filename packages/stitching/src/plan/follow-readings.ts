// A session that waits at the edge for a decision follows the readings again from before the edge reached that break:
// stitchers that had the decision in time and those that got it late then have the same plan.
import { advancePlan, type BreakReading, type FindPod } from './advance-plan.ts';
import type { Avail, SplicePlan } from './splice-plan.ts';

/** A plan and the version of the newest reading in it; -1: it has just begun. */
export interface PlanVersion {
  readonly plan: SplicePlan;
  readonly version: number;
}

/** The plan of a session between two readings. */
export interface PlanCourse extends PlanVersion {
  /** While a break is held: the plan before the edge reached it. */
  readonly settled?: PlanVersion | undefined;
}

export interface FollowedCourse {
  readonly course: PlanCourse;
  /** Avails of breaks that the plan did not have before. */
  readonly avails: readonly Avail[];
}

/** Readings to follow: of a plan that has just begun, or was resumed, only the newest. */
function readingsOf(from: PlanVersion, readings: readonly BreakReading[]) {
  if (from.version < 0) return readings.slice(-1);
  return readings.filter(({ version }) => version > from.version);
}

/** Whether an avail is new: readings that are followed again for a held break offer theirs a second time. */
function isNewIn({ breaks, isPreRollDue }: SplicePlan) {
  const known = new Set(breaks.map(({ breakId }) => breakId));
  return ({ breakId, position }: Avail) =>
    position === 'pre' ? isPreRollDue === true : !known.has(breakId);
}

/**
 * Follows the readings that a plan has not followed, and those of a held break again.
 * @param readings the latest, the newest last; earlier ones that are missing do not change the plan
 * @returns the same course when there is nothing to follow
 */
export function followReadings(
  course: PlanCourse,
  readings: readonly BreakReading[],
  findPod: FindPod,
): FollowedCourse {
  let { plan, version, settled }: PlanCourse = { ...course, ...course.settled };
  // A published MPD is not taken back when readings are followed again.
  plan = plan.dash === course.plan.dash ? plan : { ...plan, dash: course.plan.dash };
  const following = readingsOf({ plan, version }, readings);
  if (following.length === 0) return { course, avails: [] };
  const avails: Avail[] = [];
  for (const reading of following) {
    const advanced = advancePlan(plan, reading, findPod);
    avails.push(...advanced.avails);
    if (advanced.isHeld) settled ??= { plan, version: version < 0 ? reading.version - 1 : version };
    else settled = undefined;
    ({ plan } = advanced);
    ({ version } = reading);
  }
  return { course: { plan, version, settled }, avails: avails.filter(isNewIn(course.plan)) };
}
