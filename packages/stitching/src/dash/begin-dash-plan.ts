// The plan that a DASH session begins with: what it lists, and where its edge is (D19).
import type { ChannelSettings } from '@interlude/contract';
import {
  boundaryAtOrAfter,
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
    'timeShiftWindow' | 'dvrWindow' | 'startAtDvrWindow' | 'liveDelay'
  >;
  /** How far behind the edge players begin, ms. */
  readonly presentationDelayMs: number;
  /** Start-over (`start=`), epoch ms on the source clock. */
  readonly startMs?: number | undefined;
  /** Breaks behind the session's start are replaced, too. */
  readonly replaceBehind?: boolean | undefined;
}

/** So much is always listed, as in HLS. */
const leastMs = ({ targetDuration }: BeginDashPlanInput) => targetDuration * 3_000;

function boundaryMs({ window }: BeginDashPlanInput, atMs: number): number | undefined {
  const afterMs = boundaryAtOrAfter(window, atMs - window.originMs);
  return afterMs === undefined ? undefined : window.originMs + afterMs;
}

/** `liveDelay`, as far as segments are there that old. */
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
  return isBehind ? { windowMs, fromMs, startsAtHead: true } : undefined;
}

function live(input: BeginDashPlanInput, edgeMs: number): Listing {
  const { dvrWindow, startAtDvrWindow } = input.settings;
  const windowMs = dvrWindow > 0 ? Math.max(dvrWindow * 1_000, leastMs(input)) : 0;
  const grows = windowMs > 0 && !startAtDvrWindow;
  const fromMs = grows ? boundaryMs(input, edgeMs - input.window.depthMs) : undefined;
  return { windowMs, fromMs: fromMs ?? Number.NEGATIVE_INFINITY, startsAtHead: false };
}

/** Undefined while the source shows no segment. */
export function beginDashPlan(input: BeginDashPlanInput): SplicePlan | undefined {
  const { window, targetDuration, presentationDelayMs, replaceBehind } = input;
  if (window.boundariesMs.length === 0) return undefined;
  const liveDelayMs = delayMs(input);
  const edgeMs = dashEdgeMs(window) - liveDelayMs;
  const over = startOver(input, edgeMs);
  const listing = over ?? live(input, edgeMs);
  const isBehind = replaceBehind === true && listing.windowMs > 0;
  const wantedMs = isBehind ? edgeMs - listing.windowMs : edgeMs - presentationDelayMs;
  const sessionStartMs = over?.fromMs ?? Math.max(wantedMs, dashHeadMs(window));
  return createPlan({ sessionStartMs, targetDuration, listing, liveDelayMs });
}
