/** Mails of subscriptions: with one notification or several, and the notice that a subscription was switched off. */
import {
  type Language,
  type SaidSentence,
  type SubscriptionTopic,
  testTopic,
} from '@interlude/contract';
import type { MailKey } from './catalogue/en.ts';
import { sentenceIn } from './catalogue/notification-sentences.ts';
import { saidIn } from './catalogue/said.ts';
import { clockOf, translate } from './catalogue/translate.ts';
import { nameOf } from './layout/line.ts';
import { type MailBlock, type MailFrame, type MailText, renderMail } from './layout/render-mail.ts';

/** Notifications that one mail lists; the others are counted. */
const maxListed = 200;

/** `content` is in English; a `sentence` is written in the language of the reader. */
export interface MailedNotification extends SaidSentence {
  readonly topic: string;
  /** Address in the console; '' = none. */
  readonly url: string;
  readonly createdAtMs: number;
}

export interface NotificationFrame extends MailFrame {
  readonly tenantName: string;
  /** IANA time zone of the company. */
  readonly timeZone: string;
}

type PlainKey = Extract<
  MailKey,
  'jobStarted' | 'jobFailed' | 'jobDone' | 'synchronisation' | 'source' | 'output' | 'test'
>;
const topicKeys: Readonly<Record<SubscriptionTopic | typeof testTopic, PlainKey>> = {
  'workflow.jobs.create': 'jobStarted',
  'workflow.jobs.failed': 'jobFailed',
  'workflow.jobs.done': 'jobDone',
  'asset.channels.synchronisation': 'synchronisation',
  'asset.stream-monitor.source': 'source',
  'asset.stream-monitor.output': 'output',
  [testTopic]: 'test',
};

function topicName(language: Language, topic: string): string {
  const key = Object.entries(topicKeys).find(([known]) => known === topic)?.[1];
  return key === undefined ? topic : translate(language, key);
}

const textOf = (language: Language, { content, sentence }: SaidSentence) =>
  sentence === undefined ? content : sentenceIn(language, sentence);

/**
 * Mails one notification or several.
 * @param unsubscribeUrl ends the subscription; with several notifications, all e-mail subscriptions
 * @see ADR 0040
 */
export function notificationMail(
  frame: NotificationFrame,
  unsubscribeUrl: string,
  notifications: readonly MailedNotification[],
): MailText {
  const { language, publicUrl } = frame;
  const company = nameOf(frame.tenantName);
  const [first] = notifications;
  const count = notifications.length;
  const isOne = count === 1 && first !== undefined;
  const timeOf = clockOf(language, frame.timeZone);
  const listed = notifications.slice(0, maxListed);
  const notices = listed.map(
    ({ topic, url, createdAtMs, ...said }): MailBlock => ({
      kind: 'notice',
      about: `${topicName(language, topic)} · ${timeOf(createdAtMs)}`,
      text: textOf(language, said),
      label: translate(language, 'noticeOpen'),
      url,
    }),
  );
  const more = count - listed.length;
  const hello = isOne
    ? translate(language, 'notice', { company })
    : translate(language, 'digest', { count, company });
  return renderMail(frame, {
    subject: isOne
      ? translate(language, 'noticeSubject', {
          topic: topicName(language, first.topic),
          content: textOf(language, first),
        })
      : translate(language, 'digestSubject', { count, company }),
    blocks: [
      { kind: 'text', text: hello },
      ...notices,
      ...(more > 0
        ? [{ kind: 'text', text: translate(language, 'digestMore', { count: more }) } as const]
        : []),
    ],
    why: translate(language, 'noticeWhy'),
    footLinks: [
      { label: translate(language, 'noticeSettings'), url: `${publicUrl}/app/settings/profile` },
      {
        label: isOne ? translate(language, 'unsubscribe') : translate(language, 'unsubscribeAll'),
        url: unsubscribeUrl,
      },
    ],
  });
}

/**
 * Mails the owner of a subscription that it was switched off.
 * @param off `address` in the form in which it may be shown
 */
export function subscriptionOffMail(
  frame: MailFrame,
  off: {
    readonly topic: string;
    readonly channel: 'slack' | 'webhook';
    readonly address: string;
    readonly reason: string;
  },
): MailText {
  const { language, productName: product, publicUrl } = frame;
  const { address } = off;
  const reason = saidIn(language, off.reason);
  const topic = topicName(language, off.topic);
  const channel = off.channel === 'slack' ? 'Slack' : translate(language, 'webhook');
  return renderMail(frame, {
    subject: translate(language, 'offSubject', { product }),
    blocks: [
      { kind: 'text', text: translate(language, 'offWhy', { topic, channel, address }) },
      { kind: 'text', text: translate(language, 'offReason', { reason }) },
      { kind: 'text', text: translate(language, 'offNext') },
      {
        kind: 'link',
        label: translate(language, 'noticeSettings'),
        url: `${publicUrl}/app/settings/profile`,
      },
    ],
  });
}
