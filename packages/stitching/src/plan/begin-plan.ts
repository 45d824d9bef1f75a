// The plan that a session begins with, by the channel's settings and the parameters of the viewer's request.
import type { ChannelSettings } from '@interlude/contract';
import {
  firstIndexAtOrAfter,
  type SourceWindow,
  sessionStartMs,
  windowEdgeMs,
} from '../source/source-window.ts';
import { headNumberAt } from './listed-range.ts';
import { createPlan, type Listing, type SplicePlan } from './splice-plan.ts';

export type SessionSettings = Pick<
  ChannelSettings,
  | 'timeShiftWindow'
  | 'dvrWindow'
  | 'startAtDvrWindow'
  | 'liveDelay'
  | 'enablePreRoll'
  | 'preRoll'
  | 'hlsIndependentMediaSequences'
  | 'hlsLegacyMediaSequenceHandling'
>;

export interface BeginPlanInput {
  /** The channel's reference first; none of them empty. */
  readonly windows: readonly SourceWindow[];
  /** Seconds: the greatest of all renditions. */
  readonly targetDuration: number;
  readonly settings: SessionSettings;
  /** Start-over (`start=`), epoch ms on the source clock. */
  readonly startMs?: number | undefined;
  /** `replaceBehind=true`: breaks behind the session's start are replaced, too. */
  readonly replaceBehind?: boolean | undefined;
  /**
   * Set for a session that was resumed in another process: added to all its numbers, so that they are
   * higher than those that it has published.
   */
  readonly resumedShift?: number | undefined;
  /** Of a resumed session: start of the first break that is shown as before, ms on the source clock. */
  readonly resumedFromMs?: number | undefined;
}

/** Players join three target durations before the edge (RFC 8216 6.3.3): so much is always listed. */
function leastMs({ targetDuration }: BeginPlanInput): number {
  return targetDuration * 3_000;
}

/** `liveDelay`, ms, limited to the age of the oldest segments; after the source's start it grows for later sessions. */
function delayMs(input: BeginPlanInput, reference: SourceWindow): number {
  const keptMs = windowEdgeMs(reference) - (reference.segments[0]?.startMs ?? 0);
  const possibleMs = keptMs - leastMs(input) - input.targetDuration * 1_000;
  return Math.max(0, Math.min(input.settings.liveDelay * 1_000, possibleMs));
}

/**
 * Target durations that a start-over lists before its beginning. Players expect the window to slide while they wait for
 * their first frame; one whose position has left it jumps further ahead (shaka: 5 s).
 */
const RUN_UP_TARGETS = 2;

/** Start of the first segment at or after `atMs`, undefined when there is none. */
function boundaryMs(window: SourceWindow, atMs: number): number | undefined {
  return window.segments[firstIndexAtOrAfter(window, atMs)]?.startMs;
}

/** Where a start-over session begins; undefined = live: not allowed, not requested, or too near the live edge. */
function startOverMs(input: BeginPlanInput, reference: SourceWindow, edgeMs: number) {
  const { startMs, settings } = input;
  if (startMs === undefined || settings.timeShiftWindow === 0) return undefined;
  const oldestMs = edgeMs - settings.timeShiftWindow * 1_000;
  const fromMs = boundaryMs(reference, Math.max(startMs, oldestMs));
  return fromMs !== undefined && fromMs < edgeMs - leastMs(input) ? fromMs : undefined;
}

function listingOf(input: BeginPlanInput, reference: SourceWindow, lastIndex: number): Listing {
  const { dvrWindow, startAtDvrWindow } = input.settings;
  const windowMs = dvrWindow > 0 ? Math.max(dvrWindow * 1_000, leastMs(input)) : 0;
  const head = reference.headNumbers[lastIndex] ?? 0;
  const headMs = reference.segments.find(({ number }) => number >= head)?.startMs;
  const grows = windowMs > 0 && !startAtDvrWindow;
  const fromMs = grows && headMs !== undefined ? headMs : Number.NEGATIVE_INFINITY;
  return { windowMs, fromMs };
}

function newestIndex(window: SourceWindow, edgeMs: number): number {
  return Math.max(0, firstIndexAtOrAfter(window, edgeMs) - 1);
}

/**
 * Number that `hlsIndependentMediaSequences` gives to the newest list's first segment. Not 0: while a first
 * break is being decided an older one is listed, with lower numbers.
 */
const INDEPENDENT_BASE = 1_000;

/** `hlsIndependentMediaSequences`: a session counts its own segments, in each rendition from the same number. */
function independentShifts(
  { windows }: BeginPlanInput,
  listing: Listing,
  edgeMs: number,
): Record<string, number> {
  return Object.fromEntries(
    windows.map((window) => {
      const head = headNumberAt(window, newestIndex(window, edgeMs), listing);
      const first = Math.max(head, window.segments[0]?.number ?? 0);
      return [window.renditionId, INDEPENDENT_BASE - first];
    }),
  );
}

