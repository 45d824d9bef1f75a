// The ad segments of a planned break in one rendition, on the source clock.
import type { CreativeRendition, CreativeSegment } from '../pods/creative.ts';
import type { Placement, PlannedBreak } from './splice-plan.ts';

export interface AdSegment {
  readonly placement: Placement;
  readonly rendition: CreativeRendition;
  readonly segment: CreativeSegment;
  /** Index within the creative's rendition. */
  readonly segmentIndex: number;
  /** Start on the source clock, ms. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Published only when the source's known edge is past this, ms on the source clock. */
  readonly dueMs: number;
}

/** The rendition of the creative for this source rendition. */
export function renditionOf(
  placement: Placement,
  renditionId: string,
): CreativeRendition | undefined {
  const { renditions } = placement.creative;
  return renditions[renditionId] ?? Object.values(renditions)[0];
}

/**
 * Cut of a placement, ms after its start; Infinity without one. Slate may be cut at a boundary, an early return cuts
 * any placement. Segments whose middle is before the cut belong to the placement, in every rendition.
 */
function cutAfterMs(placement: Placement, planned: PlannedBreak): number {
  const whole = placement.durationMs >= placement.creative.durationMs;
  const ownMs = whole ? Number.POSITIVE_INFINITY : placement.durationMs;
  if (planned.adsUntilMs === undefined) return ownMs;
  return Math.min(ownMs, planned.adsUntilMs - planned.startMs - placement.offsetMs);
}

/** Dates and EXTINF of a source differ by this much without meaning anything: ads may lead by it, ms. */
export const PACE_TOLERANCE_MS = 100;

function startsAfterReturn(planned: PlannedBreak, startMs: number): boolean {
  return planned.adsUntilMs !== undefined && startMs >= planned.returnMs;
}

/** Whether a segment ends by the early return: it may have been published before that return was known. */
function mayBePublished(planned: PlannedBreak, endMs: number): boolean {
  return planned.adsUntilMs !== undefined && endMs <= planned.returnMs + PACE_TOLERANCE_MS;
}

/** All segments that the break will show in this rendition, published or not. */
export function adSegments(planned: PlannedBreak, renditionId: string): AdSegment[] {
  const all: AdSegment[] = [];
  for (const placement of planned.placements) {
    const rendition = renditionOf(placement, renditionId);
    if (rendition === undefined) continue;
    const placedMs = planned.startMs + placement.offsetMs;
    const begunMs = placedMs + placement.creative.begunAfterMs;
    const cutMs = cutAfterMs(placement, planned);
    for (const [segmentIndex, segment] of rendition.segments.entries()) {
      const offsetMs = rendition.startsMs[segmentIndex] ?? 0;
      const durationMs = segment.durationSeconds * 1000;
      // The first one is always shown: a placement that began in one rendition began in all (H3).
      const startMs = placedMs + offsetMs;
      const isCut = offsetMs + durationMs / 2 >= cutMs || startsAfterReturn(planned, startMs);
      if (segmentIndex > 0 && isCut && !mayBePublished(planned, startMs + durationMs)) break;
      const dueMs = segmentIndex > 0 ? startMs + durationMs / 2 : begunMs;
      all.push({ placement, rendition, segment, segmentIndex, startMs, durationMs, dueMs });
    }
  }
  return all;
}

/** Placements that had begun when the source returned at `atMs` (on the source clock). */
export function begunPlacements(planned: PlannedBreak, atMs: number): readonly Placement[] {
  return planned.placements.filter(
    (placement) => planned.startMs + placement.offsetMs + placement.creative.begunAfterMs < atMs,
  );
}
