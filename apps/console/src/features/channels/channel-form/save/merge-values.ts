/** Three-way merge of two edits of a channel: all changes of both, and the paths at which they clash. Pure. */
import { sameJson } from '../same-json.ts';

type Names = Readonly<Record<string, unknown>>;

interface Merge<Values> {
  /** At a path that clashes, the value is mine. */
  readonly merged: Values;
  /** Paths that both changed, to different values. */
  readonly clashes: readonly string[];
}

/** @param base the values from which both edits began */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): Merge<Values> {
  const clashes: string[] = [];
  const merged = mergeNames(namesOf(base), namesOf(mine), namesOf(theirs), '', clashes);
  return { merged: merged as Values, clashes };
}

function mergeNames(base: Names, mine: Names, theirs: Names, path: string, clashes: string[]) {
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const place = path === '' ? name : `${path}.${name}`;
    const value = mergeOne(base[name], mine[name], theirs[name], place, clashes);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function mergeOne(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  clashes: string[],
): unknown {
  if (sameJson(mine, base)) return theirs;
  if (sameJson(theirs, base) || sameJson(theirs, mine)) return mine;
  if (isNames(mine) && isNames(theirs)) {
    return mergeNames(isNames(base) ? base : {}, mine, theirs, path, clashes);
  }
  clashes.push(path);
  return mine;
}

function namesOf(values: object): Names {
  return { ...values };
}

function isNames(value: unknown): value is Names {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
