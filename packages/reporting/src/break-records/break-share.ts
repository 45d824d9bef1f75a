/**
 * Stages and losses of a decided break in one session: how far its time came, and why the rest was lost. The losses
 * always add up to offered less placed, to the millisecond.
 */
import { type LossOwner, type LossReason, lossGuides } from '@interlude/contract';
import type { LossSum } from './break-sums.ts';

/** An ad of the answer. */
export interface AnsweredAd {
  /** Duration of its creative, else by the VAST answer, ms; undefined = stated by neither. */
  readonly durationMs: number | undefined;
  /** Why it is not placed; undefined = it is placed. */
  readonly reason: LossReason | undefined;
}

export interface DecidedShare {
  /** Length of the break in this session, ms. */
  readonly offeredMs: number;
  /** An ad request was sent, by this session or for its cohort. */
  readonly isAsked: boolean;
  readonly ads: readonly AnsweredAd[];
  /** Ads in the output, ms. */
  readonly placedMs: number;
  readonly adsPlaced: number;
  readonly slateMs: number;
  /** Why the break has no ad; its ads may have reasons of their own. */
  readonly reason: LossReason | undefined;
}

/** Each at most as long as the one before it; ms. */
export interface BreakShare {
  readonly offeredMs: number;
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly usableMs: number;
  readonly placedMs: number;
  readonly slateMs: number;
  readonly losses: readonly LossSum[];
}

/** The creative is at fault, or was not ready: the ad never was a candidate for the pod. */
const unusable: ReadonlySet<LossReason> = new Set([
  'NEW_CREATIVE',
  'CONDITIONING_FAILED',
  'CREATIVE_UNREACHABLE',
  'CREATIVE_UNUSABLE',
  'NO_LINEAR_MEDIA',
  'NO_VARIANT_MATCH',
  'SEGMENT_TOO_LONG',
  'WRAPPER_FAILED',
]);

const wholeMs = (ms: number) => (Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : 0);

/** @returns milliseconds lost for a reason, with its owner; `count` is of ads or of breaks of sessions */
export const lossOf = (reason: LossReason, lostMs: number, count: number): LossSum => ({
  reason,
  owner: lossGuides[reason].owner,
  lostMs,
  count,
});

/** Ms of an ad without a stated duration: the mean of the others of its answer; undefined when none is stated. */
function meanMs(ads: readonly AnsweredAd[]): number | undefined {
  let [sum, known] = [0, 0];
  for (const { durationMs } of ads) {
    sum += durationMs ?? 0;
    known += durationMs === undefined ? 0 : 1;
  }
  return known === 0 ? undefined : wholeMs(sum / known);
}

/** Shares the missing time of a break out to reasons, until none is left. */
class Shares {
  readonly losses: { reason: LossReason; owner: LossOwner; lostMs: number; count: number }[] = [];
  leftMs: number;

  constructor(missingMs: number) {
    this.leftMs = missingMs;
  }

  lose(reason: LossReason, ms: number): void {
    const lostMs = Math.min(ms, this.leftMs);
    this.leftMs -= lostMs;
    const known = this.losses.find((loss) => loss.reason === reason);
    if (known) {
      known.lostMs += lostMs;
      known.count += 1;
    } else {
      this.losses.push(lossOf(reason, lostMs, 1));
    }
  }
}

/** Each lost ad takes as much as it is long. Ads that were at fault come first: they could have filled the break. */
function loseAds(shares: Shares, lost: readonly AnsweredAd[], mean: number | undefined): void {
  const isAtFault = ({ reason = 'NO_USABLE_AD' }: AnsweredAd) => unusable.has(reason);
  const inOrder = [...lost.filter(isAtFault), ...lost.filter((ad) => !isAtFault(ad))];
  for (const { durationMs, reason = 'NO_USABLE_AD' } of inOrder) {
    shares.lose(reason, wholeMs(durationMs ?? mean ?? shares.leftMs));
  }
}

/** Losses by lost ads first, then of the time for which no ad was answered. */
function lossesOf({ ads, isAsked, reason }: DecidedShare, missingMs: number): LossSum[] {
  const shares = new Shares(missingMs);
  const lost = ads.filter((ad) => ad.reason !== undefined);
  // A reason of the whole break, which does not follow from reasons of its ads.
  const isWhole = reason !== undefined && (lost.length === 0 || !isAsked);
  if (!isWhole) loseAds(shares, lost, meanMs(ads));
  if (shares.leftMs > 0 || isWhole) {
    const isDropped = reason === 'NO_USABLE_AD' || reason === 'PARTIAL_FILL_REJECTED';
    shares.lose(reason === undefined || isDropped ? 'ANSWER_TOO_SHORT' : reason, shares.leftMs);
  }
  return shares.losses;
}

/**
 * @returns how far the milliseconds of the break came, and why the others were lost
 * @see ADR 0035
 */
export function shareOf(decided: DecidedShare): BreakShare {
  const { ads, isAsked } = decided;
  const offeredMs = wholeMs(decided.offeredMs);
  const askedMs = isAsked ? offeredMs : 0;
  let [allMs, fittingMs] = [0, 0];
  for (const { durationMs = 0, reason } of ads) {
    allMs += durationMs;
    fittingMs += reason === undefined || !unusable.has(reason) ? durationMs : 0;
  }
  const placedMs = Math.min(wholeMs(decided.placedMs), askedMs);
  // Placed time was usable, and usable time was answered, also where the answer states a shorter duration.
  const usableMs = Math.min(askedMs, Math.max(placedMs, wholeMs(fittingMs)));
  const answeredMs = Math.min(askedMs, Math.max(usableMs, wholeMs(allMs)));
  const slateMs = Math.min(wholeMs(decided.slateMs), offeredMs - placedMs);
  const losses = lossesOf(decided, offeredMs - placedMs);
  return { offeredMs, askedMs, answeredMs, usableMs, placedMs, slateMs, losses };
}
