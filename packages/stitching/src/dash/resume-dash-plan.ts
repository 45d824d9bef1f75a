// The plan of a session whose process was killed and left none: breaks that are known to have been shown are entered
// again, and their Periods follow from the source as they did the first time (D1, D6).
import { type AdBreak, API_DIALECT } from '../breaks/ad-break.ts';
import type { DashWindow } from '../dash-source/dash-window.ts';
import { followBreaks } from '../plan/follow-breaks.ts';
import { planBreak } from '../plan/plan-break.ts';
import type { SplicePlan } from '../plan/splice-plan.ts';
import type { Pod } from '../pods/pod.ts';
import { freezeDash } from './freeze-dash.ts';
import { visibleEdge } from './visible-edge.ts';

/** A break of which a session has published a part. */
export interface PublishedBreak {
  readonly breakId: string;
  /** Where the session left the source, ms on the source clock. */
  readonly startMs: number;
  /** Duration of the avail, ms; 0 = not announced. */
  readonly durationMs: number;
  /** The pod, with its creatives conditioned for the channel. */
  readonly pod: Pod;
  /** The session's pre-roll. */
  readonly isPreRoll: boolean;
}

/** Boundaries extrapolated for segments that have left the source. */
const MAX_BOUNDARIES = 10_000;

/** The window with boundaries back to `fromMs` after the origin, extrapolated by the duration of its oldest segment. */
function reachingBack(window: DashWindow, fromMs: number): DashWindow {
  const [period] = window.periods;
  const track = period?.tracks[period.reference];
  const [first] = track?.runs ?? [];
  const [headMs = fromMs] = window.boundariesMs;
  if (period === undefined || track === undefined || first === undefined || first.d <= 0)
    return window;
  const scale = 1000 / track.timescale;
  const at = (t: number) => period.startMs + (t - track.presentationTimeOffset) * scale;
  const older: number[] = [];
  for (let count = 1; older.length < MAX_BOUNDARIES; count++) {
    const boundaryMs = at(first.t - count * first.d);
    if (boundaryMs < headMs - 1) older.unshift(boundaryMs);
    if (boundaryMs < fromMs) break;
  }
  return { ...window, boundariesMs: [...older, ...window.boundariesMs] };
}

/** The break as the source signals it now; once its marker has left the source, as it was offered. */
function asAnnounced(shown: PublishedBreak, breaks: readonly AdBreak[]): AdBreak {
  const { breakId, startMs, pod } = shown;
  const durationMs = shown.durationMs > 0 ? shown.durationMs : pod.occupiesMs;
  const known = breaks.find((each) => each.breakId === breakId);
  if (known !== undefined) return { ...known, startMs };
  return {
    breakId,
    state: 'closed',
    startMs,
    durationMs,
    plannedEndMs: startMs + durationMs,
    endMs: undefined,
    dialects: shown.isPreRoll ? [API_DIALECT] : [],
  };
}

/**
 * Rebuilds the plan of a session from the breaks that it has published.
 * @param plan with which the session would begin if it were new
 * @param knownUntilMs markers have been read up to here, ms on the source clock
 * @returns the plan with the breaks that were published before, their Periods as they were
 * @see rules D1, D6, H35
 */
export function resumeDashPlan(
  plan: SplicePlan,
  window: DashWindow,
  shown: readonly PublishedBreak[],
  source: { readonly breaks: readonly AdBreak[]; readonly knownUntilMs: number },
): SplicePlan {
  const inOrder = shown.toSorted((a, b) => a.startMs - b.startMs);
  const [first] = inOrder;
  if (first === undefined) return plan;
  const sessionStartMs = Math.min(plan.sessionStartMs, first.startMs);
  const isBeginning = first.isPreRoll && plan.listing.windowMs === 0;
  const listing = isBeginning ? { ...plan.listing, fromMs: first.startMs } : plan.listing;
  const begun = { ...plan, sessionStartMs, knownUntilMs: sessionStartMs, listing };
  const announced = inOrder.map((each) => asAnnounced(each, source.breaks));
  let resumed = followBreaks(begun, announced, source.knownUntilMs).plan;
  for (const { breakId, pod } of inOrder) resumed = planBreak(resumed, breakId, pod);
  const reaching = reachingBack(window, first.startMs - window.originMs);
  return freezeDash(resumed, reaching, visibleEdge(resumed, window) ?? Number.NEGATIVE_INFINITY);
}
