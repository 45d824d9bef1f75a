/** Whether two values are the same as JSON; the order of names does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isCompound(one) || !isCompound(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = definedNames(one);
  return (
    names.length === definedNames(other).length &&
    names.every((name) => sameJson(one[name], other[name]))
  );
}

function isCompound(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A name whose value is undefined is not written. */
function definedNames(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
