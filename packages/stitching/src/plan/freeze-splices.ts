// Freezes what the window of a rendition determines about the plan's breaks: the cut, the return, and the numbers that
// follow. Each value is entered once and never changed.
//
//   source number    41   42 | 43   44   45   46 | 47   48
//   output number    41   42 | 43   44   45      | 46   47        3 ad segments for 4 of the source
//                            cutNumber 43          returnNumber 47, returnMsn 46
import {
  firstIndexAtOrAfter,
  indexOfNumber,
  type SourceSegment,
  type SourceWindow,
  windowEdgeMs,
} from '../source/source-window.ts';
import { adSegments } from './ad-segments.ts';
import { headNumberAt } from './listed-range.ts';
import { cutIndexOf, listsAt, returnIndexOf, type Windows } from './matching-cuts.ts';
import { withBreak } from './plan-break.ts';
import type { PlannedBreak, RenditionSplice, SplicePlan } from './splice-plan.ts';

/** Limits of the present output of one rendition. */
export interface Visibility {
  /** Segments whose middle is before this are visible, ms on the source clock. */
  readonly limitMs: number;
  /** Index of the newest source segment that is before the limit; -1 when there is none. */
  readonly lastIndex: number;
  /** Ads are published up to here, ms on the source clock (live pacing). */
  readonly paceMs: number;
}

/** Up to the known cues, and no further than the first break that is not decided (H20). */
export function visibility(plan: SplicePlan, windows: Windows): Visibility {
  const { window } = windows;
  const pending = plan.breaks.find((planned) => planned.state === 'pending');
  const holdMs = pending?.startMs ?? Number.POSITIVE_INFINITY;
  // A rendition may be cut before the break's start: nothing from the cut on is listed until that is frozen.
  const next = plan.breaks.find(
    ({ state, startMs }) =>
      state === 'pending' || (state === 'replaced' && startMs >= plan.knownUntilMs),
  );
  const edgeMs = windowEdgeMs(window);
  const all = window.ended && plan.knownUntilMs + plan.targetDuration * 1000 > edgeMs;
  const limitMs = Math.min(holdMs, all ? Number.POSITIVE_INFINITY : plan.knownUntilMs);
  const untilIndex = firstIndexAtOrAfter(window, limitMs);
  const cutIndex = next === undefined ? untilIndex : cutIndexOf(windows, next);
  const lastIndex = Math.min(untilIndex, cutIndex) - 1;
  return { limitMs, lastIndex, paceMs: all ? limitMs : Math.min(limitMs, edgeMs) };
}

/** Media sequence number in the output of a source segment that is shown. */
export function outputMsn(plan: SplicePlan, renditionId: string, number: number): number {
  for (let index = plan.breaks.length - 1; index >= 0; index--) {
    const splice = plan.breaks[index]?.renditions[renditionId];
    if (splice?.returnNumber === undefined || splice.returnMsn === undefined) continue;
    if (splice.returnNumber <= number) return splice.returnMsn + number - splice.returnNumber;
  }
  return number + (plan.base.sequenceShifts[renditionId] ?? 0);
}

/** Output minus source discontinuity number of content at `atMs`. */
export function discontinuityShiftAt(plan: SplicePlan, atMs: number): number {
  const before = plan.breaks.findLast(
    (planned) => planned.discontinuityShift !== undefined && planned.returnMs <= atMs,
  );
  return before?.discontinuityShift ?? plan.base.discontinuityShift;
}

/** The break whose ads are followed by those of this one, without content between them. */
function joinedBefore(plan: SplicePlan, planned: PlannedBreak): PlannedBreak | undefined {
  return plan.breaks.find(
    (other) =>
      other.state === 'replaced' && other.returnMs === planned.startMs && other !== planned,
  );
}

/**
 * The window from which the source's discontinuity number at a break is taken: the reference, unless it could not be
 * read then and another could. Matching segments of renditions have the same numbers (RFC 8216 §6.2.4); a reference
 * that is read again has missed the discontinuities of the segments that it never listed.
 */
function numberingAt(
  { window, reference, channel }: Windows,
  atMs: number,
  lists = listsAt,
): SourceWindow {
  if (listsAt(reference, atMs)) return reference;
  return (channel ?? [window]).find((other) => lists(other, atMs)) ?? reference;
}

/** Whether a window lists `atMs` and a segment after it: when it ends there, the next one may never be read. */
function listsBehind(window: SourceWindow, atMs: number): boolean {
  return listsAt(window, atMs) && firstIndexAtOrAfter(window, atMs) < window.segments.length;
}

