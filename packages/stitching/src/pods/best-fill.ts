// Selection of the stand-alone ads that fill an avail best. The ad server's order is its preference:
//
//   avail 30 s, ads 20 15 15     in order: 20 + 10 s of slate;    best: 15 15
//
// A subset sum over the ads in their order. Ads have few different durations, so few sums are reachable.
import { STITCHING_LIMITS } from '../limits.ts';
import { mustBeSeparated } from './competitive-separation.ts';
import type { Creative } from './creative.ts';
import type { PodCandidate } from './pod.ts';

/** A candidate whose creative is ready. */
export interface ReadyCandidate extends PodCandidate {
  readonly creative: Creative;
}

interface Choice {
  readonly sumMs: number;
  readonly ads: readonly ReadyCandidate[];
}

/** Sums this close are the same: EXTINFs are rounded. ms */
const SAME_SUM_MS = 20;

export interface FillLimits {
  /** No sum may exceed it, ms. */
  readonly limitMs: number;
  /** A sum of this and more fills the avail, ms. */
  readonly enoughMs: number;
  readonly maxAds: number;
}

function extended(choice: Choice, ad: ReadyCandidate, limits: FillLimits): Choice | undefined {
  const sumMs = choice.sumMs + ad.creative.durationMs;
  if (sumMs > limits.limitMs || choice.ads.length >= limits.maxAds) return undefined;
  if (choice.ads.some((chosen) => mustBeSeparated(chosen, ad))) return undefined;
  return { sumMs, ads: [...choice.ads, ad] };
}

/**
 * The ads to play, in the order of the answer; of choices that fill equally, the one with the earlier ads.
 * @param ads each creative once
 */
export function bestFill(
  ads: readonly ReadyCandidate[],
  limits: FillLimits,
): readonly ReadyCandidate[] {
  const reached = new Map<number, Choice>([[0, { sumMs: 0, ads: [] }]]);
  let best: Choice = { sumMs: 0, ads: [] };
  for (const ad of ads) {
    for (const choice of [...reached.values()]) {
      const next = extended(choice, ad, limits);
      if (next === undefined) continue;
      const key = Math.round(next.sumMs / SAME_SUM_MS);
      if (reached.has(key) || reached.size >= STITCHING_LIMITS.maxFillChoices) continue;
      reached.set(key, next);
      if (Math.min(next.sumMs, limits.enoughMs) > Math.min(best.sumMs, limits.enoughMs))
        best = next;
    }
  }
  return best.ads;
}
