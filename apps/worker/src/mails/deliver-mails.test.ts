import { invitationMail, notificationMail } from '@interlude/mails';
import { createMailStore, type NewMail } from '@interlude/persistence';
import { fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { type MailReceiver, startMailReceiver } from '@interlude/testkit/mail-receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailDelivery } from './deliver-mails.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let receiver: MailReceiver;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  receiver = await startMailReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await made.drop();
});

/** Through the outbox and over SMTP, as a mail program reads it. */
async function arrived(mail: NewMail) {
  const mails = createMailStore(made.database);
  await mails.send(mail);
  const delivery = createMailDelivery({
    ...{ mails, smtpUrl: receiver.url, from: 'Interlude <no-reply@example.com>', clock },
    events: { mailSent: () => undefined, mailFailed: () => undefined },
  });
  await delivery.deliverDue();
  delivery.stop();
  const [newest] = receiver.received.slice(-1);
  if (newest === undefined) throw new Error('no mail arrived');
  return newest;
}

const frame = { productName: 'Interlude', publicUrl: 'https://console.example' };
const headersOf = (mail: Awaited<ReturnType<typeof arrived>>) =>
  mail.headerLines.map(({ key }) => key).sort();

describe('mails over SMTP', () => {
  it.each([
    [
      'en',
      'You have been invited to “Acme” on Interlude',
      'To accept, open this link within 7 days:',
    ],
    ['de', 'Sie wurden zu „Acme“ auf Interlude eingeladen', 'Einladung annehmen'],
  ] as const)(
    'an invitation in %s arrives as plain text and HTML',
    async (language, subject, text) => {
      const invitation = {
        tenantName: 'Acme',
        invitedBy: 'boss@acme.example',
        token: 't',
        days: 7,
      };
      const mail = await arrived({
        to: 'ann@example.com',
        ...invitationMail({ ...frame, language }, invitation),
      });
      expect(mail.subject).toBe(subject);
      const address = 'https://console.example/accept-invitation?token=t';
      expect(mail.text).toContain(address);
      expect(mail.html).toContain(`href="${address}"`);
      expect(`${mail.text}${mail.html}`).toContain(text);
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
      expect(mail.headers.has('list')).toBe(false);
    },
  );

  it('RFC 8058 a notification says how it is ended with one request, where the address is https', async () => {
    const key = 'k'.repeat(300);
    const send = (publicUrl: string) => {
      const unsubscribeUrl = `${publicUrl}/unsubscribe?key=${key}`;
      const reader = { ...frame, publicUrl, language: 'de', tenantName: 'Acme' } as const;
      const notice = { topic: 'workflow.jobs.failed', content: 'x', url: '', createdAtMs: 0 };
      const mail = notificationMail({ ...reader, timeZone: 'UTC' }, unsubscribeUrl, [notice]);
      return arrived({ to: 'ann@example.com', unsubscribeUrl, ...mail });
    };
    const list = (await send('https://console.example')).headers.get('list');
    expect(list).toMatchObject({
      unsubscribe: { url: `https://console.example/unsubscribe?key=${key}` },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
    const plain = await send('http://127.0.0.1:3000');
    expect(headersOf(plain)).toContain('list-unsubscribe');
    expect(headersOf(plain)).not.toContain('list-unsubscribe-post');
  });

  it('SEC-S125 nothing in a name, a subject or an address becomes a header or another recipient', async () => {
    const evil = 'Acme\r\nBcc: all@evil.example\r\nX-Evil: 1\r\n\r\nbody';
    const invitation = { tenantName: evil, invitedBy: evil, token: 't', days: 7 };
    const written = invitationMail({ ...frame, language: 'en' }, invitation);
    const usual = headersOf(
      await arrived({
        to: 'ann@example.com',
        ...invitationMail({ ...frame, language: 'en' }, { ...invitation, tenantName: 'Acme' }),
      }),
    );
    const named = await arrived({ to: 'ann@example.com', ...written });
    expect(headersOf(named)).toEqual(usual);
    expect(named.bcc).toBeUndefined();
    const raw = await arrived({ to: 'ann@example.com', ...written, subject: evil });
    expect(headersOf(raw)).toEqual(usual);
    const listed = await arrived({ to: 'ann@example.com, all@evil.example', ...written });
    expect([listed.to].flat().flatMap((to) => to?.value ?? [])).toHaveLength(1);
  });
});
