// Selection of the ads of an answer for an avail. Whole ads only, in the ad server's order (H18):
//
//   break    |------------------------ durationMs ------------------------|
//   output   |--- ad 1 ---|------- ad 2 -------|--- slate or content -----|
//
// The sum may exceed the break by half a target duration, as cuts fall on segment boundaries; the error is carried as
// drift and the next pod makes it smaller (H19).
import type { Avail, Placement } from '../plan/splice-plan.ts';
import type { AdFallbackReason } from '../reasons.ts';
import { fillWithSlate } from './fill-with-slate.ts';
import type { DroppedAd, FitPodOptions, Pod, PodCandidate } from './pod.ts';
import { PodFitter } from './pod-fitter.ts';

/**
 * A pod that replaces nothing: the viewer sees the source's own break.
 * @see rule H18
 */
export function contentPod(reason: AdFallbackReason, dropped: readonly DroppedAd[] = []): Pod {
  return { placements: [], remainder: 'content', adMs: 0, occupiesMs: 0, dropped, reason };
}

function rejectedAsPartial(fitter: PodFitter): Pod {
  const rejected = fitter.placements.map(
    (placement): DroppedAd => ({ adId: placement.adId, reason: 'PARTIAL_FILL_REJECTED' }),
  );
  return contentPod('PARTIAL_FILL_REJECTED', [...fitter.dropped, ...rejected]);
}

/** Percentage of the avail that ads fill; 100 within the error of a cut, and without an announced duration. */
function filledPercent(avail: Avail, adMs: number): number {
  const isFull = avail.openEnded || avail.durationMs - adMs <= avail.toleranceMs;
  return isFull ? 100 : (adMs / avail.durationMs) * 100;
}

/**
 * Chooses and orders the ads of one avail and what fills the rest.
 * @returns the pod: placements with offsets in ms, what was dropped and why, and a slate for the rest
 * @see rules H18, V3, V8, V10
 */
export function fitPod(
  avail: Avail,
  candidates: readonly PodCandidate[],
  options: FitPodOptions = {},
): Pod {
  const fitter = new PodFitter(avail, options);
  fitter.placeAll(candidates);
  const { adMs, dropped } = fitter;
  const noAd = candidates.length === 0 ? 'NO_ADS' : 'NO_USABLE_AD';
  const reason = fitter.placements.length === 0 ? noAd : undefined;
  if (reason === undefined && filledPercent(avail, adMs) < (options.minFillPercent ?? 0))
    return rejectedAsPartial(fitter);
  const gapMs = avail.durationMs - avail.driftMs - adMs;
  // Slate fills even a short gap: a player that places segments by their dates (shaka) would have to jump over it.
  const slate =
    options.slate === undefined
      ? []
      : fillWithSlate(options.slate, gapMs, { index: fitter.placements.length, offsetMs: adMs });
  if (slate.length === 0 && gapMs <= avail.toleranceMs && reason === undefined)
    return { ...pod(fitter, [], 'none'), occupiesMs: avail.durationMs };
  if (slate.length > 0)
    return {
      ...pod(fitter, slate, 'slate'),
      occupiesMs: Math.min(avail.durationMs, slateEndMs(slate) + avail.toleranceMs),
      reason,
    };
  if (reason !== undefined) return contentPod(reason, dropped);
  // Content fills the rest: the session returns to the source where output time equals source time again.
  return { ...pod(fitter, [], 'content'), occupiesMs: Math.max(0, adMs + avail.driftMs) };
}

function slateEndMs(slate: readonly Placement[]): number {
  const last = slate.at(-1);
  return last === undefined ? 0 : last.offsetMs + last.durationMs;
}

function pod(fitter: PodFitter, slate: readonly Placement[], remainder: Pod['remainder']): Pod {
  return {
    placements: [...fitter.placements, ...slate],
    remainder,
    adMs: fitter.adMs,
    occupiesMs: 0,
    dropped: fitter.dropped,
  };
}
