/** Sentences of notifications in each language, as a line of a mail. */
import {
  germanNotificationSentences,
  type Language,
  type NotificationSentence,
  type NotificationSentenceKey,
  notificationSentences,
  sentenceText,
} from '@interlude/contract';
import { lineOf } from '../layout/line.ts';
import { locales } from './locales.ts';

export const sentences: Readonly<
  Record<Language, Readonly<Record<NotificationSentenceKey, string>>>
> = { en: notificationSentences, de: germanNotificationSentences };

/** The sentence in one line, values included (SEC-S125). */
export function sentenceIn(language: Language, sentence: NotificationSentence): string {
  return lineOf(sentenceText(sentence, sentences[language][sentence.key], locales[language]));
}
