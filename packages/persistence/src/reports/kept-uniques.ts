/**
 * Unique viewers of spans that were read, for as long as the rows that they were made of are the same. Sketches of a past
 * day hardly ever change, and to unite those of a month takes far longer than to see that they are the same.
 */
import { LRUCache } from 'lru-cache';

/** Viewers by number of the value. */
export type ViewersByValue = ReadonlyMap<number, number>;

export interface KeptUniques {
  /** @param mark of the rows as they are now */
  get(key: string, mark: string): ViewersByValue | undefined;
  /** @param mark of the rows as they were before they were read */
  set(key: string, mark: string, viewers: ViewersByValue): void;
}

/** Counts that a process keeps, about 50 bytes each. */
const maxCounts = 500_000;
/** Changes of days that were purged are forgotten after 30 days, and what was kept of them long before. */
const keptForMs = 86_400_000;

export function keepUniques(max = maxCounts): KeptUniques {
  const spans = new LRUCache<string, { readonly mark: string; readonly viewers: ViewersByValue }>({
    maxSize: max,
    ttl: keptForMs,
    // An empty span has its place, too.
    sizeCalculation: ({ viewers }) => viewers.size + 5,
  });
  return {
    get: (key, mark) => {
      const kept = spans.get(key);
      return kept?.mark === mark ? kept.viewers : undefined;
    },
    set: (key, mark, viewers) => {
      spans.set(key, { mark, viewers });
    },
  };
}
