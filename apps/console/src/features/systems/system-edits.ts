/** What was done to the form of a system: its values, which fields were left, what was refused. */
import type { System, SystemSetting } from '@interlude/contract';
import { useState } from 'react';
import {
  newSystemValues,
  type SystemValues,
  systemProblems,
  systemValues,
} from './system-values.ts';

export type Problems = Readonly<Record<string, string>>;

interface Edits {
  readonly stored: System | undefined;
  readonly values: SystemValues;
  /** Fields that were left once: their problems are shown. */
  readonly touched: ReadonlySet<string> | 'all';
  /** What the server said of single fields. */
  readonly refused: Problems;
  readonly failure: unknown;
  /** Counts how often the stored values came back. */
  readonly round: number;
}

export function storedValues(stored: System | undefined): SystemValues {
  return stored === undefined ? newSystemValues : systemValues(stored);
}

function untouched(stored: System | undefined, round: number): Edits {
  const values = storedValues(stored);
  return { stored, values, touched: new Set(), refused: {}, failure: undefined, round };
}

export function useSystemEdits(system: System | undefined) {
  const [edits, setEdits] = useState(() => untouched(system, 0));
  return {
    edits,
    change: (values: SystemValues, path: string) =>
      setEdits((now) => ({ ...now, values, refused: without(now.refused, path) })),
    touch: (path: string) =>
      setEdits((now) => ({
        ...now,
        touched: now.touched === 'all' ? 'all' : new Set([...now.touched, path]),
      })),
    touchAll: () => setEdits((now) => ({ ...now, touched: 'all' })),
    /** Shows what is stored; without an argument what was stored when it was read. */
    settle: (saved?: System) => setEdits((now) => untouched(saved ?? now.stored, now.round + 1)),
    setStored: (stored: System) => setEdits((now) => ({ ...now, stored })),
    fail: (failure: unknown, refused: Problems = {}) =>
      setEdits((now) => ({ ...now, failure, refused })),
  };
}

function without(problems: Problems, path: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([key]) => key !== path));
}

/** The sentences that stand under the fields now. */
export function shownProblems(
  { values, touched, refused }: Edits,
  fields: readonly SystemSetting[],
): Record<string, string> {
  const found = Object.entries(systemProblems(values, fields));
  const shown = found.filter(([path]) => touched === 'all' || touched.has(path));
  return { ...Object.fromEntries(shown), ...refused };
}
