/** Translates texts that the platform has stored in English to the language of the mail's reader (ADR 0056). */
import {
  germanPoint,
  germanSentenceTables,
  type Language,
  type ReadSentence,
  sentenceReader,
} from '@interlude/contract';

/** Created with the first German text: its tables take 10 ms, which would delay each start. */
let german: ReadSentence | undefined;

function inGerman(english: string): string | undefined {
  german ??= sentenceReader(germanSentenceTables(), germanPoint);
  return german(english);
}

/** Text that the platform did not write is not translated. */
export const saidIn = (language: Language, english: string) =>
  (language === 'de' ? inGerman(english) : undefined) ?? english;
