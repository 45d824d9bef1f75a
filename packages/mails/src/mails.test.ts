import { type Language, languages, say } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import {
  alreadyRegisteredMail,
  invitationMail,
  limitMail,
  type MailFrame,
  type MailText,
  notificationMail,
  passwordResetMail,
  reportMail,
  secondFactorMail,
  subscriptionOffMail,
  verificationMail,
} from './index.ts';

const frame = (language: Language): MailFrame => ({
  ...{ productName: 'Interlude', publicUrl: 'https://console.example', language },
});

/** Texts with markup, headers or invisible characters, as names, addresses or sentences may contain them. */
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
  const said = { ...notice, ...say('jobFailed', { name: value, reason: value }) };
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
    limitMail(of, value, { kind: 'sessions', use }),
    limitMail(of, value, { kind: 'adEvents', use }),
    limitMail(of, value, { kind: 'trial', days: 6 }),
    notificationMail(company, 'https://console.example/unsubscribe?key=k', [notice]),
    notificationMail(company, 'https://console.example/unsubscribe?key=k', [notice, said]),
    notificationMail(company, 'https://console.example/unsubscribe?key=k', [said]),
    reportMail(company, 'https://console.example/unsubscribe?key=k', {
      ...{ name: value, by: value, from: '2026-11-16', to: '2026-11-22', compared: undefined },
      cards: [
        {
          ...{ title: value, note: value, url: value, more: 3 },
          judged: { name: value, now: value, before: value, worseBy: 0.25 },
          picture: { contentId: 'card-1', width: 1_920, height: 900 },
          table: { heads: [value, value], rows: [[value, value]] },
        },
        {
          ...{ title: value, note: '', url: value, more: 0 },
          table: { heads: [value], rows: [[value], [value]] },
        },
        { ...{ title: value, note: '', url: '', more: 0 }, problem: value },
      ],
    }),
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
      // Without the tags, no character is left that could begin or end markup.
      const texts = mail.html.replace(/<[^<>]*>/g, '');
      expect(texts).not.toMatch(/[<>"']/);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.subject.length).toBeLessThanOrEqual(150);
      expect(mail.text.split('\n').length).toBe(plain[index]?.text.split('\n').length);
      expect(`${mail.text}${mail.html}`.isWellFormed()).toBe(true);
      expect(mail.html).not.toMatch(
        /(href|src|action)="(?!https:\/\/console\.example\/|cid:card-1")/,
      );
    }
  });

  it('nothing is loaded and nothing runs: no image, no script, no style sheet, no form', () => {
    for (const { html } of mailsWith(language, 'Acme')) {
      expect(html).not.toMatch(/<(script|link|style|form|iframe|object|svg)\b|url\(|@import/i);
      // A picture is a part of the mail.
      expect(html).not.toMatch(/<img(?! src="cid:)/i);
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

  it('PROF-007 have the sentence in the language of the person, and in English what is known in English alone', () => {
    const said = say('jobFailed', { name: 'Spot', reason: 'no audio' });
    const mailOf = (language: Language) =>
      notificationMail({ ...frame(language), tenantName: 'Acme', timeZone: 'UTC' }, 'https://c', [
        { ...notice, ...said },
      ]);
    expect(mailOf('de').text).toContain('Der Job „Spot“ ist fehlgeschlagen: no audio');
    expect(mailOf('de').subject).toContain('Der Job „Spot“ ist fehlgeschlagen: no audio');
    expect(mailOf('en').text).toContain('The job "Spot" failed: no audio');
    expect(of('de', 'UTC').text).toContain('x failed');
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

describe('mails of reports', () => {
  const cards = [
    {
      ...{ title: 'Lost ad time', note: '16/11/26 - 22/11/26', more: 2 },
      url: 'https://console.example/app/reports?period=2026-11-16_2026-11-22#card-s-lost',
      judged: { name: 'Lost', now: '12,5 s', before: '10 s', worseBy: 0.2 },
      picture: { contentId: 'card-1', width: 1_920, height: 900 },
      table: {
        heads: ['Reason', 'Owner', 'Lost'],
        rows: [
          ['NO_ADS', 'ad server', '12,5 s'],
          ['A name that is much longer than a column is', 'you', '–'],
        ],
      },
    },
    { ...{ title: 'Devices', note: '', more: 0, url: '' }, problem: 'It took too long.' },
    { ...{ title: 'Countries', note: '', more: 0, url: '' } },
  ];
  const of = (language: Language, by: string | undefined) =>
    reportMail(
      { ...frame(language), tenantName: 'Acme', timeZone: 'Europe/Berlin' },
      'https://console.example/unsubscribe?key=k',
      {
        ...{ name: 'Board', by, from: '2026-11-16', to: '2026-11-22', cards },
        compared: { from: '2026-11-09', to: '2026-11-15' },
      },
    );

  it('in English: the cards in their order, each with its figures as text and a link', () => {
    expect(of('en', 'ann@acme.example')).toMatchObject({
      subject: '“Board”, 16 Nov 2026 to 22 Nov 2026 · “Acme”',
      text: `“Acme”, 16 Nov 2026 to 22 Nov 2026, days of Europe/Berlin. Compared with 9 Nov 2026 to 15 Nov 2026. The cards that became worst come first.

Lost ad time
16/11/26 - 22/11/26
Lost: 12,5 s, before 10 s; worse by 20 %.
Reason                        Owner    Lost
NO_ADS                    ad server  12,5 s
A name that is much lon…        you       –
And 2 more rows in the console.
https://console.example/app/reports?period=2026-11-16_2026-11-22#card-s-lost

Devices
This card could not be read: It took too long.

Countries
Nothing was counted in this period.

-- \nInterlude
You get this mail because ann@acme.example has scheduled it for you.
Scheduled mails: https://console.example/app/reports/mails
Unsubscribe: https://console.example/unsubscribe?key=k
`,
    });
  });

  it('in German, to the person whose it is', () => {
    const { subject, text } = of('de', undefined);
    expect(subject).toBe('„Board“, 16. Nov. 2026 bis 22. Nov. 2026 · „Acme“');
    expect(text).toContain('Lost: 12,5 s, zuvor 10 s; um 20 % schlechter.');
    expect(text).toContain('weil Sie sie eingeplant haben.');
  });

  it('a picture is named by its content id, and says without it what it shows', () => {
    const { html } = of('en', undefined);
    expect(html).toContain(
      '<img src="cid:card-1" width="544" height="255" alt="Lost ad time. Lost: 12,5 s, before 10 s; worse by 20 %."',
    );
    // Its figures stand in the text; a card without a picture has them in the page.
    expect(html).not.toContain('NO_ADS');
  });
});
