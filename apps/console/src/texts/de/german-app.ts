/** German of the app behind the sign-in, with the library that the mails use (ADR 0052): a chunk of its own. */

import { errorKey } from '../error-key.ts';
import { formatWith } from '../format-with.ts';
import { germanErrors, germanTexts } from '../german-texts.ts';
import { sentenceKey, textKey } from '../text-key.ts';
import type { TextValues, Translation } from '../written.ts';
import { appTexts } from './all.ts';
import { said } from './said.ts';

const refusals = Object.entries(germanErrors).map(
  ([code, text]) => [errorKey(code), text] as const,
);

const format = formatWith('de', {
  ...germanTexts,
  ...Object.fromEntries(refusals),
  ...appTexts,
});

/** Values of refusals and notifications that are texts of the platform; others are names and numbers. */
const saidValues: ReadonlySet<string> = new Set([...['reason', 'title', 'detail', 'advice']]);

const inGerman = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      saidValues.has(name) && typeof value === 'string' ? (said(value) ?? value) : value,
    ]),
  );

const hasSaidValues = (key: string) =>
  key.startsWith(errorKey('')) || key.startsWith(sentenceKey(''));

/** A text that is no key was made of a pattern and values: it is read back. */
export const germanApp: Translation = (key, values) =>
  format(key, hasSaidValues(key) ? inGerman(values) : values) ??
  (key.startsWith(textKey('')) ? said(key.slice(textKey('').length)) : undefined);
