/**
 * What a notification says, apart from its language: the key of a sentence and the values in it. The English sentence
 * is stored as `content`; a reader of another language gets it from its catalogue, by the key (ADR 0052).
 */
import { z } from 'zod';

/** English sentences. A pattern holds `{values}` alone: no plural, no tag. */
export const notificationSentences = {
  jobStarted: 'The job "{name}" was started.',
  jobDone: 'The job "{name}" is done.',
  jobFailed: 'The job "{name}" failed: {reason}',
  clusterBehind:
    'The SSAI cluster does not have the newest state of the channel "{name}": {reason}',
  clusterCurrent: 'The SSAI cluster has the newest state of the channel {name} again.',
  sourceNotHealthy:
    'The source of channel {name} is not healthy ({owner}). {rule} {title}: {detail}. {advice} Timeline and evidence: {link}',
  sourceHealthy: 'The source of channel {name} is healthy again. {link}',
  outputNotHealthy:
    'The output of channel {name} is not healthy ({owner}). {rule} {title}: {detail}. {advice} Timeline and evidence: {link}',
  outputHealthy: 'The output of channel {name} is healthy again. {link}',
  subscriptionOff:
    'The subscription of {topic} to {channel} ({address}) was switched off: {reason}',
  subscriptionTest: 'This is a test, sent by {sender}.',
  limitSessions:
    '{percent} % of the plan: {used} of the {limit} playback sessions at a time were reached. Further viewers are refused at the limit; those who watch go on.',
  limitAdEvents:
    '{percent} % of the plan: {used} of the {limit} committed ad events of this term were used. Ads go on; what goes beyond is charged by ad event.',
  loginWithoutRole: '{email} tried to log in but has no role yet. Set one in Settings, Users.',
  eventsLost:
    '{events} events are lost, and no report will count them ({reason}). See "Events that are not counted" in the manual.',
  eventsSetAside:
    '{events} events are not counted and are set aside ({reason}). Update Interlude, then run: {command}',
  valuesFolded:
    'Company {company} has more than 10,000 new creatives, campaigns or other values today: {values} more are counted as (other). Sums stay exact. Look at what its ad servers name their creatives.',
} as const;
export type NotificationSentenceKey = keyof typeof notificationSentences;

const keys = Object.keys(notificationSentences) as [NotificationSentenceKey];

/** Characters of one value; what is longer is cut. */
export const maxSentenceValue = 2_000;

/** Key and values. A number is written as the language of the reader does. */
export const notificationSentence = z.object({
  key: z.enum(keys),
  values: z.record(z.string(), z.union([z.string().max(maxSentenceValue), z.number()])),
});
export type NotificationSentence = z.output<typeof notificationSentence>;

/** A sentence in English, and what it was made of. */
export interface SaidSentence {
  readonly content: string;
  /** Undefined: in English alone. */
  readonly sentence?: NotificationSentence | undefined;
}

type ValuesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValuesIn<Rest>
  : never;

/**
 * A sentence with its values, which are not read as part of the pattern.
 * @param pattern of another language; English unless said
 * @param locale of the numbers, BCP 47
 */
export function sentenceText(
  { key, values }: NotificationSentence,
  pattern: string = notificationSentences[key],
  locale = 'en-GB',
): string {
  return pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair in JSON: a cause must not fail by its notification. */
function storable(value: string | number): string | number {
  if (typeof value === 'number') return value;
  const text = value.toWellFormed().replaceAll('\0', '\uFFFD');
  return text.length > maxSentenceValue
    ? `${text.slice(0, maxSentenceValue - 1).toWellFormed()}…`
    : text;
}

/** What a notification says. A missing value is a compile error. */
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

/** Of a stored row: undefined when this release does not know the sentence. */
export function knownSentence(stored: unknown): NotificationSentence | undefined {
  return notificationSentence.safeParse(stored).data;
}
