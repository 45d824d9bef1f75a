/** Sentences of notifications in English, apart from their schema: the console has the text that the server stored. */
import type { NotificationSentenceKey } from './notification-sentence-keys.ts';

/** English sentences, by key. A pattern has `{values}` alone: no plural, no tag. */
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
  trialEnds:
    'Days left of the free trial: {days}. Nothing is switched off when it ends, and streams go on. Choose a plan in Settings, Account.',
  loginWithoutRole: '{email} tried to log in but has no role yet. Set one in Settings, Users.',
  eventsLost:
    '{events} events are lost, and no report will count them ({reason}). See "Events that are not counted" in the manual.',
  eventsSetAside:
    '{events} events are not counted and are set aside ({reason}). Update Interlude, then run: {command}',
  valuesFolded:
    'Company {company} has more than 10,000 new creatives, campaigns or other values today: {values} more are counted as (other). Sums stay exact. Look at what its ad servers name their creatives.',
} as const satisfies Readonly<Record<NotificationSentenceKey, string>>;

/** Key and values of a sentence. Numbers are written in the language of the reader. */
export interface NotificationSentence {
  readonly key: NotificationSentenceKey;
  readonly values: Readonly<Record<string, string | number>>;
}

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
