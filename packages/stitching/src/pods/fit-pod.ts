// Which ads of an answer are shown in an avail. Whole ads only, in the ad server's order (H18):
//
//   break    |------------------------ durationMs ------------------------|
//   output   |--- ad 1 ---|------- ad 2 -------|--- slate or content -----|
//
// The sum may exceed the break by half a target duration, as cuts fall on segment boundaries; the
// error is carried as drift and the next pod makes it smaller (H19).
import { STITCHING_LIMITS } from '../limits.ts';
import type { Avail, Placement } from '../plan/splice-plan.ts';
import type { AdDropReason, AdFallbackReason } from '../reasons.ts';
import type { Creative } from './creative.ts';
import { fillWithSlate } from './fill-with-slate.ts';
import type { DroppedAd, FitPodOptions, Pod, PodCandidate } from './pod.ts';

/** Ads with a sequence are the pod; the others only stand in for one of them (VAST 4.3 §3.3.1, V3). */
function splitAnswer(candidates: readonly PodCandidate[]) {
  const pod = candidates.filter((candidate) => candidate.sequence !== undefined);
  // Without any sequence there is no pod: ad servers that fill a break with plain ads mean all of them.
  if (pod.length === 0) return { pod: candidates, buffet: [] };
  const buffet = candidates.filter((candidate) => candidate.sequence === undefined);
  return { pod: pod.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)), buffet };
}

class PodFitter {
  readonly placements: Placement[] = [];
  readonly dropped: DroppedAd[] = [];
  adMs = 0;
  readonly #availMs: number;
  readonly #limitMs: number;
  readonly #keys = new Set<string>();

  constructor(avail: Avail) {
    this.#availMs = avail.durationMs + avail.toleranceMs;
    this.#limitMs = this.#availMs - Math.max(0, avail.driftMs);
  }

  /** Places the ad, or says why not. */
  tryToPlace(candidate: PodCandidate): AdDropReason | undefined {
    const { creative } = candidate;
    if (typeof creative === 'string') return creative;
    if (this.placements.length >= STITCHING_LIMITS.maxAdsPerPod) return 'POD_LIMIT';
    const key = candidate.creativeKey ?? creative.creativeId;
    if (this.#keys.has(key)) return 'DUPLICATE_CREATIVE';
    if (creative.durationMs > this.#availMs) return 'AVAIL_DURATION_EXCEEDED';
    if (this.adMs + creative.durationMs > this.#limitMs) return 'LEFTOVER_EXCEEDED';
    this.#keys.add(key);
    this.#place(candidate.adId, creative);
    return undefined;
  }

  #place(adId: string, creative: Creative): void {
    const { durationMs } = creative;
    const index = this.placements.length;
    this.placements.push({ kind: 'ad', index, adId, creative, offsetMs: this.adMs, durationMs });
    this.adMs += durationMs;
  }

  drop(candidate: PodCandidate, reason: AdDropReason): void {
    this.dropped.push({ adId: candidate.adId, reason });
  }
}

function placeAll(fitter: PodFitter, candidates: readonly PodCandidate[]): void {
  const { pod, buffet } = splitAnswer(candidates);
  const substitutes = [...buffet];
  for (const candidate of pod) {
    const reason = fitter.tryToPlace(candidate);
    if (reason === undefined) continue;
    fitter.drop(candidate, reason);
    while (substitutes.length > 0) {
      const substitute = substitutes.shift();
      const refused = substitute && fitter.tryToPlace(substitute);
      if (substitute === undefined || refused === undefined) break;
      fitter.drop(substitute, refused);
    }
  }
  for (const substitute of substitutes) fitter.drop(substitute, 'SUBSTITUTE_UNUSED');
}

/** A pod that replaces nothing: the viewer sees the source's own break. */
export function contentPod(reason: AdFallbackReason, dropped: readonly DroppedAd[] = []): Pod {
  return { placements: [], remainder: 'content', adMs: 0, occupiesMs: 0, dropped, reason };
}

function rejectedAsPartial(fitter: PodFitter): Pod {
  const rejected = fitter.placements.map(
    (placement): DroppedAd => ({ adId: placement.adId, reason: 'PARTIAL_FILL_REJECTED' }),
  );
  return contentPod('PARTIAL_FILL_REJECTED', [...fitter.dropped, ...rejected]);
}

/** Chooses and orders the ads of one avail and what fills the rest. */
export function fitPod(
  avail: Avail,
  candidates: readonly PodCandidate[],
  options: FitPodOptions = {},
): Pod {
  const fitter = new PodFitter(avail);
  placeAll(fitter, candidates);
  const { adMs, dropped } = fitter;
  const noAd = candidates.length === 0 ? 'NO_ADS' : 'NO_USABLE_AD';
  const reason = fitter.placements.length === 0 ? noAd : undefined;
  if (reason === undefined && (adMs / avail.durationMs) * 100 < (options.minFillPercent ?? 0))
    return rejectedAsPartial(fitter);
  const gapMs = avail.durationMs - avail.driftMs - adMs;
  // Slate comes first even for a short gap: a player that places segments by their dates (shaka) has to
  // jump over whatever the ads leave open.
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
  // Content fills the rest: back to the source where the output's time is the source's again.
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
