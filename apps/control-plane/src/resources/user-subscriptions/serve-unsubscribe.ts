/**
 * The page behind the unsubscribe link of mails. A GET changes nothing: mail scanners open links. The POST, of the page
 * or of a mail program with one click (RFC 8058), ends the subscription without signing in.
 */
import { defaultLanguage, preferredLanguage } from '@interlude/contract';
import { unsubscribeTexts } from '@interlude/mails';
import type { ReportMailStore, UserSubscriptionStore } from '@interlude/persistence';
import { readUnsubscribeKey, type SecretKey, type Unsubscription } from '@interlude/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageStyleHash, renderPage } from '../../auth/pages/page.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { pagePolicy } from '../../http/security-headers.ts';

const path = '/unsubscribe';
/** Of `List-Unsubscribe=One-Click`, with room. */
const maxFormBytes = 4_096;
const offReason = 'Ended by the link of a mail.';

const query = z.object({ key: z.string().max(400).default('') });

/** Texts in the language of the browser: the reader is not signed in. */
function pageTexts(request: FastifyRequest) {
  const language = preferredLanguage(request.headers['accept-language']) ?? defaultLanguage;
  return { language, ...unsubscribeTexts(language) };
}
type PageTexts = ReturnType<typeof pageTexts>;

export interface UnsubscribeOptions {
  readonly productName: string;
  readonly secretKey: SecretKey;
  readonly subscriptions: Pick<UserSubscriptionStore, 'turnOff'>;
  readonly reportMails: Pick<ReportMailStore, 'unsubscribe'>;
}

/** Prefix of keys of scheduled report mails; the id of the schedule follows. */
const reportMailPrefix = 'report-mail:';

/** The schedule that a key ends; undefined: it ends subscriptions to notifications. */
const reportMailOf = ({ subscriptionId }: Unsubscription): string | undefined =>
  subscriptionId.startsWith(reportMailPrefix)
    ? subscriptionId.slice(reportMailPrefix.length)
    : undefined;

export async function serveUnsubscribe(
  app: FastifyInstance,
  { productName, secretKey, subscriptions, reportMails }: UnsubscribeOptions,
): Promise<void> {
  const policy = pagePolicy({ styleHashes: [pageStyleHash] });
  const read = (given: unknown): { key: string; what: Unsubscription | undefined } => {
    const key = query.safeParse(given).data?.key ?? '';
    return { key, what: readUnsubscribeKey(secretKey, key) };
  };
  const send = (
    reply: FastifyReply,
    status: number,
    { language, title }: PageTexts,
    body: string,
  ) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(renderPage({ productName, language, title, heading: title, body }));
  const sendWrong = (reply: FastifyReply, texts: PageTexts) =>
    send(reply, 404, texts, `<p class="error">${escapeHtml(texts.wrong)}</p>`);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'string', bodyLimit: maxFormBytes } as const;
    scope.addContentTypeParser('*', parser, (_request, _body, done) => done(null, undefined));
    scope.get(path, async (request, reply) => {
      const { key, what } = read(request.query);
      const texts = pageTexts(request);
      if (what === undefined) return sendWrong(reply, texts);
      const ofNotices = what.subscriptionId === '*' ? texts.askAll : texts.ask;
      const text = reportMailOf(what) === undefined ? ofNotices : texts.askReport;
      const action = escapeHtml(`${path}?key=${encodeURIComponent(key)}`);
      const form = `<form method="post" action="${action}"><button>${escapeHtml(texts.title)}</button></form>`;
      return send(reply, 200, texts, `<p>${escapeHtml(text)}</p>${form}`);
    });
    scope.post(path, async (request, reply) => {
      const { what } = read(request.query);
      const texts = pageTexts(request);
      if (what === undefined) return sendWrong(reply, texts);
      const { tenantId, userId, subscriptionId } = what;
      const reportMail = reportMailOf(what);
      if (reportMail !== undefined) {
        await reportMails.unsubscribe(tenantId, reportMail, userId);
        return send(reply, 200, texts, `<p>${escapeHtml(texts.doneReport)}</p>`);
      }
      await subscriptions.turnOff(tenantId, userId, subscriptionId, offReason);
      return send(reply, 200, texts, `<p>${escapeHtml(texts.done)}</p>`);
    });
  });
}
