/**
 * The provider under /oidc: it reads bodies itself, and the address it works with is always
 * PUBLIC_URL, whatever Host header a client sends.
 */
import { clientNetwork } from '@interlude/runtime';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { pagePolicy } from '../../http/security-headers.ts';
import { rememberClient } from '../login-client.ts';
import { pageStyleHash } from '../pages/page.ts';
import { consoleOrigins } from './oidc-configuration.ts';

const prefix = '/oidc';
/** Routes that store a row for an unauthenticated client; the provider's router ignores case. */
const storesRow = /^\/oidc\/(?:auth|session\/end)(?:[/?]|$)/i;

export interface MountOptions {
  readonly publicUrl: string;
  /** Counts one for the client's network. @throws {DomainError} TOO_MANY_REQUESTS */
  takeSignIn(network: string): Promise<void>;
}

export async function mountProvider(
  app: FastifyInstance,
  provider: Provider,
  { publicUrl, takeSignIn }: MountOptions,
): Promise<void> {
  const { host, protocol } = new URL(publicUrl);
  const callback = provider.callback();
  const policy = pagePolicy({
    styleHashes: [pageStyleHash],
    formAction: consoleOrigins(publicUrl),
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${prefix}/*`, async (request, reply) => {
      const { raw } = request;
      rememberClient(raw, request);
      if (storesRow.test(raw.url ?? '')) await takeSignIn(clientNetwork(request.clientAddress));
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.setHeader('content-security-policy', policy);
      reply.hijack();
      raw.headers.host = host;
      raw.headers['x-forwarded-proto'] = protocol.replace(':', '');
      delete raw.headers['x-forwarded-host'];
      const target = raw as typeof raw & { originalUrl?: string };
      target.originalUrl = raw.url ?? prefix;
      raw.url = target.originalUrl.slice(prefix.length);
      await callback(raw, reply.raw);
    });
  });
}
