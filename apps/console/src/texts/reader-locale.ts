/** The locale of dates and numbers: the language of the texts, as the reader's browser writes it where it has that language. */
import { defaultLanguage, type Language } from '@interlude/contract';

let language: Language = defaultLanguage;

/** Called when texts of a language are loaded. */
export function setReaderLocale(next: Language): void {
  language = next;
}

/** A BCP 47 tag, e.g. `en-GB` or `de`. */
export function readerLocale(browser: Pick<Navigator, 'languages'> = navigator): string {
  return browser.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** As `readerLocale`, where English has one form whatever the browser: `english` is its tag. */
export function localeWith(english: 'en' | 'en-GB' | 'en-US'): string {
  return language === defaultLanguage ? english : readerLocale();
}
