/** German, with the library that the mails use (ADR 0052): a chunk of its own. */
import { IntlMessageFormat } from 'intl-messageformat';
import { errorKey } from './error-key.ts';
import { germanErrors, germanTexts } from './german-texts.ts';
import type { Translation } from './written.ts';

const texts = new Map<string, string>([
  ...Object.entries(germanTexts),
  ...Object.entries(germanErrors).map(([code, text]) => [errorKey(code), text] as const),
]);

export const german: Translation = (key, values) => {
  const text = texts.get(key);
  if (text === undefined) return undefined;
  // A text has no tags: what looks like one is text.
  return String(new IntlMessageFormat(text, 'de', undefined, { ignoreTag: true }).format(values));
};
