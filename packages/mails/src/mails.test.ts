import { type Language, languages } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import {
  alreadyRegisteredMail,
  invitationMail,
  limitMail,
  type MailFrame,
  type MailText,
  notificationMail,
  passwordResetMail,
  secondFactorMail,
  subscriptionOffMail,
  verificationMail,
} from './index.ts';

const frame = (language: Language): MailFrame => ({
  ...{ productName: 'Interlude', publicUrl: 'https://console.example', language },
});

/** What somebody might write in a name, an address or a sentence. */
const hostile = [
  'a\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script>',
  '"><img src=https://evil.example/p.png onerror=alert(1)>',
  '</title></style><style>*{display:none}</style><form action=https://evil.example>',
  '<a href="https://evil.example">https://console.example</a>',
  '{token} {x, plural, other {#}} <b>',
  '\u202egro.elpmaxe\u2028\u0000\ud83d',
  "' onmouseover='alert(1)",
] as const;

/** Every mail, with `value` wherever a value of others stands. */
function mailsWith(language: Language, value: string): MailText[] {
  const of = frame(language);
  const notice = { topic: value, content: value, url: value, createdAtMs: 0 };
  const use = { used: 400, limit: 500, share: 0.8 };
  const company = { ...of, tenantName: value, timeZone: value };
  return [
    verificationMail(of, { token: 'tok', days: 3 }),
    passwordResetMail(of, { token: 'tok', hours: 1 }),
    invitationMail(of, { tenantName: value, invitedBy: value, token: 'tok', days: 7 }),
    alreadyRegisteredMail(of),
    secondFactorMail(of, { kind: 'added', name: value }),
    secondFactorMail(of, { kind: 'removed', name: value }),
    secondFactorMail(of, { kind: 'codes' }),
    secondFactorMail(of, { kind: 'codeUsed', left: 3 }),
    secondFactorMail(of, { kind: 'reset', by: value }),
    limitMail(of, { tenantName: value, kind: 'sessions', use }),
    limitMail(of, { tenantName: value, kind: 'adEvents', use }),
    notificationMail(company, 'https://console.example/unsubscribe?key=k', [notice]),
    notificationMail(company, 'https://console.example/unsubscribe?key=k', [notice, notice]),
    subscriptionOffMail(of, { topic: value, channel: 'slack', address: value, reason: value }),
  ];
}

/** Elements and attributes of a page, without its texts and values. */
const skeleton = (html: string) =>
  [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)].map(
    ([, tag, attributes = '']) => `${tag} ${attributes.replace(/="[^"]*"/g, '').trim()}`,
  );

describe.each(languages)('SEC-S125 mails in %s', (language) => {
  it.each(hostile)('no value becomes markup or a header: %j', (value) => {
    const plain = mailsWith(language, 'Acme');
    for (const [index, mail] of mailsWith(language, value).entries()) {
      expect(skeleton(mail.html)).toEqual(skeleton(plain[index]?.html ?? ''));
      // Whatever is left of a value has no character that could begin or end markup.
      const texts = mail.html.replace(/<[^<>]*>/g, '');
      expect(texts).not.toMatch(/[<>"']/);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.subject.length).toBeLessThanOrEqual(150);
      expect(mail.text.split('\n').length).toBe(plain[index]?.text.split('\n').length);
      expect(`${mail.text}${mail.html}`.isWellFormed()).toBe(true);
      expect(mail.html).not.toMatch(/(href|src|action)="(?!https:\/\/console\.example\/)/);
    }
  });

  it('nothing is loaded and nothing runs: no image, no script, no style sheet, no form', () => {
    for (const { html } of mailsWith(language, 'Acme')) {
      expect(html).not.toMatch(/<(img|script|link|style|form|iframe|object|svg)\b|url\(|@import/i);
      expect(html).toContain(`<html lang="${language}">`);
    }
  });

  it('both forms say the same, and lead to the same address', () => {
    const [verification] = mailsWith(language, 'Acme');
    const address = 'https://console.example/verify-email?token=tok';
    expect(verification?.text).toContain(`\n\n${address}\n\n`);
    expect(verification?.html).toContain(`href="${address}"`);
  });
});

describe('account mails', () => {
  it('an invitation in English and in German', () => {
    const invitation = { tenantName: 'Acme', invitedBy: 'boss@acme.example', token: 't', days: 7 };
    expect(invitationMail(frame('en'), invitation)).toMatchObject({
      subject: 'You have been invited to “Acme” on Interlude',
      text: `You have been invited by boss@acme.example to “Acme” on Interlude.

To accept, open this link within 7 days:

https://console.example/accept-invitation?token=t

If you do not want to join, ignore this mail: nothing happens.

-- \nInterlude
`,
    });
    expect(invitationMail(frame('de'), invitation)).toMatchObject({
      subject: 'Sie wurden zu „Acme“ auf Interlude eingeladen',
      text: expect.stringContaining('öffnen Sie innerhalb von 7 Tagen diesen Link:'),
    });
  });
});

describe('mails of notifications', () => {
  const at = Date.UTC(2026, 6, 1, 22, 30);
  const notice = { topic: 'workflow.jobs.failed', content: 'x failed', url: '', createdAtMs: at };
  const of = (language: Language, timeZone: string) =>
    notificationMail({ ...frame(language), tenantName: 'Acme', timeZone }, 'https://c.example/u', [
      notice,
    ]);

  it('have the time of the company, written as in its language', () => {
    expect(of('de', 'Europe/Berlin').text).toMatch(
      /Job fehlgeschlagen · 2\. Juli 2026.*00:30 MESZ/,
    );
    expect(of('en', 'America/New_York').text).toMatch(/Job failed · 1 Jul 2026.*18:30 GMT-4/);
  });

  it('a time zone that the system does not know is UTC, and stops no mail', () => {
    expect(of('en', 'Atlantis/Centre').text).toContain('22:30 UTC');
  });

  it('list 200 and count the others, and end all subscriptions to e-mail', () => {
    const many = Array.from({ length: 1_300 }, () => notice);
    const mail = notificationMail(
      { ...frame('de'), tenantName: 'Acme', timeZone: 'UTC' },
      'https://console.example/unsubscribe?key=k',
      many,
    );
    expect(mail.subject).toBe('1.300 Benachrichtigungen von „Acme“');
    expect(mail.text.match(/x failed/g)).toHaveLength(200);
    expect(mail.text).toContain('Und 1.100 weitere; alle stehen in der Konsole.');
    expect(mail.text).toContain(
      'Alle E-Mails abbestellen: https://console.example/unsubscribe?key=k',
    );
  });
});
