/** The identity provider inside the control plane: oidc-provider, its keys, pages and token calls. */
import { domainError } from '@interlude/contract/errors';
import type { InstallationSecretStore, LoginSessionStore, OidcStore } from '@interlude/persistence';
import { type Logger, type SecretKey, signText } from '@interlude/runtime';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, type JWK as JoseJwk, type JWTVerifyGetKey } from 'jose';
import Provider, { type JWK } from 'oidc-provider';
import { z } from 'zod';
import { createAccessTokenVerifier } from '../access-token.ts';
import type { FindClaims, IdentityProvider, Tokens } from '../identity-provider.ts';
import type { ClientRequest } from '../login-client.ts';
import { issueTokens } from './issue-tokens.ts';
import { type MountOptions, mountProvider } from './mount-provider.ts';
import { createOidcAdapter } from './oidc-adapter.ts';
import { oidcConfiguration, plainClientId, rotatingClientId } from './oidc-configuration.ts';
import { addSignInRoutes, type SignInOptions } from './sign-in-routes.ts';
import { loadSigningKeys, signingAlgorithm } from './signing-keys.ts';

export interface EmbeddedProviderOptions {
  readonly publicUrl: string;
  readonly productName: string;
  readonly takesRegistrations: boolean;
  readonly secretKey: SecretKey;
  readonly oidcRows: OidcStore;
  readonly signingKeys: InstallationSecretStore;
  readonly findClaims: FindClaims;
  readonly sessions: LoginSessionStore;
  readonly needsSecondFactor: (userId: string) => Promise<boolean>;
  readonly checkPassword: SignInOptions['checkPassword'];
  readonly secondFactor: SignInOptions['secondFactor'];
  readonly takeSignIn: MountOptions['takeSignIn'];
  readonly now: () => number;
  readonly logger: Logger;
}

const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string().optional() });

function publicPart({ kty, crv, x, y, kid, alg, use }: JWK): JoseJwk {
  return Object.fromEntries(
    Object.entries({ kty, crv, x, y, kid, alg, use }).filter(([, value]) => value !== undefined),
  ) as JoseJwk;
}

/** Keys of this process, read again (at most each half minute) when a token names another one. */
function createKeyFinder(
  load: () => Promise<readonly JWK[]>,
  first: readonly JWK[],
  now: () => number,
): JWTVerifyGetKey {
  let keys = createLocalJWKSet({ keys: first.map(publicPart) });
  let loadedAt = now();
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (now() - loadedAt < 30_000) throw error;
      loadedAt = now();
      keys = createLocalJWKSet({ keys: (await load()).map(publicPart) });
      return keys(header, token);
    }
  };
}

type RefreshFacts = Pick<EmbeddedProviderOptions, 'sessions' | 'needsSecondFactor'> & {
  readonly from: ClientRequest;
};

/** One refresh through the token endpoint itself, in this process. */
async function refreshThrough(
  app: FastifyInstance,
  provider: Provider,
  refreshToken: string,
  { from, sessions, needsSecondFactor }: RefreshFacts,
): Promise<Tokens> {
  const stored = await provider.RefreshToken.find(refreshToken, { ignoreExpiration: true });
  if (stored?.accountId !== undefined && stored.grantId !== undefined) {
    // The provider would refuse it, too, but without this reason.
    const session = await sessions.ofGrant(stored.grantId);
    if (session?.secondFactor !== true && (await needsSecondFactor(stored.accountId))) {
      throw domainError('SECOND_FACTOR_NEEDED');
    }
  }
  const clientId = stored?.clientId === plainClientId ? plainClientId : rotatingClientId;
  const answer = await app.inject({
    method: 'POST',
    url: '/oidc/token',
    remoteAddress: from.clientAddress,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': from.headers['user-agent'] ?? '',
    },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
    }).toString(),
  });
  if (answer.statusCode >= 500) throw new Error(`the token endpoint answered ${answer.statusCode}`);
  if (answer.statusCode !== 200) throw domainError('REFRESH_REFUSED');
  const { access_token, refresh_token } = tokenAnswer.parse(answer.json());
  const rotated = refresh_token !== undefined && refresh_token !== refreshToken;
  return rotated ? { access_token, refresh_token } : { access_token };
}

export async function createEmbeddedProvider(
  options: EmbeddedProviderOptions,
): Promise<IdentityProvider> {
  const { publicUrl, secretKey, now, logger, findClaims, sessions } = options;
  const issuer = `${publicUrl}/oidc`;
  const audience = `${publicUrl}/api`;
  const load = () => loadSigningKeys(options.signingKeys, secretKey, now());
  const jwks = await load();
  const provider = new Provider(
    issuer,
    oidcConfiguration({
      publicUrl,
      productName: options.productName,
      cookieKeys: [signText(secretKey, 'oidc cookies', publicUrl)],
      jwks,
      adapter: createOidcAdapter(options.oidcRows, now),
      findClaims,
      sessions,
      needsSecondFactor: options.needsSecondFactor,
    }),
  );
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => {
    logger.error({ err: error }, 'the identity provider failed');
  });
  const ended = (of: Parameters<LoginSessionStore['endOf']>[0]) =>
    void sessions.endOf(of).catch((error: unknown) => {
      logger.error({ err: error }, 'a login session could not be ended');
    });
  // A logout by redirect, and a refresh token that was used again after its time.
  provider.on('session.destroyed', ({ uid }) => ended({ providerUid: uid }));
  provider.on('grant.revoked', (_ctx, grantId) => ended({ grantId }));
  let mounted: FastifyInstance | undefined;
  return {
    issuer,
    clientId: rotatingClientId,
    audience,
    external: false,
    verify: createAccessTokenVerifier({
      issuer,
      audience,
      algorithms: [signingAlgorithm],
      types: ['at+jwt'],
      keys: createKeyFinder(load, jwks, now),
    }),
    issue: (userId, { rotation, client, secondFactor }) =>
      issueTokens(provider, {
        ...{ audience, accountId: userId, rotation, client, secondFactor, sessions },
        nowSeconds: Math.floor(now() / 1000),
      }),
    refresh: async (refreshToken, from) => {
      if (!mounted) throw domainError('NOT_READY');
      return refreshThrough(mounted, provider, refreshToken, { ...options, from });
    },
    revokeUser: (userId) => options.oidcRows.revokeByAccountId(userId),
    mount: async (app) => {
      await mountProvider(app, provider, options);
      await addSignInRoutes(app, provider, options);
      mounted = app;
    },
  };
}
