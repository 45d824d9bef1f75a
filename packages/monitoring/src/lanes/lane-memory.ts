/** Remembers the stored entries of a lane, so that only new and changed ones are written. */
import type { MonitoringSegment } from '@interlude/contract';

/**
 * Entries remembered of one playlist: twice as many as are listed, within these bounds, because a server may list older
 * ones again for a moment. Entries that left the playlist longest ago are forgotten first.
 */
const limits = { fewest: 50, most: 4_000 } as const;

/** Fields whose change writes an entry again. */
const changing = ({ duration, kind, ad, cueOut, cueOutCont, cueIn }: MonitoringSegment) =>
  `${duration} ${kind} ${ad} ${cueOut} ${cueOutCont} ${cueIn}`;

export class LaneMemory {
  readonly #known = new Map<string, { entry: MonitoringSegment; state: string }>();

  /** Entries that are new or have changed; a known one keeps the time and the manifest of its first listing. */
  take(entries: readonly MonitoringSegment[]): MonitoringSegment[] {
    const changed: MonitoringSegment[] = [];
    for (const entry of entries) {
      const state = changing(entry);
      const known = this.#known.get(entry.id);
      if (known?.state === state) {
        // Moves an entry that is still listed to the end: those that left the manifest are forgotten first.
        this.#known.delete(entry.id);
        this.#known.set(entry.id, known);
        continue;
      }
      const { loadTime, manifestKey, start } = known?.entry ?? entry;
      const next = { ...entry, loadTime, manifestKey, start };
      this.#known.delete(entry.id);
      this.#known.set(entry.id, { entry: next, state });
      changed.push(next);
    }
    const most = Math.min(limits.most, Math.max(limits.fewest, 2 * entries.length));
    for (const id of this.#known.keys()) {
      if (this.#known.size <= most) break;
      this.#known.delete(id);
    }
    return changed;
  }

  get size(): number {
    return this.#known.size;
  }
}
