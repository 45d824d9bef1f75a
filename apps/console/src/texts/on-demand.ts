/**
 * A value that is made when it is first used. The formatters of Intl take milliseconds each, and a page that is loaded needs
 * few of those that its modules have.
 */
export function onDemand<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
