/** The language of the app behind the sign-in, and of a shared card: loaded before the modules that have texts. */
import { loadLanguage, readerLanguage } from '../texts/reader-language.ts';

export async function showAppLanguage(): Promise<void> {
  document.documentElement.lang = (await loadLanguage(readerLanguage(), 'app')) ?? 'en';
}
