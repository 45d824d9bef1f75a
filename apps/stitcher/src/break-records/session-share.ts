/** The amounts with which one session is counted in one break: later changes are counted as differences. */
import {
  type BreakCounts,
  type BreakSums,
  type DecidedShare,
  type LossSum,
  lossOf,
  shareOf,
} from '@interlude/reporting';
import type { Pod } from '@interlude/stitching';
import { SharedValues } from '../shared-values/shared-values.ts';

type Counted = Pick<BreakSums, 'counts' | 'losses'>;

const nothing: Counted = { counts: {}, losses: [] };

/** Ads that are in the output, and that no player has requested yet. */
const notRequested = (lostMs: number, count: number) => lossOf('NOT_REQUESTED', lostMs, count);

/** @param adsPlaced of them some may have been requested before their break was cut */
function countedOf(decided: DecidedShare, adsPlaced: number): Counted {
  const { losses, ...amounts } = shareOf(decided);
  return {
    counts: { sessions: 1, adsPlaced, ...amounts },
    losses: [...losses, notRequested(amounts.placedMs, adsPlaced)],
  };
}

// Most sessions of a break have the same share of it, and count as the same amounts.
const shares = new SharedValues<DecidedShare>();
const countedShares = new WeakMap<DecidedShare, Counted>();

function countedAsDecided(decided: DecidedShare): Counted {
  const shared = shares.of(decided, JSON.stringify(decided));
  const counted = countedShares.get(shared) ?? countedOf(shared, shared.adsPlaced);
  countedShares.set(shared, counted);
  return counted;
}

const negativeLoss = (loss: LossSum) => ({ ...loss, lostMs: -loss.lostMs, count: -loss.count });

function difference(after: Counted, before: Counted): Counted {
  const counts: Partial<Record<keyof BreakCounts, number>> = { ...after.counts };
  for (const [name, amount] of Object.entries(before.counts) as [keyof BreakCounts, number][]) {
    counts[name] = (counts[name] ?? 0) - amount;
  }
  return { counts, losses: [...after.losses, ...before.losses.map(negativeLoss)] };
}

export class SessionShare {
  /** The break as it was decided. */
  readonly decided: DecidedShare;
  #counted: Counted = nothing;
  #placedMs = 0;
  #seenMs = 0;
  #adsSeen = 0;
  /** By placement: segments that were requested, a bit each. */
  readonly #segments: (bigint | undefined)[] = [];

  constructor(decided: DecidedShare) {
    this.decided = shares.of(decided, JSON.stringify(decided));
  }

  get seenMs(): number {
    return this.#seenMs;
  }

  /** The largest loss, and the sum of all, without ads that were not requested yet. */
  get lost(): { readonly worst: LossSum | undefined; readonly lostMs: number } {
    let worst: LossSum | undefined;
    let lostMs = 0;
    for (const loss of this.#counted.losses) {
      if (loss.reason !== 'NOT_REQUESTED') {
        lostMs += loss.lostMs;
        worst = loss.lostMs > (worst?.lostMs ?? 0) ? loss : worst;
      }
    }
    return { worst, lostMs };
  }

  /** Counts the break as it is in the session from now on. @returns the difference, to be added to the sums */
  become(decided: DecidedShare): Counted {
    // Requested segments were in the output, whatever the source signalled afterwards.
    const placedMs = Math.max(decided.placedMs, this.#seenMs);
    const offeredMs = Math.max(decided.offeredMs, this.#seenMs);
    const adsPlaced = Math.max(decided.adsPlaced, this.#adsSeen);
    const isAsDecided =
      placedMs === decided.placedMs &&
      offeredMs === decided.offeredMs &&
      adsPlaced === decided.adsPlaced;
    const before = this.#counted;
    this.#counted = isAsDecided
      ? countedAsDecided(decided)
      : countedOf({ ...decided, placedMs, offeredMs }, adsPlaced);
    this.#placedMs = this.#counted.counts.placedMs ?? 0;
    return before === nothing ? this.#counted : difference(this.#counted, before);
  }

  /** The session had left before the break began. @returns the difference, to be added to the sums */
  leave(): Counted {
    if (this.#seenMs > 0) {
      return nothing;
    }
    const before = this.#counted;
    this.#counted = nothing;
    this.#placedMs = 0;
    return difference(nothing, before);
  }

  /** A segment of an ad was requested. @returns amounts to be added; undefined when it was counted before */
  request(
    pod: Pick<Pod, 'placements'>,
    segmentOf: {
      readonly placementIndex: number;
      readonly renditionId: string;
      readonly segmentIndex: number;
    },
  ): Counted | undefined {
    const { placementIndex, renditionId, segmentIndex } = segmentOf;
    const placement = pod.placements[placementIndex];
    const segment = placement?.creative.renditions[renditionId]?.segments[segmentIndex];
    if (placement?.kind !== 'ad' || segment === undefined) {
      return undefined;
    }
    const known = this.#segments[placementIndex] ?? 0n;
    const bit = 1n << BigInt(segmentIndex);
    if ((known & bit) !== 0n) {
      return undefined;
    }
    this.#segments[placementIndex] = known | bit;
    const leftMs = this.#placedMs - this.#seenMs;
    const seenMs = Math.max(0, Math.min(leftMs, Math.round(segment.durationSeconds * 1_000)));
    const adsSeen = known === 0n ? 1 : 0;
    this.#seenMs += seenMs;
    this.#adsSeen += adsSeen;
    return {
      counts: { seenMs, adsSeen },
      losses: [notRequested(-seenMs, -adsSeen)],
    };
  }
}
