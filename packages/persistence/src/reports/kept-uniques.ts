/**
 * Cache of unique viewers by span, valid while the rows of the span are unchanged. Sketches of past days hardly ever
 * change, and uniting those of a month takes far longer than checking that they have not changed.
 */
import { LRUCache } from 'lru-cache';

/** Viewers by term number of the value. */
export type ViewersByValue = ReadonlyMap<number, number>;

export interface KeptUniques {
  /** @param mark of the rows as they are now */
  get(key: string, mark: string): ViewersByValue | undefined;
  /** @param mark of the rows as it was before they were read */
  set(key: string, mark: string, viewers: ViewersByValue): void;
}

/** Most counts of a process, about 50 bytes each. */
const maxCounts = 500_000;
/** Shorter than the 30 days after which recorded changes of purged days are removed. */
const keptForMs = 86_400_000;

export function keepUniques(max = maxCounts): KeptUniques {
  const spans = new LRUCache<string, { readonly mark: string; readonly viewers: ViewersByValue }>({
    maxSize: max,
    ttl: keptForMs,
    // An entry without viewers takes space as well.
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
