/** The words of charts and tables beside their data, in the language of the reader. Pure. */
import type { ReportData } from '@interlude/contract';

export type WordValues = Readonly<Record<string, string>>;

/**
 * A word or sentence of a chart in a language, with its `{values}`.
 * @returns the translation, or a text without one (a name that people have given) as it is
 */
export type WordOf = (english: string, values?: WordValues) => string;

/** Puts values into a text; they are not read as part of it. */
export function withValues(text: string, values: WordValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

export const inEnglish: WordOf = (english, values) => withValues(english, values);

/** @param words by their English */
export const wordsOf =
  (words: Readonly<Record<string, string>>): WordOf =>
  (english, values) =>
    withValues(Object.hasOwn(words, english) ? (words[english] ?? english) : english, values);

/** BCP 47 tag of the language. */
export const languageOf = (word: WordOf): string => word('en');

/** Reports whose bars or rows have names of the platform's own; of all others they are data. */
const namedByPlatform: ReadonlySet<string> = new Set(['break-funnel', 'splice-quality']);

/** How the names of bars and rows of a report are written. */
export const nameOf = ({ reportName }: Pick<ReportData, 'reportName'>, word: WordOf): WordOf =>
  namedByPlatform.has(reportName) ? word : (name) => name;
