/** Texts of a language in ICU MessageFormat, formatted with their values; a message is read once. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Translation } from './written.ts';

/** @param language BCP 47 tag of plurals and numbers @param texts by key */
export function formatWith(language: string, texts: Readonly<Record<string, string>>): Translation {
  const read = new Map<string, IntlMessageFormat>();
  return (key, values) => {
    if (!Object.hasOwn(texts, key)) return undefined;
    const text = texts[key] ?? '';
    let message = read.get(key);
    if (message === undefined) {
      // A text has no tags: something that looks like one is text.
      message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
      read.set(key, message);
    }
    try {
      return String(message.format(values));
    } catch {
      // A value that the text needs is missing, e.g. a detail of an error: the English sentence has it.
      return undefined;
    }
  };
}
