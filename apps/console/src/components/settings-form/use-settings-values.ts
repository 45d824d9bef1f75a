/** The values of a settings form: stored values, input and problems. */
import { useState } from 'react';
import { serverFieldErrors } from '../../api/field-errors.ts';

/** One sentence by name of the field. */
type Problems = Readonly<Record<string, string>>;

interface SettingsValuesOptions<Values> {
  /** The stored values; of a new item its initial ones. */
  readonly first: () => Values;
  /** The problems that keep values from being saved. */
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
    /** An edited field loses its problem. */
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
    /** @returns whether the values can be saved; shows their problems */
    isValid: (): boolean => {
      const found = options.check(values);
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    /** Shows the server's problems by field. */
    refuse: (error: unknown) => setProblems(serverFieldErrors(error)),
  };
}

function isSame(one: object, other: object): boolean {
  const theirs = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([key, value]) => value === theirs.get(key));
}
