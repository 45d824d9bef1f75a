/** Requests for an output that ends at a break which is being decided wait for the decision (ADR 0017). */
import type { SplicePlan } from '@interlude/stitching';

/** Whether an output ends at a break that is being decided. */
export function endsAtPendingBreak(plan: SplicePlan | undefined): boolean {
  const pending = plan?.breaks.find(({ state }) => state === 'pending');
  if (!plan || !pending) {
    return false;
  }
  return pending.isPreRoll === true || pending.startMs < plan.knownUntilMs;
}

/** After a pre-roll the break that is running may follow: two decisions, one after the other. */
const maxDecisions = 2;

/**
 * Follows a session's plan until its output does not end at a break that is being decided.
 * @param follow brings the plan up to the source; true while the output ends at such a break
 * @param decided resolves when nothing is being decided for the session
 */
export async function followDecided(
  follow: () => boolean,
  decided: () => Promise<void>,
): Promise<void> {
  for (let decisions = 0; follow() && decisions < maxDecisions; decisions += 1) {
    await decided();
  }
}
