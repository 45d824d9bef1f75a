/**
 * The settings of oidc-provider. Two of them are deliberate: `read_write:all` belongs
 * to the resource server only (as an OIDC scope it would require consent and break prompt=none), and
 * the clients are 'web' because 'native' requires consent each time.
 */
import { apiScope } from '@interlude/contract';
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider';
import type { FindClaims } from '../identity-provider.ts';
import {
  renderIdentityErrorPage,
  renderSignedOutPage,
  renderSignOutPage,
} from '../pages/sign-in-page.ts';
import type { createOidcAdapter } from './oidc-adapter.ts';
import { signingAlgorithm } from './signing-keys.ts';

/** The console and every caller that stores a new refresh token at each refresh. */
export const rotatingClientId = 'interlude-console';
/** Clients without rotation: their refresh token stays the same and expires after 12 hours. */
export const plainClientId = 'interlude-api';

export const accessTokenSeconds = 900;
export const rotatingRefreshSeconds = 14 * 86_400;
export const plainRefreshSeconds = 12 * 3_600;
const sessionSeconds = 14 * 86_400;
const interactionSeconds = 3_600;
export const oidcScopes = 'openid offline_access profile email';

export interface EmbeddedSettings {
  /** Address of the console as users see it, no slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
  readonly cookieKeys: readonly string[];
  readonly jwks: readonly JWK[];
  readonly adapter: ReturnType<typeof createOidcAdapter>;
  readonly findClaims: FindClaims;
}

export function resourceServer(audience: string) {
  return {
    scope: apiScope,
    audience,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: signingAlgorithm } as const },
  };
}

/** In local development localhost and 127.0.0.1 are the same host. */
export function consoleOrigins(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return [publicUrl];
  return ['localhost', '127.0.0.1'].map((host) => publicUrl.replace(hostname, host));
}

function clients(publicUrl: string): Configuration['clients'] {
  const origins = consoleOrigins(publicUrl);
  const base = {
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.flatMap((origin) =>
      ['/', '/signed-in', '/silent', '/silent.html'].map((path) => origin + path),
    ),
    post_logout_redirect_uris: origins.flatMap((origin) => [
      origin,
      `${origin}/`,
      `${origin}/login`,
    ]),
    id_token_signed_response_alg: signingAlgorithm,
  } as const;
  return [
    {
      ...base,
      client_id: rotatingClientId,
      grant_types: [...base.grant_types],
      response_types: [...base.response_types],
    },
    {
      ...base,
      client_id: plainClientId,
      grant_types: [...base.grant_types],
      response_types: [...base.response_types],
    },
  ];
}

/** First-party clients: signing in implies consent. */
async function firstPartyGrant(ctx: KoaContextWithOIDC, audience: string) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(oidcScopes);
  grant.addResourceScope(audience, apiScope);
  await grant.save();
  return grant;
}

export function oidcConfiguration(settings: EmbeddedSettings): Configuration {
  const { publicUrl, productName, findClaims } = settings;
  const audience = `${publicUrl}/api`;
  const resource = resourceServer(audience);
  return {
    adapter: settings.adapter,
    jwks: { keys: [...settings.jwks] },
    clients: clients(publicUrl),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    cookies: {
      keys: [...settings.cookieKeys],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    scopes: oidcScopes.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'company', 'companies', 'role', 'roles'],
    },
    features: {
      devInteractions: { enabled: false },
      // Nobody here uses them, and anybody could have them store rows.
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = renderSignOutPage(productName, form);
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = renderSignedOutPage(productName);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => resource,
      },
    },
    interactions: { url: (_ctx, interaction) => `/oidc-ui/${interaction.uid}` },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      Session: sessionSeconds,
      Grant: sessionSeconds,
      RefreshToken: (_ctx, _token, client) =>
        client.clientId === plainClientId ? plainRefreshSeconds : rotatingRefreshSeconds,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: (ctx) => ctx.oidc.client?.clientId !== plainClientId,
    loadExistingGrant: (ctx) => firstPartyGrant(ctx, audience),
    extraTokenClaims: async (_ctx, token) => {
      const claims = 'accountId' in token ? await findClaims(String(token.accountId)) : undefined;
      if (!claims) return undefined;
      const { sub: _subject, ...rest } = claims;
      return rest;
    },
    findAccount: async (_ctx, id) => {
      const claims = await findClaims(id);
      return (
        claims && { accountId: id, claims: () => ({ ...claims, companies: [...claims.companies] }) }
      );
    },
    // Tokens are fetched from our own origin only.
    clientBasedCORS: (_ctx, origin) => consoleOrigins(publicUrl).includes(String(origin)),
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = renderIdentityErrorPage(productName, {
        code: out.error,
        description: out.error_description ?? '',
      });
    },
  };
}
