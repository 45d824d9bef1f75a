/**
 * The locale of dates and numbers: that of the reader's browser in the language of the texts, else the language itself.
 */
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

/** The reader's locale; `english` for English texts, whatever the locale of the browser. */
export function localeWith(english: 'en' | 'en-GB' | 'en-US'): string {
  return language === defaultLanguage ? english : readerLocale();
}
