import { STITCHING_LIMITS } from '../limits.ts';
import type { Avail, Placement } from '../plan/splice-plan.ts';
import type { AdDropReason } from '../reasons.ts';
import { bestFill, type ReadyCandidate } from './best-fill.ts';
import { mustBeSeparated } from './competitive-separation.ts';
import { creativeKeyOf, type DroppedAd, type FitPodOptions, type PodCandidate } from './pod.ts';

const isReady = (candidate: PodCandidate): candidate is ReadyCandidate =>
  typeof candidate.creative !== 'string';

const isKnown = (candidate: ReadyCandidate, others: readonly ReadyCandidate[]) =>
  others.some((other) => creativeKeyOf(other) === creativeKeyOf(candidate));

/** Ads with a sequence are the pod; the others only stand in for one of them (VAST 4.3 §3.3.1, V3). */
function splitAnswer(candidates: readonly PodCandidate[]) {
  const pod = candidates.filter((candidate) => candidate.sequence !== undefined);
  const buffet = candidates.filter((candidate) => candidate.sequence === undefined);
  return { pod: pod.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)), buffet };
}

function totalMs(candidates: readonly PodCandidate[]): number {
  let sumMs = 0;
  for (const candidate of candidates)
    if (isReady(candidate)) sumMs += candidate.creative.durationMs;
  return sumMs;
}

/** Places whole ads one after the other, and records for every other ad why it was not placed. */
export class PodFitter {
  readonly placements: Placement[] = [];
  readonly dropped: DroppedAd[] = [];
  adMs = 0;
  readonly #availMs: number;
  readonly #limitMs: number;
  readonly #enoughMs: number;
  readonly #maxAds: number;
  readonly #frequency: FitPodOptions['frequency'];
  readonly #placed: ReadyCandidate[] = [];

  constructor(avail: Avail, options: FitPodOptions) {
    this.#availMs = avail.durationMs + avail.toleranceMs;
    this.#limitMs = this.#availMs - Math.max(0, avail.driftMs);
    this.#enoughMs = avail.durationMs - avail.driftMs;
    this.#frequency = options.frequency;
    this.#maxAds = Math.min(options.maxAds ?? Infinity, STITCHING_LIMITS.maxAdsPerPod);
  }

  placeAll(candidates: readonly PodCandidate[]): void {
    const { pod, buffet } = splitAnswer(candidates);
    // Without any sequence there is no pod: ad servers that fill a break with plain ads mean all of them.
    if (pod.length === 0) this.#placeBuffet(buffet);
    else this.#placePod(pod, buffet);
  }

  #placePod(pod: readonly PodCandidate[], buffet: readonly PodCandidate[]): void {
    let substitutes = [...buffet];
    for (const [index, candidate] of pod.entries()) {
      const refused = this.#tryToPlace(candidate);
      if (refused === undefined) continue;
      this.#drop(candidate, refused);
      const comingMs = totalMs(pod.slice(index + 1));
      if (candidate.isLeftOut !== true) substitutes = this.#substitute(substitutes, comingMs);
    }
    for (const substitute of substitutes) this.#drop(substitute, 'SUBSTITUTE_UNUSED');
  }

  /** Places the first substitute that can be shown and leaves room for the pod's next ads; drops those that cannot. */
  #substitute(substitutes: readonly PodCandidate[], comingMs: number): PodCandidate[] {
    const left: PodCandidate[] = [];
    for (const [index, substitute] of substitutes.entries()) {
      const ownMs = isReady(substitute) ? substitute.creative.durationMs : 0;
      const crowdsOut = comingMs > 0 && this.adMs + ownMs + comingMs > this.#limitMs;
      const refused = crowdsOut ? undefined : this.#tryToPlace(substitute);
      if (crowdsOut) left.push(substitute);
      else if (refused === undefined) return [...left, ...substitutes.slice(index + 1)];
      else this.#drop(substitute, refused);
    }
    return left;
  }

  /** In order as long as they fit; when that leaves a gap, the choice that fills best. */
  #placeBuffet(buffet: readonly PodCandidate[]): void {
    const ready: ReadyCandidate[] = [];
    for (const candidate of buffet) {
      const { creative } = candidate;
      if (typeof creative === 'string') this.#drop(candidate, creative);
      else if (isKnown({ ...candidate, creative }, ready))
        this.#drop(candidate, 'DUPLICATE_CREATIVE');
      else if (this.#isCapped(candidate)) this.#drop(candidate, 'FREQUENCY_CAP');
      else ready.push({ ...candidate, creative });
    }
    const chosen = new Set(this.#chooseOf(ready));
    for (const candidate of ready) {
      if (chosen.has(candidate)) this.#place(candidate);
    }
    for (const candidate of ready) {
      if (!chosen.has(candidate)) this.#drop(candidate, this.#refusal(candidate) ?? 'NOT_CHOSEN');
    }
  }

  #chooseOf(ready: readonly ReadyCandidate[]): readonly ReadyCandidate[] {
    const limits = { limitMs: this.#limitMs, enoughMs: this.#enoughMs, maxAds: this.#maxAds };
    const inOrder: ReadyCandidate[] = [];
    let sumMs = 0;
    for (const candidate of ready) {
      const nextMs = sumMs + candidate.creative.durationMs;
      const fits = nextMs <= limits.limitMs && inOrder.length < limits.maxAds;
      if (!fits || inOrder.some((placed) => mustBeSeparated(placed, candidate))) continue;
      inOrder.push(candidate);
      sumMs = nextMs;
    }
    if (sumMs >= limits.enoughMs || inOrder.length === ready.length) return inOrder;
    const best = bestFill(ready, limits);
    return totalMs(best) > sumMs ? best : inOrder;
  }

  #isCapped(candidate: PodCandidate): boolean {
    const key = creativeKeyOf(candidate);
    if (this.#frequency === undefined || key === undefined) return false;
    return this.#frequency.countOf(key) >= this.#frequency.cap;
  }

  /** Why an ad cannot be placed now; undefined when it can. */
  #refusal(candidate: PodCandidate): AdDropReason | undefined {
    const { creative } = candidate;
    if (typeof creative === 'string') return creative;
    const { durationMs } = creative;
    if (this.placements.length >= this.#maxAds) return 'POD_LIMIT';
    if (isKnown({ ...candidate, creative }, this.#placed)) return 'DUPLICATE_CREATIVE';
    if (this.#isCapped(candidate)) return 'FREQUENCY_CAP';
    if (durationMs > this.#availMs) return 'AVAIL_DURATION_EXCEEDED';
    if (this.#placed.some((placed) => mustBeSeparated(placed, candidate)))
      return 'COMPETITIVE_SEPARATION';
    return this.adMs + durationMs > this.#limitMs ? 'LEFTOVER_EXCEEDED' : undefined;
  }

  #tryToPlace(candidate: PodCandidate): AdDropReason | undefined {
    const refused = this.#refusal(candidate);
    if (refused === undefined && isReady(candidate)) this.#place(candidate);
    return refused;
  }

  #place(candidate: ReadyCandidate): void {
    const { adId, creative } = candidate;
    const { durationMs } = creative;
    const index = this.placements.length;
    this.placements.push({ kind: 'ad', index, adId, creative, offsetMs: this.adMs, durationMs });
    this.#placed.push(candidate);
    this.adMs += durationMs;
  }

  #drop(candidate: PodCandidate, reason: AdDropReason): void {
    this.dropped.push({ adId: candidate.adId, reason });
  }
}