/** Discontinuity number of the output's last item before the break. */
function discontinuityBefore(plan: SplicePlan, planned: PlannedBreak, windows: Windows): number {
  const joined = joinedBefore(plan, planned);
  if (joined?.discontinuityBefore !== undefined)
    return joined.discontinuityBefore + joined.placements.length;
  const shift = discontinuityShiftAt(plan, planned.startMs);
  const window = numberingAt(windows, planned.startMs);
  const cutIndex = cutIndexOf({ window, reference: windows.reference }, planned);
  const before = window.segments[cutIndex - 1];
  if (before !== undefined) return before.discontinuityNumber + shift;
  const cut = window.segments[cutIndex];
  return (cut?.discontinuityNumber ?? 0) - (cut?.discontinuity ? 1 : 0) + shift;
}

/** Whether a segment is behind the break's end: the rendition has missed those at the end. */
function isBehindReturn({ returnMs }: PlannedBreak, { startMs, durationMs }: SourceSegment) {
  return startMs - returnMs > durationMs / 2;
}

function freezeCut(
  plan: SplicePlan,
  planned: PlannedBreak,
  windows: Windows,
  { lastIndex, limitMs }: Visibility,
): SplicePlan {
  const { window } = windows;
  const { renditionId, segments } = window;
  const back = joinedBefore(plan, planned)?.renditions[renditionId]?.returnNumber;
  const cutIndex = back === undefined ? cutIndexOf(windows, planned) : indexOfNumber(window, back);
  const cut = segments[cutIndex];
  if (cut === undefined || cutIndex > lastIndex || limitMs <= planned.startMs) return plan;
  const before = segments[cutIndex - 1];
  const passed = before?.number !== cut.number - 1 && isBehindReturn(planned, cut);
  let firstAdMsn = outputMsn(plan, renditionId, cut.number);
  // The window begins inside the break: the ads that it has passed take numbers before its first.
  if (before === undefined && !passed && cut.startMs > planned.startMs) {
    const gone = adSegments(planned, renditionId).filter((ad) => ad.dueMs < cut.startMs);
    firstAdMsn = Math.max(0, firstAdMsn - gone.length);
  }
  const splice: RenditionSplice = {
    cutNumber: cut.number,
    firstAdMsn,
    headNumber: cutIndex > 0 ? headNumberAt(window, cutIndex - 1, plan.listing) : cut.number,
    passed,
  };
  return withBreak(plan, {
    ...planned,
    discontinuityBefore: planned.discontinuityBefore ?? discontinuityBefore(plan, planned, windows),
    renditions: { ...planned.renditions, [renditionId]: splice },
  });
}

function adDurationMs(planned: PlannedBreak, renditionId: string): number {
  return adSegments(planned, renditionId).reduce((sum, ad) => sum + ad.durationMs, 0);
}

/** Drift that the break added, ms: ads minus replaced content; undefined when the cut has left the window. */
function measuredDrift(
  planned: PlannedBreak,
  splice: RenditionSplice,
  window: SourceWindow,
  back: SourceSegment,
): number | undefined {
  const cut = window.segments.find((segment) => segment.number === splice.cutNumber);
  if (cut === undefined) return undefined;
  return adDurationMs(planned, window.renditionId) - (back.startMs - cut.startMs);
}

/** Discontinuity number of the first content after the break. */
export function numberAtReturn(planned: PlannedBreak): number {
  return (planned.discontinuityBefore ?? 0) + planned.placements.length + 1;
}

/**
 * Discontinuity number of the source's first segment after the break. Where no window lists it, the lowest possible:
 * all content after the break then has a higher number than the ads, in every rendition.
 */
function sourceNumberAtReturn(
  plan: SplicePlan,
  planned: PlannedBreak,
  windows: Windows,
): number | undefined {
  const window = numberingAt(windows, planned.returnMs, listsBehind);
  const index = firstIndexAtOrAfter(window, planned.returnMs);
  const there = window.segments[index];
  const before = window.segments[index - 1];
  if (there === undefined || before === undefined || listsAt(window, planned.returnMs))
    return there?.discontinuityNumber;
  const atStart = (planned.discontinuityBefore ?? 0) - discontinuityShiftAt(plan, planned.startMs);
  return Math.min(there.discontinuityNumber, Math.max(before.discontinuityNumber, atStart));
}

