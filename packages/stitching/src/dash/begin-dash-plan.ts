// The plan that a DASH session begins with: what it lists, and where its edge is (D19).
import type { ChannelSettings } from '@interlude/contract';
import {
  boundaryAtOrAfter,
  boundaryAtOrBefore,
  type DashWindow,
  dashEdgeMs,
  dashHeadMs,
} from '../dash-source/dash-window.ts';
import { createPlan, type Listing, type SplicePlan } from '../plan/splice-plan.ts';

export interface BeginDashPlanInput {
  readonly window: DashWindow;
  /** Seconds: the longest segment, rounded up. */
  readonly targetDuration: number;
  readonly settings: Pick<
    ChannelSettings,
    'timeShiftWindow' | 'dvrWindow' | 'startAtDvrWindow' | 'liveDelay' | 'enablePreRoll' | 'preRoll'
  >;
  /** Time behind the edge at which players begin, ms. */
  readonly presentationDelayMs: number;
  /** Start-over (`start=`), epoch ms on the source clock. */
  readonly startMs?: number | undefined;
  /** Breaks behind the session's start are replaced, too. */
  readonly replaceBehind?: boolean | undefined;
  /** Of a resumed session: it has had its pre-roll. */
  readonly isResumed?: boolean | undefined;
}

/** Shortest time that is always listed, ms, as in HLS. */
const leastMs = ({ targetDuration }: BeginDashPlanInput) => targetDuration * 3_000;

function boundaryMs({ window }: BeginDashPlanInput, atMs: number): number | undefined {
  const afterMs = boundaryAtOrAfter(window, atMs - window.originMs);
  return afterMs === undefined ? undefined : window.originMs + afterMs;
}

/** `liveDelay`, ms, limited to the age of the oldest segments. */
function delayMs(input: BeginDashPlanInput): number {
  const keptMs = dashEdgeMs(input.window) - dashHeadMs(input.window);
  const possibleMs = keptMs - leastMs(input) - input.targetDuration * 1_000;
  return Math.max(0, Math.min(input.settings.liveDelay * 1_000, possibleMs));
}

function startOver(input: BeginDashPlanInput, edgeMs: number): Listing | undefined {
  const { startMs, settings } = input;
  const windowMs = settings.timeShiftWindow * 1_000;
  if (startMs === undefined || windowMs === 0) return undefined;
  const fromMs = boundaryMs(input, Math.max(startMs, edgeMs - windowMs));
  const isBehind = fromMs !== undefined && fromMs < edgeMs - leastMs(input);
  return isBehind ? { windowMs, fromMs, beginsAtMs: fromMs } : undefined;
}

function live(input: BeginDashPlanInput, edgeMs: number): Listing {
  const { dvrWindow, startAtDvrWindow } = input.settings;
  const windowMs = dvrWindow > 0 ? Math.max(dvrWindow * 1_000, leastMs(input)) : 0;
  const grows = windowMs > 0 && !startAtDvrWindow;
  const fromMs = grows ? boundaryMs(input, edgeMs - input.window.depthMs) : undefined;
  return { windowMs, fromMs: fromMs ?? Number.NEGATIVE_INFINITY };
}

function preRollMsOf({ settings, isResumed }: BeginDashPlanInput): number {
  const { enablePreRoll, preRoll } = settings;
  const isDue = enablePreRoll && isResumed !== true && preRoll.maxCount > 0;
  return isDue ? preRoll.maxDuration * 1_000 : 0;
}

/** Where players join, epoch ms; with a pre-roll the boundary before it, at which its first ad begins. */
function joinMs(input: BeginDashPlanInput, wantedMs: number, hasPreRoll: boolean): number {
  const { window } = input;
  const headMs = dashHeadMs(window);
  if (!hasPreRoll) return Math.max(wantedMs, headMs);
  const boundary = boundaryAtOrBefore(window, wantedMs - window.originMs);
  return boundary === undefined ? headMs : window.originMs + boundary;
}

/**
 * The plan with which a DASH session begins.
 * @returns an empty plan whose session starts at the live edge less its delay;
 * undefined while the source lists no segment
 * @see ISO/IEC 23009-1 §5.3.1; rule D19
 */
export function beginDashPlan(input: BeginDashPlanInput): SplicePlan | undefined {
  const { window, targetDuration, replaceBehind } = input;
  if (window.boundariesMs.length === 0) return undefined;
  const liveDelayMs = delayMs(input);
  const edgeMs = dashEdgeMs(window) - liveDelayMs;
  const over = startOver(input, edgeMs);
  const listing = over ?? live(input, edgeMs);
  const isBehind = replaceBehind === true && listing.windowMs > 0;
  const preRollMs = preRollMsOf(input);
  const hasPreRoll = preRollMs > 0;
  const behindMs = Math.max(input.presentationDelayMs, hasPreRoll ? leastMs(input) : 0);
  const wantedMs = isBehind ? edgeMs - listing.windowMs : edgeMs - behindMs;
  const sessionStartMs = over?.fromMs ?? joinMs(input, wantedMs, hasPreRoll);
  // Without a DVR window nothing is listed before the pre-roll, so that every player begins with it.
  const withoutPast = hasPreRoll && listing.windowMs === 0;
  return createPlan({
    sessionStartMs,
    targetDuration,
    listing: withoutPast ? { ...listing, fromMs: sessionStartMs } : listing,
    liveDelayMs,
    preRollMs,
  });
}
