/** Words of cards in the language of the recipient. */
import type { Language } from '@interlude/contract';
import { germanChartWords } from '@interlude/reporting';
import { inEnglish, type WordOf, wordsOf } from '@interlude/reporting/charts';

const words: Readonly<Record<Language, WordOf>> = {
  en: inEnglish,
  de: wordsOf(germanChartWords),
};

export const mailWord = (language: Language): WordOf => words[language];
