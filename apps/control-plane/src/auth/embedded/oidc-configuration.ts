/**
 * The settings of oidc-provider. Two of them are deliberate: `read_write:all` belongs
 * to the resource server only (as an OIDC scope it would require consent and break prompt=none), and
 * the clients are 'web' because 'native' requires consent each time.
 */
import { apiScope } from '@interlude/contract';
import type { LoginSessionStore } from '@interlude/persistence';
import {
  type Configuration,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { FindClaims } from '../identity-provider.ts';
import { rememberedClient } from '../login-client.ts';
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

/** Of a refresh token, and of the login session that it renews. */
const refreshSecondsOf = (clientId: string) =>
  clientId === plainClientId ? plainRefreshSeconds : rotatingRefreshSeconds;

/** Milliseconds that a login session of this client lives without a renewal. */
export const lifetimeMsOf = (clientId: string) => refreshSecondsOf(clientId) * 1000;

/** `amr` of a sign-in with a second factor. @see RFC 8176 §2 */
export const strongMethod = 'mfa';

export interface EmbeddedSettings {
  /** Address of the console as users see it, no slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
  readonly cookieKeys: readonly string[];
  readonly jwks: readonly JWK[];
  readonly adapter: ReturnType<typeof createOidcAdapter>;
  readonly findClaims: FindClaims;
  readonly sessions: Pick<LoginSessionStore, 'begin' | 'ofGrant' | 'renew'>;
  /** True when the person has a second factor, or a company of the person requires one. */
  readonly needsSecondFactor: (userId: string) => Promise<boolean>;
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

const isStrong = (amr: readonly string[] | undefined) => amr?.includes(strongMethod) === true;

/** A session of the provider from before the person had a second factor gives no tokens. */
function policyWith(needsSecondFactor: EmbeddedSettings['needsSecondFactor']) {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('second_factor', 'A second factor is needed', 'login_required', async (ctx) => {
      const { session } = ctx.oidc;
      const accountId = session?.accountId;
      if (accountId === undefined || isStrong(session?.amr)) return Check.NO_NEED_TO_PROMPT;
      return (await needsSecondFactor(accountId)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}

/**
 * The account of a refresh token is found while its session is as strong as a sign-in of the person has to be; each
 * renewal is noted in the session.
 */
async function isRenewable(
  ctx: KoaContextWithOIDC,
  { accountId, grantId }: { readonly accountId: string; readonly grantId: string },
  { sessions, needsSecondFactor }: EmbeddedSettings,
): Promise<boolean> {
  const lifetimeMs = lifetimeMsOf(ctx.oidc.client?.clientId ?? '');
  const client = rememberedClient(ctx.req);
  const session = await sessions.ofGrant(grantId);
  if (session?.secondFactor !== true && (await needsSecondFactor(accountId))) return false;
  if (session !== undefined) await sessions.renew(session.id, { ...client, lifetimeMs });
  // Of a version without sessions: it becomes one.
  else {
    await sessions.begin({
      ...{ ...client, userId: accountId, grantId, secondFactor: false, lifetimeMs },
    });
  }
  return true;
}

/** First-party clients: signing in implies consent. */
async function firstPartyGrant(
  ctx: KoaContextWithOIDC,
  audience: string,
  sessions: EmbeddedSettings['sessions'],
) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(oidcScopes);
  grant.addResourceScope(audience, apiScope);
  const grantId = await grant.save();
  await sessions.begin({
    ...{ ...rememberedClient(ctx.req), userId: session.accountId, grantId },
    ...{ providerUid: session.uid, secondFactor: isStrong(session.amr) },
    lifetimeMs: Math.max(sessionSeconds * 1000, lifetimeMsOf(client.clientId)),
  });
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
      // No client of ours uses them, and any client could store rows with them.
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
    interactions: {
      url: (_ctx, interaction) => `/oidc-ui/${interaction.uid}`,
      policy: policyWith(settings.needsSecondFactor),
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      Session: sessionSeconds,
      Grant: sessionSeconds,
      RefreshToken: (_ctx, _token, client) => refreshSecondsOf(client.clientId),
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: (ctx) => ctx.oidc.client?.clientId !== plainClientId,
    loadExistingGrant: (ctx) => firstPartyGrant(ctx, audience, settings.sessions),
    extraTokenClaims: async (_ctx, token) => {
      const claims = 'accountId' in token ? await findClaims(String(token.accountId)) : undefined;
      if (!claims) return undefined;
      const { sub: _subject, ...rest } = claims;
      const session = await settings.sessions.ofGrant(String(Reflect.get(token, 'grantId')));
      return { ...rest, ...(session && { sid: session.id }) };
    },
    findAccount: async (ctx, id, token) => {
      const claims = await findClaims(id);
      const grantId = token?.kind === 'RefreshToken' ? token.grantId : undefined;
      if (claims && grantId !== undefined) {
        if (!(await isRenewable(ctx, { accountId: id, grantId }, settings))) return undefined;
      }
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
