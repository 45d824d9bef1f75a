/** Compares an ad server's impressions with those counted here, with the causes of differences that figures show. */
import type {
  DiscrepancyCause,
  ReconciliationLine,
  ReconciliationResult,
} from '@interlude/contract';
import { type CreativeHour, creativeHourKey, type FileFigures } from './read-file.ts';

const hourMs = 3_600_000;

/** Impressions that the platform counted for a creative in an hour. */
export interface CountedImpressions extends CreativeHour {
  readonly impressions: number;
  /** Impression beacons that were not answered. */
  readonly failed: number;
  /** Impression beacons that were sent more than once. */
  readonly retried: number;
}

interface Pair extends CreativeHour {
  theirs: number;
  ours: number;
  failed: number;
  retried: number;
  /** Part of the difference that has no cause yet, with the sign of the difference. */
  open: number;
  readonly causes: { cause: DiscrepancyCause; impressions: number }[];
}

function pairsOf(file: FileFigures, ours: readonly CountedImpressions[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  const pairOf = ({ creative, hourMs: at }: CreativeHour) => {
    const key = creativeHourKey({ creative, hourMs: at });
    const none = { theirs: 0, ours: 0, failed: 0, retried: 0, open: 0 };
    const pair = pairs.get(key) ?? { creative, hourMs: at, ...none, causes: [] };
    pairs.set(key, pair);
    return pair;
  };
  for (const row of file.counted) pairOf(row).theirs += row.impressions;
  for (const row of ours) {
    const pair = pairOf(row);
    pair.ours += row.impressions;
    pair.failed += row.failed;
    pair.retried += row.retried;
  }
  for (const pair of pairs.values()) pair.open = pair.theirs - pair.ours;
  return pairs;
}

function explain(pair: Pair, cause: DiscrepancyCause, most: number): void {
  const impressions = Math.min(Math.abs(pair.open), most);
  if (impressions <= 0) return;
  pair.causes.push({ cause, impressions });
  pair.open -= Math.sign(pair.open) * impressions;
}

function explainAll(pairs: ReadonlyMap<string, Pair>): void {
  const total = (of: 'theirs' | 'ours') => {
    const sums = new Map<string, number>();
    for (const pair of pairs.values()) {
      sums.set(pair.creative, (sums.get(pair.creative) ?? 0) + pair[of]);
    }
    return sums;
  };
  const [theirs, ours] = [total('theirs'), total('ours')];
  for (const pair of pairs.values()) {
    const { creative, open, failed, retried } = pair;
    if (theirs.get(creative) === 0) explain(pair, 'notInFile', Math.abs(open));
    else if (ours.get(creative) === 0) explain(pair, 'notCounted', Math.abs(open));
    else if (open < 0) explain(pair, 'failedBeacons', failed);
    else explain(pair, 'duplicates', retried);
  }
  // Too few in one hour and too many in the next one: the ad server counted some late.
  for (const pair of pairs.values()) {
    const next = pairs.get(creativeHourKey({ ...pair, hourMs: pair.hourMs + hourMs }));
    const moved = next && pair.open < 0 && next.open > 0 ? Math.min(-pair.open, next.open) : 0;
    if (!next || moved === 0) continue;
    explain(pair, 'late', moved);
    explain(next, 'late', moved);
  }
}

const shareOf = (difference: number, ours: number) => (ours > 0 ? difference / ours : null);

function lineOf({ creative, hourMs: at, theirs, ours, causes }: Pair): ReconciliationLine {
  const difference = theirs - ours;
  return {
    creative,
    hourMs: at,
    theirs,
    ours,
    difference,
    share: shareOf(difference, ours),
    causes,
  };
}

const byDifference = (a: ReconciliationLine, b: ReconciliationLine) =>
  Math.abs(b.difference) - Math.abs(a.difference) ||
  a.hourMs - b.hourMs ||
  (a.creative < b.creative ? -1 : 1);

/** @param mostLines of the result; the sums are of all */
export function compareFile(
  file: FileFigures,
  ours: readonly CountedImpressions[],
  mostLines: number,
): ReconciliationResult {
  const pairs = pairsOf(file, ours);
  explainAll(pairs);
  const lines = [...pairs.values()].map(lineOf);
  const sum = (of: 'theirs' | 'ours') => lines.reduce((total, line) => total + line[of], 0);
  const [theirs, counted] = [sum('theirs'), sum('ours')];
  const hours = lines.map((line) => line.hourMs);
  const least = hours.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = hours.reduce((a, b) => Math.max(a, b), 0);
  return {
    ...{ theirs, ours: counted, difference: theirs - counted },
    share: shareOf(theirs - counted, counted),
    fromMs: hours.length > 0 ? least : 0,
    toMs: hours.length > 0 ? last + hourMs : 0,
    ...{ rows: file.rows, skippedRows: file.skippedRows },
    differing: lines.filter(({ difference }) => difference !== 0).length,
    lines: lines.toSorted(byDifference).slice(0, mostLines),
  };
}
