import { textVersion } from './written.ts';

/**
 * A value that is made when it is first used, and again when the language of the texts has changed. The formatters of Intl
 * take milliseconds each, and a page that is loaded needs few of those that its modules have.
 */
export function onDemand<Value>(make: () => Value): () => Value {
  let made: { readonly version: number; readonly value: Value } | undefined;
  return () => {
    const version = textVersion();
    if (made?.version !== version) made = { version, value: make() };
    return made.value;
  };
}
