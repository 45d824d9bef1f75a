/**
 * `cacheList`: addresses of a source whose answer may be kept, and for how long. An entry is a pattern, or `{ pattern,
 * ttl }` with seconds; a bare pattern keeps for a minute. Operators write the patterns, so they are matched in linear
 * time.
 */
import { locationRewriter } from '@interlude/stitching';

export type CachedAddresses = (url: string) => number;

const usualSeconds = 60;
const longestSeconds = 3_600;

interface CacheEntry {
  readonly matches: (url: string) => boolean;
  readonly keptMs: number;
}

/** Tests addresses for a pattern with the linear-time engine of location replacement; undefined: no valid pattern. */
function matcher(pattern: string): ((url: string) => boolean) | undefined {
  const found = '\u0000';
  const rewriter = locationRewriter({
    regex: pattern,
    options: '',
    defaultReplacement: found,
    allowOverwriteDefault: false,
  });
  return rewriter && ((url) => rewriter.rewrite(url).includes(found));
}

function readEntry(entry: unknown): CacheEntry | undefined {
  const declared = typeof entry === 'string' ? { pattern: entry } : entry;
  if (typeof declared !== 'object' || declared === null) {
    return undefined;
  }
  const pattern = 'pattern' in declared ? declared.pattern : undefined;
  const ttl = 'ttl' in declared ? Number(declared.ttl) : usualSeconds;
  const matches = typeof pattern === 'string' && pattern.length <= 512 && matcher(pattern);
  return matches && ttl > 0 ? { matches, keptMs: Math.min(ttl, longestSeconds) * 1000 } : undefined;
}

export function cachedAddresses(cacheList: readonly unknown[]): CachedAddresses {
  const entries = cacheList.map(readEntry).filter((entry) => entry !== undefined);
  return (url) => entries.find(({ matches }) => matches(url))?.keptMs ?? 0;
}
