/** The text of a notification, in the language of its reader. */
import type { NotificationSentence } from '@interlude/contract';
import { readerLocale } from '../texts/reader-locale.ts';
import { sentenceKey } from '../texts/text-key.ts';
import { written } from '../texts/written.ts';

interface Said {
  /** In English. */
  readonly content: string;
  readonly sentence?: NotificationSentence | undefined;
}

/** Formats numbers as the language does. A text without a translation stays as the server wrote it. */
export function notificationContent({ content, sentence }: Said): string {
  if (sentence === undefined) return content;
  const number = new Intl.NumberFormat(readerLocale());
  const values = Object.entries(sentence.values).map(([name, value]) => [
    name,
    typeof value === 'number' ? number.format(value) : value,
  ]);
  // The English sentence already has its values: braces in it are no placeholders.
  return written(sentenceKey(sentence.key), content, Object.fromEntries(values));
}
