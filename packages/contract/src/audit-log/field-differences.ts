/** The fields in which two values differ. */
import type { FieldDifference } from './audit-entry.ts';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function* walk(before: unknown, after: unknown, path: string): Generator<FieldDifference> {
  if (!isValues(before) || !isValues(after)) {
    if (same(before, after)) return;
    const difference: { path: string; before?: unknown; after?: unknown } = { path };
    if (before !== undefined) difference.before = before;
    if (after !== undefined) difference.after = after;
    yield difference;
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* walk(before[name], after[name], path === '' ? name : `${path}.${name}`);
  }
}

/**
 * The fields that differ, in the order of the objects; lists are compared whole.
 * @param limit most fields that are answered
 * @see ADR 0041
 */
export function fieldDifferences(
  before: unknown,
  after: unknown,
  limit = 200,
): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  for (const difference of walk(before, after, '')) {
    if (found.length >= limit) break;
    found.push(difference);
  }
  return found;
}
