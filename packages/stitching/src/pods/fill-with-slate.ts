import { STITCHING_LIMITS } from '../limits.ts';
import type { Placement } from '../plan/splice-plan.ts';
import type { Creative } from './creative.ts';

/** The boundary of the slate nearest to `wantedMs`; 0 when leaving the rest unfilled is nearer. */
function nearestBoundary(slate: Creative, wantedMs: number): number {
  let nearest = 0;
  for (const boundaryMs of slate.boundariesMs)
    if (Math.abs(boundaryMs - wantedMs) < Math.abs(nearest - wantedMs)) nearest = boundaryMs;
  return nearest;
}

/**
 * Pieces of slate that fill `gapMs` as nearly as its segment boundaries allow: whole loops, then one
 * cut piece. Each loop is a placement of its own, because its timestamps begin anew.
 */
export function fillWithSlate(
  slate: Creative,
  gapMs: number,
  from: { readonly index: number; readonly offsetMs: number },
): Placement[] {
  const pieces: Placement[] = [];
  let filledMs = 0;
  while (pieces.length < STITCHING_LIMITS.maxSlatePieces) {
    const leftMs = gapMs - filledMs;
    const durationMs =
      slate.durationMs <= leftMs ? slate.durationMs : nearestBoundary(slate, leftMs);
    if (durationMs <= 0) break;
    pieces.push({
      kind: 'slate',
      index: from.index + pieces.length,
      adId: slate.creativeId,
      creative: slate,
      offsetMs: from.offsetMs + filledMs,
      durationMs,
    });
    filledMs += durationMs;
  }
  return pieces;
}