function shiftsOf(input: BeginPlanInput, listing: Listing, edgeMs: number): Record<string, number> {
  const { resumedShift, settings, windows } = input;
  if (resumedShift !== undefined)
    return Object.fromEntries(windows.map(({ renditionId }) => [renditionId, resumedShift]));
  return settings.hlsIndependentMediaSequences ? independentShifts(input, listing, edgeMs) : {};
}

/** The skip boundary, at least six target durations (RFC 8216bis 4.4.3.8). */
const SKIP_TARGETS = 6;
/** Updates are offered for lists this many times as long as the skip boundary: they are a tenth of such a list. */
const LEAST_BOUNDARIES = 10;

/**
 * CAN-SKIP-UNTIL, seconds, by the length that the session's lists will have, not their present one: a tag
 * of the whole playlist must not change.
 */
function skipUntil(
  { targetDuration, settings }: BeginPlanInput,
  reference: SourceWindow,
  { windowMs }: Listing,
): number | undefined {
  // Legacy numbers do not name the same segment in two lists.
  if (settings.hlsLegacyMediaSequenceHandling) return undefined;
  const seconds = targetDuration * SKIP_TARGETS;
  const head = reference.headNumbers.at(-1) ?? 0;
  const first = reference.segments.find(({ number }) => number >= head);
  const listedMs = windowMs > 0 ? windowMs : windowEdgeMs(reference) - (first?.startMs ?? 0);
  return listedMs >= seconds * 1_000 * LEAST_BOUNDARIES ? seconds : undefined;
}

/** Start of the session, and the part of the source that it lists. */
function beginning(input: BeginPlanInput, reference: SourceWindow, edgeMs: number) {
  const overMs = startOverMs(input, reference, edgeMs);
  if (overMs !== undefined) {
    const windowMs = input.settings.timeShiftWindow * 1_000;
    const runUpMs = overMs - RUN_UP_TARGETS * input.targetDuration * 1_000;
    const fromMs = boundaryMs(reference, Math.max(runUpMs, edgeMs - windowMs)) ?? overMs;
    return { startMs: overMs, listing: { windowMs, fromMs, beginsAtMs: overMs } };
  }
  const lastIndex = newestIndex(reference, edgeMs);
  const listing = listingOf(input, reference, lastIndex);
  if (!input.replaceBehind || listing.windowMs === 0)
    return { startMs: sessionStartMs(reference, lastIndex), listing };
  const head = headNumberAt(reference, lastIndex, listing);
  const first = reference.segments.find(({ number }) => number >= head);
  return { startMs: first?.startMs ?? sessionStartMs(reference, lastIndex), listing };
}

/**
 * The plan with which a session begins.
 * @returns an empty plan with the first numbers of the session's outputs; undefined while
 * the reference rendition has no segments
 * @see RFC 8216 §4.3.3.2, §6.3.3; rules H4, H5, D19
 */
export function beginPlan(input: BeginPlanInput): SplicePlan | undefined {
  const { settings, resumedShift, targetDuration } = input;
  const [reference] = input.windows;
  if (reference === undefined || reference.segments.length === 0) return undefined;
  const liveDelayMs = delayMs(input, reference);
  const edgeMs = windowEdgeMs(reference) - liveDelayMs;
  const { startMs: joinedMs, listing } = beginning(input, reference, edgeMs);
  const startMs = Math.min(joinedMs, input.resumedFromMs ?? joinedMs);
  const hasPreRoll = settings.enablePreRoll && resumedShift === undefined;
  const preRollMs =
    hasPreRoll && settings.preRoll.maxCount > 0 ? settings.preRoll.maxDuration * 1_000 : 0;
  // Without a DVR window nothing is listed before the pre-roll, so that every player begins with it.
  const withoutPast = preRollMs > 0 && listing.windowMs === 0;
  const skipUntilSeconds = skipUntil(input, reference, listing);
  const listed = {
    ...listing,
    ...(withoutPast && { fromMs: startMs }),
    ...(skipUntilSeconds !== undefined && { skipUntilSeconds }),
  };
  return createPlan({
    sessionStartMs: startMs,
    targetDuration,
    liveDelayMs,
    preRollMs,
    listing: listed,
    legacyShift: settings.hlsLegacyMediaSequenceHandling ? (resumedShift ?? 0) : undefined,
    base: {
      discontinuityShift: resumedShift ?? 0,
      driftMs: 0,
      sequenceShifts: shiftsOf(input, listed, edgeMs),
    },
  });
}
