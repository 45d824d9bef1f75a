/** The values of a settings form: what is stored, what is typed, and what is wrong with it. */
import { useState } from 'react';
import { serverFieldErrors } from '../../api/field-errors.ts';

/** One sentence by name of the field. */
type Problems = Readonly<Record<string, string>>;

interface SettingsValuesOptions<Values> {
  /** What is stored at first; of a new item, what it begins with. */
  readonly first: () => Values;
  /** What keeps these values from being saved. */
  readonly check: (values: Values) => Problems;
}

export function useSettingsValues<Values extends object>(options: SettingsValuesOptions<Values>) {
  const [stored, setStored] = useState(options.first);
  const [values, setValues] = useState(stored);
  const [problems, setProblems] = useState<Problems>({});
  return {
    values,
    problems,
    dirty: !isSame(stored, values),
    /** A field that was touched has no problem any more. */
    change: (changed: Partial<Values>) => {
      setValues({ ...values, ...changed });
      setProblems((known) =>
        Object.fromEntries(Object.entries(known).filter(([name]) => !(name in changed))),
      );
    },
    settle: (saved: Values) => {
      setStored(saved);
      setValues(saved);
    },
    discard: () => {
      setValues(stored);
      setProblems({});
    },
    /** Whether they may be saved; shows what keeps them from it. */
    isSound: (): boolean => {
      const found = options.check(values);
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    /** Shows what the server says of single fields. */
    refuse: (error: unknown) => setProblems(serverFieldErrors(error)),
  };
}

function isSame(one: object, other: object): boolean {
  const theirs = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([key, value]) => value === theirs.get(key));
}
