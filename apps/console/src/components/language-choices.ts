/** The languages in which the platform writes to people, as choices: each by its own name. */
import type { Language } from '@interlude/contract';

export const languageChoices: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

export function languageOf(chosen: string | null): Language | undefined {
  return languageChoices.find(({ value }) => value === chosen)?.value;
}
