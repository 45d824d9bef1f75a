/** Two values as texts that differ only where the values do. Pure. */

export interface DiffTexts {
  readonly before: string;
  readonly after: string;
}

/** Members of an object have no order: those of `after` stand where `before` has them, new ones follow. */
export function diffTexts(before: unknown, after: unknown): DiffTexts {
  return { before: written(before), after: written(inOrderOf(before, after)) };
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

function inOrderOf(model: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const models: unknown[] = Array.isArray(model) ? model : [];
    return value.map((each, index) => inOrderOf(models[index], each));
  }
  if (!isObject(value)) return value;
  const models = isObject(model) ? model : {};
  const known = Object.keys(models).filter((key) => Object.hasOwn(value, key));
  const added = Object.keys(value).filter((key) => !Object.hasOwn(models, key));
  return Object.fromEntries(
    [...known, ...added].map((key) => [key, inOrderOf(models[key], value[key])]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
