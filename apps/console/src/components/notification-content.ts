/** What a notification says, in the language of its reader. */
import {
  type NotificationSentence,
  notificationSentences,
  sentenceText,
} from '@interlude/contract';
import { readerLocale } from '../texts/reader-locale.ts';
import { textKey } from '../texts/text-key.ts';
import { isEnglish, written } from '../texts/written.ts';

interface Said {
  /** In English. */
  readonly content: string;
  readonly sentence?: NotificationSentence | undefined;
}

export function notificationContent({ content, sentence }: Said): string {
  if (sentence === undefined || isEnglish()) return content;
  const english = notificationSentences[sentence.key];
  // Places are filled with themselves, so that the values are put in once, numbers as the language writes them.
  const places = Object.fromEntries(
    Object.keys(sentence.values).map((name) => [name, `{${name}}`]),
  );
  const pattern = written(textKey(english), english, places);
  return pattern === english ? content : sentenceText(sentence, pattern, readerLocale());
}
