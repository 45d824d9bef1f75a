/** Merges rows with equal keys: PostgreSQL refuses two of them in one statement. */
import {
  type Batch,
  counterNames,
  mergeSketches,
  type RollupRow,
  type SketchRow,
} from '@interlude/reporting';

function mergedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly unknown[],
  merge: (one: Row, other: Row) => Row,
): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row).join('\u0000');
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? row : merge(known, row));
  }
  return [...byKey.values()];
}

const addRows = (one: RollupRow, other: RollupRow): RollupRow => {
  const counters = { ...one.counters };
  for (const name of counterNames) counters[name] += other.counters[name];
  return { ...one, counters };
};

const addSketches = (one: SketchRow, other: SketchRow): SketchRow => ({
  ...one,
  sketch: mergeSketches([one.sketch, other.sketch]),
});

/** Adds the counters of rows with equal keys. */
export const mergeRows = (rows: readonly RollupRow[]): Batch['rows'] =>
  mergedBy(
    rows,
    ({ grain, tenant, dimension, channel, bucket, campaign, value }) => [
      ...[grain, tenant, dimension, channel, bucket, campaign, value],
    ],
    addRows,
  );

/** Unites the sketches of rows with equal keys. */
export const mergeSketchRows = (rows: readonly SketchRow[]): Batch['sketches'] =>
  mergedBy(
    rows,
    ({ tenant, dimension, channel, bucket, value }) => [tenant, dimension, channel, bucket, value],
    addSketches,
  );
