/** The language of the public pages. A change shows them anew, with what was typed into them. */
import { defaultLanguage, type Language } from '@interlude/contract';
import { loadLanguage } from '../../texts/reader-language.ts';
import { createStore } from '../store.ts';

export const publicLanguage = createStore<Language>(defaultLanguage);

export async function showLanguage(language: Language): Promise<void> {
  const shown = await loadLanguage(language);
  if (shown === undefined) return;
  document.documentElement.lang = shown;
  publicLanguage.set(shown);
}
