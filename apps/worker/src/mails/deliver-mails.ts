/** Empties the outbox over SMTP. Without a mail server nothing runs, and the outbox is the mailbox. */
import type { DeliveryOutcome, MailStore, OutgoingMail } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';
import { createTransport } from 'nodemailer';
import type { WorkerEvents } from '../events.ts';
import { nextAttempt } from './retry-policy.ts';

const timeoutMs = 30_000;

export interface MailDelivery {
  /** Sends what is due; resolves when nothing is due any more, or soon after `stop`. */
  deliverDue(): Promise<void>;
  /** The mail under way is finished, no further one is taken. */
  stop(): void;
}

export interface MailDeliveryOptions {
  readonly mails: MailStore;
  readonly smtpUrl: string;
  /** Sender, e.g. `Interlude <no-reply@example.com>`. */
  readonly from: string;
  readonly clock: Clock;
  readonly events: WorkerEvents;
}

function describe(error: unknown): { reason: string; smtpCode: number | undefined } {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return { reason, smtpCode: typeof code === 'number' ? code : undefined };
}

export function createMailDelivery(options: MailDeliveryOptions): MailDelivery {
  const { mails, from, clock, events } = options;
  const transport = createTransport(options.smtpUrl, {
    from,
    // A hanging mail server must not hold a mail's row for long.
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  let stopped = false;

  const deliver = async (mail: OutgoingMail): Promise<DeliveryOutcome> => {
    const { id, to, subject, text, attempts, createdAtMs } = mail;
    try {
      // The same id at each attempt: a mail that was sent twice can be recognised.
      await transport.sendMail({ to, subject, text, messageId: `<${id}@interlude>` });
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
