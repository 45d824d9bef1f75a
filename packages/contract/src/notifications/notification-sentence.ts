/**
 * The text of a notification without a language: the key of a sentence and its values. The English sentence is stored
 * as `content`; readers of another language get theirs from its catalogue, by the key (ADR 0052).
 */
import { z } from 'zod';
import {
  type NotificationSentenceKey,
  notificationSentenceKeys,
} from './notification-sentence-keys.ts';
import {
  type NotificationSentence,
  type notificationSentences,
  sentenceText,
} from './notification-sentences.ts';

/** Characters of one value; a longer one is cut. */
export const maxSentenceValue = 2_000;

/** As `NotificationSentence`. */
export const notificationSentence = z.object({
  key: z.enum(notificationSentenceKeys),
  values: z.record(z.string(), z.union([z.string().max(maxSentenceValue), z.number()])),
});

/** A sentence in English, with its key and values. */
export interface SaidSentence {
  readonly content: string;
  /** Undefined = there is no translation. */
  readonly sentence?: NotificationSentence | undefined;
}

type ValuesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValuesIn<Rest>
  : never;

/** PostgreSQL stores neither U+0000 nor lone surrogates in JSON; a value must not make the notification fail. */
function storable(value: string | number): string | number {
  if (typeof value === 'number') return value;
  const text = value.toWellFormed().replaceAll('\0', '\uFFFD');
  return text.length > maxSentenceValue
    ? `${text.slice(0, maxSentenceValue - 1).toWellFormed()}…`
    : text;
}

/** The sentence of a notification, in English and as key and values. A missing value is a compile error. */
export function say<Key extends NotificationSentenceKey>(
  key: Key,
  values: Readonly<Record<ValuesIn<(typeof notificationSentences)[Key]>, string | number>>,
): SaidSentence & { readonly sentence: NotificationSentence } {
  const kept = Object.entries<string | number>(values).map(([name, value]) => [
    name,
    storable(value),
  ]);
  const sentence = { key, values: Object.fromEntries(kept) };
  return { content: sentenceText(sentence), sentence };
}

/** The sentence of a stored row; undefined when this release does not know its key. */
export function knownSentence(stored: unknown): NotificationSentence | undefined {
  return notificationSentence.safeParse(stored).data;
}
