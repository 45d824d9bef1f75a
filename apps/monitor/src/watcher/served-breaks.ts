/** The breaks that an output lists, placement by placement, until each is whole and can be judged. */
import type { MonitoringSegment } from '@interlude/contract';
import { breakOf, placementOf, type ServedPlacement } from '@interlude/monitoring';
import { monitorLimits } from '../monitor-limits.ts';

interface Placement {
  startMs: number;
  endMs: number;
}

/** A break that content follows. */
export interface ServedBreak {
  readonly breakId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly placements: readonly ServedPlacement[];
}

export class ServedBreaks {
  readonly #placements = new Map<string, Placement>();
  readonly #judged = new Set<string>();
  /** Start of the first segment of the session: what had begun before is not whole. */
  #fromMs: number | undefined;
  #toMs = Number.NEGATIVE_INFINITY;

  /** Times of the output that were looked at, epoch ms. */
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

  /** Breaks that are whole and were not taken yet: the output goes on behind them. */
  takeWhole(): ServedBreak[] {
    const byBreak = new Map<string, ServedPlacement[]>();
    for (const [placement, { startMs, endMs }] of this.#placements) {
      const of = byBreak.get(breakOf(placement)) ?? [];
      byBreak.set(breakOf(placement), [...of, { placement, startMs, durationMs: endMs - startMs }]);
    }
    const whole: ServedBreak[] = [];
    for (const [breakId, placements] of byBreak) {
      const startMs = Math.min(...placements.map((one) => one.startMs));
      const endMs = Math.max(...placements.map((one) => one.startMs + one.durationMs));
      const isOver = endMs + 1_000 < this.#toMs;
      const isPartial = startMs <= (this.#fromMs ?? startMs) + 1;
      if (!isOver || this.#judged.has(breakId)) continue;
      this.#judged.add(breakId);
      if (!isPartial) whole.push({ breakId, startMs, endMs, placements });
    }
    for (const breakId of this.#judged) {
      if (this.#judged.size <= monitorLimits.placements) break;
      this.#judged.delete(breakId);
    }
    return whole;
  }
}
