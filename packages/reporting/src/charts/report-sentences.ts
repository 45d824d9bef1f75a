/** The sentences of a report of the chart type Text, in English and in the language of the reader. Pure. */
import type { ReportData } from '@interlude/contract';
import { languageOf, type WordOf, withValues } from './chart-words.ts';
import { percentage, tenthsText, thousands } from './figures.ts';

export type ReportSentence = ReportData['sentences'][number];
type Amount = ReportSentence['values'][string];

function written(
  { pattern, values }: ReportSentence,
  word: WordOf,
  amount: (of: Amount) => string,
): string {
  const texts = Object.entries(values).map(([name, value]) => [name, amount(value)] as const);
  return word(pattern, Object.fromEntries(texts));
}

/** As the API has it in `labels`. */
export function englishSentence(sentence: ReportSentence): string {
  return written(sentence, withValues, ({ value, unit }) => {
    if (value === null) return 'none to measure';
    if (unit === 'count') return Math.round(value).toLocaleString('en-US');
    return unit === 'ratio' ? `${(value * 100).toFixed(1)} %` : `${value.toFixed(1)} hours`;
  });
}

/** @returns for each label its sentence in the language of `word` */
export function sentencesOf(
  { labels, sentences }: Pick<ReportData, 'labels' | 'sentences'>,
  word: WordOf,
): string[] {
  if (languageOf(word) === 'en' || sentences.length !== labels.length) return labels.map(String);
  return sentences.map((sentence) =>
    written(sentence, word, ({ value, unit }) => {
      if (value === null) return word('none to measure');
      if (unit === 'count') return thousands(value);
      return unit === 'ratio'
        ? percentage(value)
        : word('{hours} hours', { hours: tenthsText(value) });
    }),
  );
}
