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
import { saidIn } from './said.ts';

export const sentences: Readonly<
  Record<Language, Readonly<Record<NotificationSentenceKey, string>>>
> = { en: notificationSentences, de: germanNotificationSentences };

/** Values that are texts of the platform, translated by their English (ADR 0056); others are names and numbers. */
const saidValues: ReadonlySet<string> = new Set(['reason', 'title', 'detail', 'advice']);

function withSaidValues(language: Language, { key, values }: NotificationSentence) {
  const translated = Object.entries(values).map(([name, value]) => {
    const isSaid = typeof value === 'string' && saidValues.has(name);
    return [name, isSaid ? saidIn(language, value) : value];
  });
  return { key, values: Object.fromEntries(translated) } satisfies NotificationSentence;
}

/** The sentence in one line, values included (SEC-S125). */
export function sentenceIn(language: Language, sentence: NotificationSentence): string {
  const said = withSaidValues(language, sentence);
  return lineOf(sentenceText(said, sentences[language][said.key], locales[language]));
}
