/** The breaks that an output lists, placement by placement, each judged as soon as the output has passed it. */
import type { MonitoringSegment } from '@interlude/contract';
import {
  breakOf,
  type PlannedAd,
  type PlannedBreak,
  placementOf,
  type ServedPlacement,
} from '@interlude/monitoring';
import { monitorLimits } from '../monitor-limits.ts';

interface Placement {
  startMs: number;
  endMs: number;
}

/** An ad that the output has passed. */
export interface PassedAd {
  readonly breakId: string;
  readonly ad: PlannedAd;
  /** Undefined = no segment of it was listed. */
  readonly shown: ServedPlacement | undefined;
}

/** An ad is passed when the output goes on this far behind it, ms. */
const behindMs = 1_000;

export class ServedBreaks {
  readonly #placements = new Map<string, Placement>();
  /** Ids of breaks and placements that were given out to be judged. */
  readonly #judged = new Set<string>();
  /** Start of the first segment of the session, epoch ms: a break that had begun before is not whole. */
  #fromMs: number | undefined;
  #toMs = Number.NEGATIVE_INFINITY;

  /** Time of the output that was looked at, epoch ms. */
  get listedMs(): readonly [from: number, to: number] {
    return [this.#fromMs ?? Number.NaN, this.#toMs];
  }

  /** Entries of one reading, in their order. @returns placements that are new, with their first segment */
  take(entries: readonly MonitoringSegment[]): { placement: string; entry: MonitoringSegment }[] {
    const fresh: { placement: string; entry: MonitoringSegment }[] = [];
    for (const entry of entries) {
      if (entry.kind === 'period' || entry.kind === 'event') continue;
      this.#fromMs ??= entry.start;
      const endMs = entry.start + entry.duration * 1000;
      this.#toMs = Math.max(this.#toMs, endMs);
      const placement = placementOf(entry.uri) ?? placementOf(entry.origUri);
      if (placement === undefined) continue;
      const known = this.#placements.get(placement);
      if (known === undefined) {
        this.#placements.set(placement, { startMs: entry.start, endMs });
        fresh.push({ placement, entry });
      } else {
        known.startMs = Math.min(known.startMs, entry.start);
        known.endMs = Math.max(known.endMs, endMs);
      }
    }
    for (const placement of this.#placements.keys()) {
      if (this.#placements.size <= monitorLimits.placements) break;
      this.#placements.delete(placement);
    }
    return fresh;
  }

  /** Whether a time is after the begin of the session and before the edge of its output. */
  #hasReached(startMs: number): boolean {
    return this.#fromMs !== undefined && startMs > this.#fromMs + 1 && startMs < this.#toMs;
  }

  /** Whether a break was given out to be judged. */
  isJudged(breakId: string): boolean {
    return this.#judged.has(breakId);
  }

  /** Breaks of the plan that the output has come to, and that were not taken yet. */
  takeBegun<T extends PlannedBreak>(planned: readonly T[]): { one: T; isListed: boolean }[] {
    const begun = planned.filter(
      ({ breakId, startMs }) => this.#hasReached(startMs) && !this.#judged.has(breakId),
    );
    const listed = new Set([...this.#placements.keys()].map(breakOf));
    for (const { breakId } of begun) this.#note(breakId);
    return begun.map((one) => ({ one, isListed: listed.has(one.breakId) }));
  }

  /** Ads of the plan that the output has passed, and that are not noted yet. */
  passed(planned: readonly PlannedBreak[]): PassedAd[] {
    return planned.flatMap(({ breakId, startMs, ads }) => {
      if (!this.#hasReached(startMs)) return [];
      return ads
        .filter((ad) => ad.startMs + ad.durationMs + behindMs < this.#toMs)
        .filter(({ placement }) => !this.#judged.has(placement))
        .map((ad) => ({ breakId, ad, shown: this.#served(ad.placement) }));
    });
  }

  /** An ad was judged. */
  note({ ad }: PassedAd): void {
    this.#note(ad.placement);
  }

  #served(placement: string): ServedPlacement | undefined {
    const known = this.#placements.get(placement);
    return known && { placement, startMs: known.startMs, durationMs: known.endMs - known.startMs };
  }

  #note(id: string): void {
    this.#judged.add(id);
    for (const oldest of this.#judged) {
      if (this.#judged.size <= monitorLimits.placements) break;
      this.#judged.delete(oldest);
    }
  }
}
