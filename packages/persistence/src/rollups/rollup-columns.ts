/** Counters of a batch ⇄ columns of `rollups_hour` and `rollups_minute`. */
import { type CounterName, counterNames } from '@interlude/reporting';

const wide: ReadonlySet<CounterName> = new Set(['viewMs', 'availMs', 'adMs', 'slateMs', 'bytes']);

/** `firstQuartiles` → `first_quartiles`. */
export function counterColumn(name: CounterName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Each counter with its column and the type of an array of it. */
export const counterColumns = counterNames.map((name) => ({
  name,
  column: counterColumn(name),
  arrayType: wide.has(name) ? 'bigint[]' : 'integer[]',
}));
