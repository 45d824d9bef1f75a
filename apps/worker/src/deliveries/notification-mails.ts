/** The mails of notifications: plain text and HTML, English and German. Pure. */
import { type Language, shownWebhookUrl, testTopic } from '@interlude/contract';
import type { NewMail, OffNotice } from '@interlude/persistence';
import { linkOf } from './webhook-request.ts';

/** Notifications that one mail lists; the others are counted. */
const maxListed = 200;
const maxSubject = 150;

export interface MailedNotification {
  readonly topic: string;
  readonly content: string;
  readonly path: string;
  readonly createdAtMs: number;
}

export interface MailFrame {
  readonly productName: string;
  readonly publicUrl: string;
  readonly language: Language;
  readonly tenantName: string;
}

interface Texts {
  readonly locale: string;
  readonly hello: (tenantName: string) => string;
  readonly digestSubject: (count: number, tenantName: string) => string;
  readonly digestHello: (count: number, tenantName: string) => string;
  readonly more: (count: number) => string;
  readonly open: string;
  readonly why: string;
  readonly settings: string;
  readonly unsubscribe: string;
  readonly unsubscribeAll: string;
  readonly offSubject: string;
  readonly offText: (channel: string, address: string, topic: string) => string;
  readonly offReason: (reason: string) => string;
  readonly offNext: string;
  readonly topics: Readonly<Record<string, string>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    locale: 'en-GB',
    hello: (tenantName) => `Something happened in ${tenantName}:`,
    digestSubject: (count, tenantName) => `${count} notifications from ${tenantName}`,
    digestHello: (count, tenantName) => `${count} things happened in ${tenantName}:`,
    more: (count) => `And ${count} more; all of them are in the console.`,
    open: 'Open in the console',
    why: 'You get this mail because your profile has a subscription to it.',
    settings: 'Change what you are notified of',
    unsubscribe: 'Unsubscribe',
    unsubscribeAll: 'Unsubscribe from all mails',
    offSubject: 'A subscription was switched off',
    offText: (channel, address, topic) =>
      `Your subscription of ${topic} to ${channel} (${address}) was switched off: nothing could be delivered for a day, or the receiver said that it is gone.`,
    offReason: (reason) => `Last error: ${reason}`,
    offNext: 'Correct the address in your profile, or turn the subscription on again there.',
    topics: {
      'workflow.jobs.create': 'Job started',
      'workflow.jobs.failed': 'Job failed',
      'workflow.jobs.done': 'Job done',
      'asset.channels.synchronisation': 'Channel synchronisation',
      'asset.stream-monitor.source': 'Source of a channel',
      'asset.stream-monitor.output': 'Output of a channel',
      [testTopic]: 'Test',
    },
  },
  de: {
    locale: 'de-DE',
    hello: (tenantName) => `Es gibt Neues bei ${tenantName}:`,
    digestSubject: (count, tenantName) => `${count} Benachrichtigungen von ${tenantName}`,
    digestHello: (count, tenantName) => `${count} Benachrichtigungen von ${tenantName}:`,
    more: (count) => `Und ${count} weitere; alle stehen in der Konsole.`,
    open: 'In der Konsole öffnen',
    why: 'Sie erhalten diese E-Mail, weil Ihr Profil sie abonniert hat.',
    settings: 'Benachrichtigungen ändern',
    unsubscribe: 'Abbestellen',
    unsubscribeAll: 'Alle E-Mails abbestellen',
    offSubject: 'Ein Abonnement wurde abgeschaltet',
    offText: (channel, address, topic) =>
      `Ihr Abonnement von ${topic} über ${channel} (${address}) wurde abgeschaltet: einen Tag lang konnte nichts zugestellt werden, oder der Empfänger hat sich abgemeldet.`,
    offReason: (reason) => `Letzter Fehler: ${reason}`,
    offNext: 'Berichtigen Sie die Adresse in Ihrem Profil, oder schalten Sie es dort wieder ein.',
    topics: {
      'workflow.jobs.create': 'Job gestartet',
      'workflow.jobs.failed': 'Job fehlgeschlagen',
      'workflow.jobs.done': 'Job fertig',
      'asset.channels.synchronisation': 'Abgleich eines Kanals',
      'asset.stream-monitor.source': 'Quelle eines Kanals',
      'asset.stream-monitor.output': 'Ausgabe eines Kanals',
      [testTopic]: 'Test',
    },
  },
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Names and sentences of others may hold line breaks, which would write lines into the mail. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const subjectOf = (text: string) => {
  const line = oneLine(text);
  return line.length > maxSubject ? `${line.slice(0, maxSubject - 1).toWellFormed()}…` : line;
};

