/** What the platform has written in English, in the language of who gets the mail (ADR 0056). */
import {
  germanPoint,
  germanSentenceTables,
  type Language,
  type ReadSentence,
  sentenceReader,
} from '@interlude/contract';

/** Made when the first German text is read: its tables take 10 ms, which no start waits for. */
let german: ReadSentence | undefined;

function inGerman(english: string): string | undefined {
  german ??= sentenceReader(germanSentenceTables(), germanPoint);
  return german(english);
}

/** What others have said stays as it came. */
export const saidIn = (language: Language, english: string) =>
  (language === 'de' ? inGerman(english) : undefined) ?? english;
