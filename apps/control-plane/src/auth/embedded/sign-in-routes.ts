/**
 * The sign-in page of the embedded provider. A form post is taken only with the interaction's own
 * cookie and from our own origin, against login CSRF.
 */
import { text } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { clientNetwork } from '@interlude/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import { pagePolicy } from '../../http/security-headers.ts';
import { pageStyleHash } from '../pages/page.ts';
import {
  loginMessage,
  renderIdentityErrorPage,
  renderSecondFactorPage,
  renderSignInPage,
  secondFactorMessage,
  silentPage,
  silentScriptHash,
} from '../pages/sign-in-page.ts';
import type { SecondFactorLogin } from '../second-factor/second-factor-login.ts';
import { consoleOrigins, strongMethod } from './oidc-configuration.ts';

export interface SignInOptions {
  readonly publicUrl: string;
  readonly productName: string;
  readonly takesRegistrations: boolean;
  /** The user's id. @throws {DomainError} LOGIN_* */
  checkPassword(email: string, password: string, ip: string): Promise<string>;
  readonly secondFactor: () => Pick<SecondFactorLogin, 'begin' | 'show'>;
}

const secondForm = z.object({
  step: text().max(100).default(''),
  code: text().trim().max(40).default(''),
});

/** Error text when a company requires a second factor and the person has none. */
const enrolFirst = (company: string) =>
  `${company} requires a second factor. Log in to the console first: it leads you through it.`;

const form = z.object({
  email: text().trim().max(254).default(''),
  password: text().max(200).default(''),
});

/** The form; an address or password that is malformed or too long becomes empty, which belongs to no account. */
function readForm(request: FastifyRequest): z.output<typeof form> {
  return form.safeParse(request.body ?? {}).data ?? { email: '', password: '' };
}

/** Bytes of a sign-in form. */
const maxFormBytes = 4_096;

function sendPage(reply: FastifyReply, html: string, policy: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Writes the headers set so far and passes the raw answer to the provider. */
function handOver(reply: FastifyReply): FastifyReply['raw'] {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  return reply.raw;
}

export async function addSignInRoutes(
  app: FastifyInstance,
  provider: Provider,
  options: SignInOptions,
): Promise<void> {
  const { productName, takesRegistrations, publicUrl } = options;
  const common = { productName, takesRegistrations };
  const origins = consoleOrigins(publicUrl);
  const policy = pagePolicy({ styleHashes: [pageStyleHash], formAction: origins });

  const interaction = async (request: FastifyRequest, reply: FastifyReply) => {
    const details = await provider.interactionDetails(request.raw, reply.raw);
    const { uid } = z.object({ uid: z.string() }).parse(request.params);
    if (details.uid !== uid) throw new Error('the cookie belongs to another sign-in');
    return details;
  };
  const expired = (reply: FastifyReply) =>
    sendPage(
      reply,
      renderIdentityErrorPage(productName, {
        code: 'expired',
        description: 'This sign-in has expired.',
      }),
      policy,
      400,
    );
  /** A person without a second factor adds the first one in the console. */
  const secondStepPage = (
    next: NonNullable<Awaited<ReturnType<SecondFactorLogin['begin']>>>,
    uid: string,
    email: string,
  ): string =>
    next.kinds.length > 0
      ? renderSecondFactorPage({ productName, uid, step: next.step, error: '' })
      : renderSignInPage({ ...common, uid, email, error: enrolFirst(next.company) });
  const refuseForeign = (request: FastifyRequest): void => {
    const { origin } = request.headers;
    if (origin === undefined || origins.includes(origin)) return;
    throw domainError('REQUEST_INVALID', { reason: 'foreign origin' });
  };

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get('/oidc-ui/:uid', async (request, reply) => {
      const details = await interaction(request, reply).catch(() => undefined);
      if (!details) return expired(reply);
      const hint: unknown = details.params['login_hint'];
      const email = typeof hint === 'string' ? hint.slice(0, 254) : '';
      return sendPage(
        reply,
        renderSignInPage({ ...common, uid: details.uid, email, error: '' }),
        policy,
      );
    });

    scope.post('/oidc-ui/:uid', async (request, reply) => {
      refuseForeign(request);
      const details = await interaction(request, reply).catch(() => undefined);
      if (!details) return expired(reply);
      const { email, password } = readForm(request);
      try {
        const accountId = await options.checkPassword(
          email,
          password,
          clientNetwork(request.clientAddress),
        );
        const next = await options.secondFactor().begin(accountId, true);
        if (next !== undefined) {
          return sendPage(reply, secondStepPage(next, details.uid, email), policy);
        }
        const result = { login: { accountId, remember: true, amr: ['pwd'] } };
        await provider.interactionFinished(request.raw, handOver(reply), result);
        return reply;
      } catch (error) {
        if (reply.sent) throw error;
        const page = { ...common, uid: details.uid, email, error: loginMessage(error) };
        return sendPage(reply, renderSignInPage(page), policy);
      }
    });

    scope.post('/oidc-ui/:uid/second-factor', async (request, reply) => {
      refuseForeign(request);
      const details = await interaction(request, reply).catch(() => undefined);
      if (!details) return expired(reply);
      const { step, code } = secondForm.safeParse(request.body ?? {}).data ?? {
        step: '',
        code: '',
      };
      try {
        const ip = clientNetwork(request.clientAddress);
        const { userId: accountId } = await options.secondFactor().show(step, { code }, ip);
        const result = { login: { accountId, remember: true, amr: ['pwd', 'otp', strongMethod] } };
        await provider.interactionFinished(request.raw, handOver(reply), result);
        return reply;
      } catch (error) {
        if (reply.sent) throw error;
        const page = { productName, uid: details.uid, step, error: secondFactorMessage(error) };
        return sendPage(reply, renderSecondFactorPage(page), policy);
      }
    });

    scope.post('/oidc-ui/:uid/cancel', async (request, reply) => {
      refuseForeign(request);
      const details = await interaction(request, reply).catch(() => undefined);
      if (!details) return expired(reply);
      const result = { error: 'access_denied', error_description: 'Sign-in was cancelled.' };
      await provider.interactionFinished(request.raw, handOver(reply), result);
      return reply;
    });
  });

  app.get('/silent.html', async (_request, reply) =>
    sendPage(
      reply,
      silentPage,
      pagePolicy({ scriptHashes: [silentScriptHash], frameAncestors: "'self'" }),
    ),
  );
}
