// Freezes the start of a break's ads and of the content after it: Period@start of both, and with it the
// presentationTimeOffset (D1, D3, D4). Each value is entered once, when it is published first.
//
//   source   |--c--|--c--|==break==|==break==|--c--|      boundaries of the reference track
//   output   |--c--|--c--|---- ad 1 ----|- ad 2 |--c--|
//                        cut                    back: at or after the break's end, clipping ad 2
import {
  boundaryAtOrAfter,
  boundaryAtOrBefore,
  type DashBoundaries,
} from '../dash-source/dash-window.ts';
import { withBreak } from '../plan/plan-break.ts';
import type { DashAdSet, DashReturn, PlannedBreak, SplicePlan } from '../plan/splice-plan.ts';
import { begunAfterMs, fillableMs, PACE_MS } from './ad-times.ts';
import { cutOf, SMALL_HOLE_MS, SNAP_MS, visibleEdge } from './visible-edge.ts';

/** The source period that has `atMs` (after the origin). */
export function periodAt<P extends { readonly startMs: number }>(
  { periods }: { readonly periods: readonly P[] },
  atMs: number,
): P | undefined {
  return periods.findLast(({ startMs }) => startMs <= atMs + 1) ?? periods[0];
}

/** Whether every placement has a rendition for at least one of the sets. */
function isShowable({ placements }: PlannedBreak, sets: readonly DashAdSet[]): boolean {
  return placements.every(({ creative }) =>
    sets.some(({ representationIds }) =>
      representationIds.some((id) => creative.renditions[id]?.dash !== undefined),
    ),
  );
}

/** Return to content, ms after the origin: by plan, or where the ads end; undefined while it is not known. */
function backMs(window: DashBoundaries, planned: PlannedBreak, cutMs: number): number | undefined {
  const edgeMs = window.boundariesMs.at(-1) ?? Number.NEGATIVE_INFINITY;
  const announcedMs = planned.returnMs - window.originMs - SNAP_MS;
  const plannedMs = boundaryAtOrAfter(window, Math.max(announcedMs, cutMs + 1));
  const filledMs = cutMs + fillableMs(planned) + SMALL_HOLE_MS;
  if (plannedMs !== undefined && plannedMs <= filledMs) return plannedMs;
  if (edgeMs <= filledMs) return undefined;
  const lastMs = boundaryAtOrBefore(window, filledMs);
  if (lastMs !== undefined && lastMs > cutMs) return lastMs;
  return boundaryAtOrAfter(window, cutMs + 1);
}

class DashFreezer {
  plan: SplicePlan;
  #back: DashReturn | undefined;
  readonly #window: DashBoundaries;
  readonly #visibleMs: number;

  constructor(plan: SplicePlan, window: DashBoundaries, visibleMs: number) {
    this.plan = plan;
    this.#back = plan.base.dashBack;
    this.#window = window;
    this.#visibleMs = visibleMs;
  }

  freezeAll(): void {
    for (const { breakId } of this.plan.breaks) if (!this.#freeze(breakId)) return;
  }

  /** False: nothing after this break can be published yet. */
  #freeze(breakId: string): boolean {
    const planned = this.#find(breakId);
    if (planned === undefined || planned.state === 'content') return true;
    if (planned.state === 'pending') return false;
    if (planned.dash === undefined) this.#freezeCut(planned);
    const cut = this.#find(breakId);
    if (cut === undefined || cut.state === 'content' || cut.dash?.passed) return true;
    if (cut.dash !== undefined && cut.dash.back === undefined) this.#freezeBack(cut);
    const back = this.#find(breakId)?.dash?.back;
    if (back === undefined) return false;
    this.#back = back;
    return true;
  }

  #find(breakId: string): PlannedBreak | undefined {
    return this.plan.breaks.find((planned) => planned.breakId === breakId);
  }

  #freezeCut(planned: PlannedBreak): void {
    const window = this.#window;
    const { originMs } = window;
    const earliestMs = (this.#back?.atMs ?? Number.NEGATIVE_INFINITY) - originMs;
    const cutMs = cutOf(window, planned, earliestMs);
    const [headMs = Number.POSITIVE_INFINITY] = window.boundariesMs;
    if (cutMs === undefined || cutMs > this.#visibleMs) return;
    const returnMs = planned.returnMs - originMs;
    const sets = (periodAt(window, cutMs - 2) ?? window.periods[0])?.adSets ?? [];
    if (returnMs <= headMs || cutMs >= returnMs - SNAP_MS) {
      const dash = { cutMs: originMs + cutMs, sets, passed: true };
      this.plan = withBreak(this.plan, { ...planned, dash });
      return;
    }
    if (!isShowable(planned, sets)) {
      const asContent = { state: 'content', placements: [], returnMs: planned.startMs } as const;
      this.plan = withBreak(this.plan, { ...planned, ...asContent, reason: 'NO_USABLE_AD' });
      return;
    }
    const [first] = planned.placements;
    const dueMs = cutMs + (first === undefined ? 0 : first.offsetMs + begunAfterMs(first));
    const overMs = backMs(window, planned, cutMs) ?? Number.POSITIVE_INFINITY;
    if (Math.min(dueMs, overMs) > this.#visibleMs + PACE_MS) return;
    const dash = { cutMs: originMs + cutMs, sets, passed: false };
    this.plan = withBreak(this.plan, { ...planned, dash });
  }

  #freezeBack(planned: PlannedBreak): void {
    const { dash } = planned;
    if (dash === undefined) return;
    const window = this.#window;
    const atMs = backMs(window, planned, dash.cutMs - window.originMs);
    // With a live delay the source is known beyond the edge of outputs: a return there may still change, and ads up to
    // it are not due (D8, D2). A return at the edge waits for content after it, unless the next break follows at once.
    if (atMs === undefined || atMs > this.#visibleMs + 1) return;
    if (atMs > this.#visibleMs - 1 && !this.#isFollowed(planned, atMs)) return;
    const back: DashReturn = { atMs: window.originMs + atMs };
    this.plan = withBreak(this.plan, { ...planned, dash: { ...dash, back } });
  }

  #isFollowed(planned: PlannedBreak, atMs: number): boolean {
    const next = this.plan.breaks.find(
      ({ state, startMs }) => state === 'replaced' && startMs > planned.startMs,
    );
    return next !== undefined && next.startMs - this.#window.originMs <= atMs + SNAP_MS;
  }
}

/** The plan with all values that an output up to `visibleMs` publishes; the same object when none is new. */
export function freezeDash(
  plan: SplicePlan,
  window: DashBoundaries,
  visibleMs: number,
): SplicePlan {
  const freezer = new DashFreezer(plan, window, visibleMs);
  freezer.freezeAll();
  return freezer.plan;
}

/**
 * The plan with the Periods that the edge has reached, requested or not: outputs do not depend on when a viewer
 * requests them. Call it after `followBreaks` and `planBreak`, before anything is stitched.
 * @returns the same object when nothing is new
 * @see ISO/IEC 23009-1 §5.3.2, §5.4; rules D1, D3, D4
 */
export function freezePeriods(plan: SplicePlan, window: DashBoundaries): SplicePlan {
  return freezeDash(plan, window, visibleEdge(plan, window) ?? Number.NEGATIVE_INFINITY);
}
