/**
 * A text of the app behind the sign-in, in the language of its reader. The English sentence is its own key, so an English
 * reader loads no catalogue (ADR 0056); German stands in texts/de/, in a file of the same noun. The language is loaded
 * before the app's modules are, so constants of modules may call this, too.
 */
import { textKey } from './text-key.ts';
import { isEnglish, type ValuesFor, written } from './written.ts';

/** A literal, or a choice of literals: a test reads them from the source. A missing value is a compile error. */
export function t<const Text extends string>(english: Text, ...values: ValuesFor<Text>): string {
  return written(textKey(english), english, values[0]);
}

/**
 * The translation of a text that another package or the server has written, by its catalogue or its pattern; the text
 * itself where German lacks it.
 */
export function known(english: string): string {
  return written(textKey(english), english);
}

/** A name inside a sentence: English begins it with a small letter, e.g. `Output URL` in `Copy output URL`. */
export function inSentence(name: string): string {
  return isEnglish() ? name.replace(/^./u, (first) => first.toLowerCase()) : name;
}
