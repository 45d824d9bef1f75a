/** Sends the mails of the outbox over SMTP. Without a mail server the outbox is the mailbox of the console. */
import type { DeliveryOutcome, MailPicture, MailStore, OutgoingMail } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';
import { createTransport } from 'nodemailer';
import type { WorkerEvents } from '../events.ts';
import { nextAttempt } from './retry-policy.ts';

const timeoutMs = 30_000;

export interface MailDelivery {
  /** Sends all due mails; resolves when none is left, or soon after `stop`. */
  deliverDue(): Promise<void>;
  /** The current mail is finished, no other is sent. */
  stop(): void;
}

export interface MailDeliveryOptions {
  readonly mails: MailStore;
  readonly smtpUrl: string;
  /** Sender, e.g. `Interlude <no-reply@example.com>`. */
  readonly from: string;
  readonly clock: Clock;
  readonly events: Pick<WorkerEvents, 'mailSent' | 'mailFailed'>;
}

function describe(error: unknown): { reason: string; smtpCode: number | undefined } {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return { reason, smtpCode: typeof code === 'number' ? code : undefined };
}

/** RFC 8058 §3.1: mail programs show a button that ends the subscription with one request. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  // RFC 8058 requires https; for another address the mail program opens the page instead.
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** RFC 3834 §5: keeps out-of-office responders from answering. */
const automatic = { 'Auto-Submitted': 'auto-generated' };

/** RFC 2392: the page names a picture by its content id, which makes it a part of the page (RFC 2387). */
const attachmentOf = ({ contentId, bytes }: MailPicture) => ({
  ...{ cid: contentId, filename: `${contentId}.png`, content: bytes },
  ...{ contentType: 'image/png', contentDisposition: 'inline' as const },
});

export function createMailDelivery(options: MailDeliveryOptions): MailDelivery {
  const { mails, from, clock, events } = options;
  const transport = createTransport(options.smtpUrl, {
    from,
    // A stalled mail server must not lock the row of a mail for long.
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  let stopped = false;

  const deliver = async (mail: OutgoingMail): Promise<DeliveryOutcome> => {
    const { id, to, subject, text, html, pictures, unsubscribeUrl } = mail;
    const { attempts, createdAtMs } = mail;
    try {
      // The same Message-ID at each attempt: receivers recognise a mail that was sent twice (RFC 5322 §3.6.4).
      await transport.sendMail({
        // As a single address, whatever characters it has; a text would be parsed as a list.
        to: { name: '', address: to },
        ...{ subject, text, messageId: `<${id}@interlude>` },
        ...(html !== undefined && { html }),
        ...(pictures.length > 0 && { attachments: pictures.map(attachmentOf) }),
        headers: {
          ...automatic,
          ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
        },
      });
      events.mailSent(id);
      return { kind: 'sent' };
    } catch (error) {
      const { reason, smtpCode } = describe(error);
      const failure = { attempts, createdAtMs, nowMs: clock.now(), smtpCode };
      const retryAtMs = nextAttempt(failure);
      events.mailFailed(id, reason, retryAtMs);
      return { kind: 'failed', reason, retryAtMs };
    }
  };

  return {
    async deliverDue() {
      let more = true;
      while (more && !stopped) more = await mails.deliverNext(deliver);
    },
    stop() {
      stopped = true;
    },
  };
}
