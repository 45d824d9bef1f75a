/** The state of a system's form: values, touched fields, refused fields. */
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
  /** Fields that lost focus once: their problems are shown. */
  readonly touched: ReadonlySet<string> | 'all';
  /** The server's problems by field. */
  readonly refused: Problems;
  readonly failure: unknown;
  /** Number of resets to the stored values. */
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
    /** Resets to the stored values: those of the argument, or those last read. */
    settle: (saved?: System) => setEdits((now) => untouched(saved ?? now.stored, now.round + 1)),
    setStored: (stored: System) => setEdits((now) => ({ ...now, stored })),
    fail: (failure: unknown, refused: Problems = {}) =>
      setEdits((now) => ({ ...now, failure, refused })),
  };
}

function without(problems: Problems, path: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([key]) => key !== path));
}

/** The problems that are shown at the fields. */
export function shownProblems(
  { values, touched, refused }: Edits,
  fields: readonly SystemSetting[],
): Record<string, string> {
  const found = Object.entries(systemProblems(values, fields));
  const shown = found.filter(([path]) => touched === 'all' || touched.has(path));
  return { ...Object.fromEntries(shown), ...refused };
}