function freezeReturn(
  plan: SplicePlan,
  planned: PlannedBreak,
  windows: Windows,
  { lastIndex, limitMs }: Visibility,
): SplicePlan {
  const { window } = windows;
  const { renditionId } = window;
  const splice = planned.renditions[renditionId];
  if (splice === undefined || limitMs <= planned.returnMs) return plan;
  const returnIndex = returnIndexOf(windows, planned, splice.cutNumber);
  const back = window.segments[returnIndex];
  if (back === undefined || returnIndex > lastIndex) return plan;
  const there = sourceNumberAtReturn(plan, planned, windows);
  if (there === undefined) return plan;
  const shift = numberAtReturn(planned) - there;
  const adCount = splice.passed ? 0 : adSegments(planned, renditionId).length;
  const afterAds = splice.firstAdMsn + adCount;
  const isNext = window.segments[returnIndex - 1]?.number === back.number - 1;
  // The segments after the ads were never read: items before them are not listed any more, and no number is used twice.
  const isCutOff = !splice.passed && !isNext && isBehindReturn(planned, back);
  const missing = outputMsn(plan, renditionId, back.number - 1);
  const isMeasured = renditionId === windows.reference.renditionId && !splice.passed && !isCutOff;
  return withBreak(plan, {
    ...planned,
    discontinuityShift: planned.discontinuityShift ?? shift,
    driftMs: isMeasured ? measuredDrift(planned, splice, window, back) : planned.driftMs,
    renditions: {
      ...planned.renditions,
      [renditionId]: {
        ...splice,
        returnNumber: back.number,
        passed: splice.passed || isCutOff,
        returnMsn: isCutOff ? Math.max(afterAds, missing) + 1 : afterAds,
      },
    },
  });
}

/** Cut and return of one break, as far as the window contains them. */
function freezeOne(
  plan: SplicePlan,
  index: number,
  windows: Windows,
  visible: Visibility,
): SplicePlan {
  const planned = plan.breaks[index];
  if (planned === undefined) return plan;
  const known = planned.renditions[windows.window.renditionId];
  const cut = known === undefined ? freezeCut(plan, planned, windows, visible) : plan;
  const after = cut.breaks[index];
  const isOpen = known?.returnMsn === undefined && after !== undefined;
  return isOpen ? freezeReturn(cut, after, windows, visible) : cut;
}

/**
 * The plan with all values that this window determines for its breaks; the same object when none is new. In order, up
 * to the first break without a return in this rendition: the numbers of the next one follow from it, also when both
 * adjoin and the reference has not reached that place.
 */
export function freezeSplices(plan: SplicePlan, windows: Windows, visible: Visibility): SplicePlan {
  let frozen = plan;
  for (const [index, planned] of plan.breaks.entries()) {
    if (planned.state !== 'replaced') continue;
    frozen = freezeOne(frozen, index, windows, visible);
    const splice = frozen.breaks[index]?.renditions[windows.window.renditionId];
    if (splice !== undefined && splice.returnMsn === undefined) return frozen;
  }
  return frozen;
}

/**
 * The plan with the numbers of one rendition, as `stitchMediaPlaylist` would enter them, without its text (H2, H4).
 * @returns the same object when the window adds nothing
 * @see RFC 8216 §6.2.2; rules H2, H4
 */
export function freezeRendition(plan: SplicePlan, windows: Windows): SplicePlan {
  return freezeSplices(plan, windows, visibility(plan, windows));
}

/** Whether the edge has reached a cut or a return that one of the renditions does not have yet. */
function isDue(plan: SplicePlan, windows: readonly SourceWindow[]): boolean {
  const isEnding = windows.some(({ ended }) => ended);
  const untilMs = isEnding ? Number.POSITIVE_INFINITY : plan.knownUntilMs;
  return plan.breaks.some(({ state, startMs, returnMs, renditions }) => {
    if (state !== 'replaced' || startMs >= untilMs) return false;
    const isOver = returnMs < untilMs;
    return windows.some(({ renditionId }) => {
      const splice = renditions[renditionId];
      return splice === undefined || (isOver && splice.returnMsn === undefined);
    });
  });
}

/**
 * The plan with the numbers of all renditions, requested or not: outputs do not depend on which of them a viewer
 * requests, or in which order. Call it after `followBreaks` and `planBreak`, before anything is stitched.
 * @param windows of the channel, the reference first
 * @returns the same object when the windows add nothing
 * @see RFC 8216 §6.2.2; rules H2, H4
 */
export function freezeRenditions(plan: SplicePlan, windows: readonly SourceWindow[]): SplicePlan {
  const [reference] = windows;
  if (reference === undefined || !isDue(plan, windows)) return plan;
  return windows.reduce(
    (frozen, window) => freezeRendition(frozen, { window, reference, channel: windows }),
    plan,
  );
}
