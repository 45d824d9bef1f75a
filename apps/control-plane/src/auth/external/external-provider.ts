/**
 * Any OIDC issuer by OIDC_ISSUER: its discovery document gives the keys and the token endpoint. The
 * operator chose it, so these requests do not pass the egress guard for user-given addresses.
 */
import { domainError } from '@interlude/contract/errors';
import { createRemoteJWKSet } from 'jose';
import { z } from 'zod';
import { createAccessTokenVerifier } from '../access-token.ts';
import type { IdentityProvider, Tokens } from '../identity-provider.ts';

export interface ExternalProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
}

const timeoutMs = 5_000;
/** Signature algorithms with a public key; never HS*, never none. */
const allowedAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'ES384', 'RS384', 'RS512'];

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  token_endpoint: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
});
type Discovery = z.output<typeof discoveryDocument>;
const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string().optional() });

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

async function discover(issuer: string): Promise<Discovery> {
  const host = new URL(issuer).host;
  try {
    const answer = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const document = discoveryDocument.parse(await answer.json());
    if (withoutSlash(document.issuer) !== withoutSlash(issuer)) {
      throw new Error(`its discovery document names another issuer, ${document.issuer}`);
    }
    return document;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw domainError('FETCH_FAILED', { host, reason }, cause);
  }
}

/** The discovered metadata; requested again after a failure. */
function remembered<T>(learn: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= learn().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

function createVerifier(options: ExternalProviderOptions, document: Discovery) {
  const offered = document.id_token_signing_alg_values_supported;
  return createAccessTokenVerifier({
    issuer: document.issuer,
    audience: options.audience,
    algorithms: allowedAlgorithms.filter((algorithm) => offered.includes(algorithm)),
    // RFC 9068 requires at+jwt; several providers send JWT or no type.
    types: ['at+jwt', 'jwt', ''],
    keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMs }),
  });
}

export function createExternalProvider(options: ExternalProviderOptions): IdentityProvider {
  const { issuer, clientId, audience } = options;
  const known = remembered(async () => {
    const document = await discover(issuer);
    return { document, verify: createVerifier(options, document) };
  });

  async function refresh(refreshToken: string): Promise<Tokens> {
    const { document } = await known();
    const answer = await fetch(document.token_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      const host = new URL(document.token_endpoint).host;
      throw domainError('FETCH_FAILED', { host, reason: 'no answer' }, cause);
    });
    if (!answer.ok) throw domainError('REFRESH_REFUSED');
    const { access_token, refresh_token } = tokenAnswer.parse(await answer.json());
    return refresh_token === undefined || refresh_token === refreshToken
      ? { access_token }
      : { access_token, refresh_token };
  }

  return {
    issuer,
    clientId,
    audience,
    external: true,
    verify: async (token) => (await known()).verify(token),
    refresh,
    issue: async () => {
      throw domainError('LOGIN_EXTERNAL_ONLY');
    },
    revokeUser: async () => undefined,
    mount: async () => undefined,
  };
}
