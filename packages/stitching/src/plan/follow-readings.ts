// A session that waits for a decision at the edge goes back to before it when there is one: whoever had it in time, and
// whoever learned it late, then have the same plan.
import { advancePlan, type BreakReading, type FindPod } from './advance-plan.ts';
import type { Avail, SplicePlan } from './splice-plan.ts';

/** A plan and the version of the newest reading in it; -1: it has just begun. */
export interface PlanVersion {
  readonly plan: SplicePlan;
  readonly version: number;
}

/** Where the plan of a session is. */
export interface PlanCourse extends PlanVersion {
  /** While a break is held: the plan before the edge reached it. */
  readonly settled?: PlanVersion | undefined;
}

export interface FollowedCourse {
  readonly course: PlanCourse;
  /** Of breaks that the plan did not have before. */
  readonly avails: readonly Avail[];
}

/** A plan that has just begun, or was taken up, begins with the newest reading. */
function readingsOf(from: PlanVersion, readings: readonly BreakReading[]) {
  if (from.version < 0) return readings.slice(-1);
  return readings.filter(({ version }) => version > from.version);
}

/** Of a held break readings are followed twice, and their avails are there twice. */
function isNewIn({ breaks, isPreRollDue }: SplicePlan) {
  const known = new Set(breaks.map(({ breakId }) => breakId));
  return ({ breakId, position }: Avail) =>
    position === 'pre' ? isPreRollDue === true : !known.has(breakId);
}

/**
 * Follows the readings that a plan has not followed, and those of a held break again.
 * @param readings the last ones, the newest last; of those that are no longer there the plan keeps what it has
 * @returns the same course when there is nothing to follow
 */
export function followReadings(
  course: PlanCourse,
  readings: readonly BreakReading[],
  findPod: FindPod,
): FollowedCourse {
  let { plan, version, settled }: PlanCourse = { ...course, ...course.settled };
  // What was published of an MPD stays published.
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
