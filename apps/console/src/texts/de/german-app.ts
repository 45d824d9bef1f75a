/** German of the app behind the sign-in, with the library that the mails use (ADR 0052): a chunk of its own. */

import { errorKey } from '../error-key.ts';
import { formatWith } from '../format-with.ts';
import { germanErrors, germanTexts } from '../german-texts.ts';
import { appTexts } from './all.ts';

const refusals = Object.entries(germanErrors).map(
  ([code, text]) => [errorKey(code), text] as const,
);

export const germanApp = formatWith('de', {
  ...germanTexts,
  ...Object.fromEntries(refusals),
  ...appTexts,
});
