/** `application/x-www-form-urlencoded` with brackets, as Stripe's API takes it: `items[0][price]=p` → objects and lists. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

const isForm = (value: FormValue | undefined): value is Form =>
  typeof value === 'object' && !Array.isArray(value);

function put(into: Form, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const known = into[key];
  const inner: Form = isForm(known) ? known : {};
  into[key] = inner;
  put(inner, rest, value);
}

function withLists(value: FormValue): FormValue {
  if (!isForm(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => [key, withLists(held)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, held]) => held) : Object.fromEntries(entries);
}

/** Fields of a form or a query. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '');
    put(form, keys, value);
  }
  const parsed = withLists(form);
  return isForm(parsed) ? parsed : {};
}

export const textOf = (value: FormValue | undefined): string =>
  typeof value === 'string' ? value : '';
export const formOf = (value: FormValue | undefined): Form => (isForm(value) ? value : {});
export const listOf = (value: FormValue | undefined): FormValue[] =>
  Array.isArray(value) ? value : [];
