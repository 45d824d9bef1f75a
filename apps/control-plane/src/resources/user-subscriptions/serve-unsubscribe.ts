/**
 * The page behind the unsubscribe link of mails. A GET changes nothing: mail scanners open links. The POST, of the page
 * or of a mail program with one click (RFC 8058), ends the subscription without signing in.
 */
import type { UserSubscriptionStore } from '@interlude/persistence';
import { readUnsubscribeKey, type SecretKey, type Unsubscription } from '@interlude/runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { pageStyleHash, renderPage } from '../../auth/pages/page.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { pagePolicy } from '../../http/security-headers.ts';

const path = '/unsubscribe';
/** Of `List-Unsubscribe=One-Click`, with room. */
const maxFormBytes = 4_096;
const offReason = 'Ended by the link of a mail.';

const query = z.object({ key: z.string().max(400).default('') });

const texts = {
  ask: 'You will get no more mails of this subscription.',
  askAll: 'You will get no more mails of any of your subscriptions.',
  done: 'You get no more mails of this subscription. Your profile can turn it on again.',
  wrong: 'This link is not complete. Copy the whole address from the mail.',
} as const;

export interface UnsubscribeOptions {
  readonly productName: string;
  readonly secretKey: SecretKey;
  readonly subscriptions: Pick<UserSubscriptionStore, 'turnOff'>;
}

export async function serveUnsubscribe(
  app: FastifyInstance,
  { productName, secretKey, subscriptions }: UnsubscribeOptions,
): Promise<void> {
  const policy = pagePolicy({ styleHashes: [pageStyleHash] });
  const read = (given: unknown): { key: string; what: Unsubscription | undefined } => {
    const key = query.safeParse(given).data?.key ?? '';
    return { key, what: readUnsubscribeKey(secretKey, key) };
  };
  const send = (reply: FastifyReply, status: number, body: string) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(renderPage({ productName, title: 'Unsubscribe', heading: 'Unsubscribe', body }));
  const sendWrong = (reply: FastifyReply) =>
    send(reply, 404, `<p class="error">${texts.wrong}</p>`);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'string', bodyLimit: maxFormBytes } as const;
    scope.addContentTypeParser('*', parser, (_request, _body, done) => done(null, undefined));
    scope.get(path, async (request, reply) => {
      const { key, what } = read(request.query);
      if (what === undefined) return sendWrong(reply);
      const text = what.subscriptionId === '*' ? texts.askAll : texts.ask;
      const action = escapeHtml(`${path}?key=${encodeURIComponent(key)}`);
      const form = `<form method="post" action="${action}"><button>Unsubscribe</button></form>`;
      return send(reply, 200, `<p>${text}</p>${form}`);
    });
    scope.post(path, async (request, reply) => {
      const { what } = read(request.query);
      if (what === undefined) return sendWrong(reply);
      const { tenantId, userId, subscriptionId } = what;
      await subscriptions.turnOff(tenantId, userId, subscriptionId, offReason);
      return send(reply, 200, `<p>${texts.done}</p>`);
    });
  });
}
