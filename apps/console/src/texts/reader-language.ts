/** The language of a reader who is not signed in: chosen on these pages, else that of the browser. */
import {
  defaultLanguage,
  knownLanguage,
  type Language,
  preferredLanguage,
} from '@interlude/contract';
import { setReaderLocale } from './reader-locale.ts';
import { setTranslation, type Translation } from './written.ts';

const storageKey = 'interlude.language';

type Choice = Pick<Storage, 'getItem'>;
type Browser = Pick<Navigator, 'languages'>;

export function readerLanguage(
  choice: Choice = localStorage,
  browser: Browser = navigator,
): Language {
  return (
    knownLanguage(choice.getItem(storageKey)) ??
    preferredLanguage(browser.languages.join(',')) ??
    defaultLanguage
  );
}

export function chooseLanguage(
  language: Language,
  choice: Pick<Storage, 'setItem'> = localStorage,
): void {
  choice.setItem(storageKey, language);
}

/** The halves of the console: the pages without sign-in, and the app behind it, which has the texts of both. */
type Half = 'public' | 'app';

const translations: Readonly<
  Partial<Record<Language, Readonly<Record<Half, () => Promise<Translation>>>>>
> = {
  de: {
    public: async () => (await import('./german.ts')).german,
    app: async () => (await import('./de/german-app.ts')).germanApp,
  },
};

let requested: Language | undefined;

/**
 * Loads and sets the texts of a language: English needs none, and is shown when a language cannot be loaded. Of two
 * requests the later counts, whichever is loaded first.
 * @returns the language of the texts from now on; undefined when another was requested meanwhile
 */
export async function loadLanguage(
  language: Language,
  half: Half = 'public',
): Promise<Language | undefined> {
  requested = language;
  const loaded = await translations[language]?.[half]().catch(() => undefined);
  if (requested !== language) return undefined;
  setTranslation(loaded);
  const shown = loaded === undefined ? defaultLanguage : language;
  setReaderLocale(shown);
  return shown;
}
