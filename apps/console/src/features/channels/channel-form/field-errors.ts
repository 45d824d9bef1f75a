/** The errors of the form as a flat list, as the summary and the section list show them. Pure. */
import { known } from '../../../texts/t.ts';

/** By path of the field, e.g. `adSource.url`, in the order in which they are found. */
export function flatErrors(errors: unknown, path = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (typeof errors !== 'object' || errors === null) return found;
  const message = 'message' in errors ? errors.message : undefined;
  if (typeof message === 'string' && path !== '') return found.set(path, known(message));
  for (const [key, inner] of Object.entries(errors)) {
    if (key === 'ref' || key === 'types') continue;
    const below = flatErrors(inner, path === '' ? key : `${path}.${key}`);
    for (const [place, sentence] of below) found.set(place, sentence);
  }
  return found;
}

/** The sentence to show at a field: its own, or `name: sentence` of the first value inside it. */
export function firstErrorIn(error: unknown): string | undefined {
  const [first] = flatErrors({ field: error });
  if (first === undefined) return;
  const [path, message] = first;
  return path === 'field' ? message : `${path.slice('field.'.length)}: ${message}`;
}

/** Whether a path is a field, or the path of a value inside of it. */
export function isInField(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
