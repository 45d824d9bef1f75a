/** What the platform has written in English, in the language of who gets the mail (ADR 0056). */
import {
  germanPoint,
  germanSentenceTables,
  type Language,
  type ReadSentence,
  sentenceReader,
} from '@interlude/contract';

const readers: Readonly<Record<Language, ReadSentence>> = {
  en: (english) => english,
  de: sentenceReader(germanSentenceTables(), germanPoint),
};

/** What others have said stays as it came. */
export const saidIn = (language: Language, english: string) =>
  readers[language](english) ?? english;
