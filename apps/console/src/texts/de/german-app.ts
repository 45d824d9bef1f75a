/** German of the app behind the sign-in, with the library that the mails use (ADR 0052): a chunk of its own. */

import { errorKey } from '../error-key.ts';
import { formatWith } from '../format-with.ts';
import { germanErrors, germanTexts } from '../german-texts.ts';
import { sentenceKey, textKey } from '../text-key.ts';
import type { Translation } from '../written.ts';
import { appTexts } from './all.ts';
import { said, saidOfFields } from './said.ts';

const refusals = Object.entries(germanErrors).map(
  ([code, text]) => [errorKey(code), text] as const,
);

const format = formatWith('de', {
  ...germanTexts,
  ...Object.fromEntries(refusals),
  ...appTexts,
});

/** A text that is no key was made of a pattern and values, and is read back. */
const known = (english: string) => format(textKey(english), {}) ?? said(english);
const fields = (english: string) => known(english) ?? saidOfFields(english, known);

/** Values of refusals and notifications that are texts of the platform; others are names and numbers. */
const saidValues: ReadonlyMap<string, (english: string) => string | undefined> = new Map([
  ...(['reason', 'fields'] as const).map((name) => [name, fields] as const),
  ...(['title', 'detail', 'advice', 'sentence'] as const).map((name) => [name, known] as const),
]);

const hasSaidValues = (key: string) =>
  key.startsWith(errorKey('')) || key.startsWith(sentenceKey(''));

export const germanApp: Translation = (key, values) => {
  if (key.startsWith(textKey('')))
    return format(key, values) ?? said(key.slice(textKey('').length));
  if (!hasSaidValues(key)) return format(key, values);
  const german = Object.entries(values).map(([name, value]) => {
    const translated = typeof value === 'string' ? saidValues.get(name)?.(value) : undefined;
    return [name, translated ?? value];
  });
  return format(key, Object.fromEntries(german));
};