/** Times in UTC: the mail may be read anywhere. */
function timeOf(language: Language, atMs: number): string {
  const format = new Intl.DateTimeFormat(texts[language].locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(atMs)} UTC`;
}

const topicOf = (language: Language, topic: string) => texts[language].topics[topic] ?? topic;

const style = {
  page: 'margin:0;padding:24px;background:#fafafb;color:#1b1d22;font:14px/20px -apple-system,Segoe UI,Roboto,Arial,sans-serif',
  card: 'max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e9eaed;border-radius:8px',
  dimmed: 'color:#5f6470;font-size:12px;line-height:18px',
  link: 'color:#3647b4',
} as const;

const htmlPage = (language: Language, body: string) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="${style.page}"><div style="${style.card}">${body}</div></body></html>`;

const htmlLink = (url: string, text: string) =>
  `<a href="${escaped(url)}" style="${style.link}">${escaped(text)}</a>`;

function asText(frame: MailFrame, { topic, content, path, createdAtMs }: MailedNotification) {
  const { language, publicUrl } = frame;
  const link = linkOf(publicUrl, path);
  return [
    `${topicOf(language, topic)}, ${timeOf(language, createdAtMs)}`,
    oneLine(content),
    ...(link === '' ? [] : [link]),
  ].join('\n');
}

function asHtml(frame: MailFrame, { topic, content, path, createdAtMs }: MailedNotification) {
  const { language, publicUrl } = frame;
  const link = linkOf(publicUrl, path);
  const open = link === '' ? '' : `<br>${htmlLink(link, texts[language].open)}`;
  const about = `${topicOf(language, topic)} · ${timeOf(language, createdAtMs)}`;
  return `<p style="margin:16px 0"><span style="${style.dimmed}">${escaped(about)}</span><br>${escaped(oneLine(content))}${open}</p>`;
}

/**
 * One mail with one notification or several.
 * @param to address and the link that ends the subscription; of several all subscriptions to e-mail
 */
export function notificationMail(
  frame: MailFrame,
  to: { readonly email: string; readonly unsubscribeUrl: string },
  notifications: readonly MailedNotification[],
): NewMail {
  const { language, publicUrl, productName } = frame;
  const tenantName = oneLine(frame.tenantName);
  const t = texts[language];
  const [first] = notifications;
  const count = notifications.length;
  const isOne = count === 1 && first !== undefined;
  const hello = isOne ? t.hello(tenantName) : t.digestHello(count, tenantName);
  const listed = notifications.slice(0, maxListed);
  const more = count > listed.length ? [t.more(count - listed.length)] : [];
  const settingsUrl = `${publicUrl}/app/settings/profile`;
  const end = isOne ? t.unsubscribe : t.unsubscribeAll;
  const text = [
    hello,
    ...listed.map((each) => asText(frame, each)),
    ...more,
    `-- \n${productName}\n${t.why}\n${t.settings}: ${settingsUrl}\n${end}: ${to.unsubscribeUrl}`,
  ].join('\n\n');
  const foot = [
    escaped(`${productName}. ${t.why}`),
    `${htmlLink(settingsUrl, t.settings)} · ${htmlLink(to.unsubscribeUrl, end)}`,
  ].join('<br>');
  const html = htmlPage(
    language,
    `<p style="margin:0">${escaped(hello)}</p>${listed.map((each) => asHtml(frame, each)).join('')}${more
      .map((line) => `<p>${escaped(line)}</p>`)
      .join('')}<p style="${style.dimmed};margin:24px 0 0">${foot}</p>`,
  );
  const subject = isOne
    ? `${topicOf(language, first.topic)}: ${first.content}`
    : t.digestSubject(count, tenantName);
  return {
    to: to.email,
    subject: subjectOf(subject),
    text: `${text}\n`,
    html,
    unsubscribeUrl: to.unsubscribeUrl,
  };
}

/** What the owner of a subscription gets when it is switched off. */
export function offNotice(frame: Pick<MailFrame, 'productName' | 'publicUrl'>): OffNotice {
  return ({ email, language }, { subscription, reason }) => {
    const { channel, topic } = subscription;
    const address = shownWebhookUrl(channel, subscription.webhookUrl);
    const name = channel === 'slack' ? 'Slack' : 'webhook';
    const profile = `${frame.publicUrl}/app/settings/profile`;
    const lines = (t: Texts) => [
      t.offText(name, address, topic),
      t.offReason(oneLine(reason)),
      t.offNext,
    ];
    const t = texts[language];
    const paragraphs = lines(t);
    return {
      content: `The subscription of ${topic} to ${name} (${address}) was switched off: ${oneLine(reason)}`,
      mail: {
        to: email,
        subject: subjectOf(`${frame.productName}: ${t.offSubject}`),
        text: `${[...paragraphs, profile].join('\n\n')}\n`,
        html: htmlPage(
          language,
          `${paragraphs.map((line) => `<p>${escaped(line)}</p>`).join('')}<p>${htmlLink(profile, t.settings)}</p>`,
        ),
      },
    };
  };
}
