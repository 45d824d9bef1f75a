/** A mail server on a free port of loopback, with mails as a mail program reads them. */
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface MailReceiver {
  /** For SMTP_URL. */
  readonly url: string;
  /** In order of arrival. */
  readonly received: ParsedMail[];
  stop(): Promise<void>;
}

/**
 * Starts a mail server that accepts every mail.
 * @see RFC 5321, RFC 2045
 */
export async function startMailReceiver(): Promise<MailReceiver> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
