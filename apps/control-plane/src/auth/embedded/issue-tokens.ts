/**
 * Tokens for POST /api/login, made of the provider's own models, so that refresh, revocation and
 * reuse detection are those of the redirect flow.
 */
import { apiScope } from '@interlude/contract';
import type { LoginClient, LoginSessionStore } from '@interlude/persistence';
import type Provider from 'oidc-provider';
import type { Tokens } from '../identity-provider.ts';
import {
  lifetimeMsOf,
  oidcScopes,
  plainClientId,
  resourceServer,
  rotatingClientId,
} from './oidc-configuration.ts';

type ResourceServer = { identifier(): string; audience: string; scopes: Set<string> };
type ResourceServerClass = new (identifier: string, info: object) => ResourceServer;

/** The class is reached through the instance and missing in the public types. */
function resourceServerClass(provider: Provider): ResourceServerClass {
  const found: unknown = Reflect.get(provider, 'ResourceServer');
  if (typeof found !== 'function') throw new Error('oidc-provider has no ResourceServer class');
  return found as ResourceServerClass;
}

export async function issueTokens(
  provider: Provider,
  options: {
    readonly audience: string;
    readonly accountId: string;
    readonly rotation: boolean;
    readonly nowSeconds: number;
    readonly client: LoginClient;
    readonly secondFactor: boolean;
    readonly sessions: Pick<LoginSessionStore, 'begin'>;
  },
): Promise<Tokens> {
  const { audience, accountId, rotation, nowSeconds } = options;
  const clientId = rotation ? rotatingClientId : plainClientId;
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error(`oidc-provider has no client ${clientId}`);
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope(oidcScopes);
  grant.addResourceScope(audience, apiScope);
  const grantId = await grant.save();
  // Before the tokens, which carry its id.
  await options.sessions.begin({
    ...{ ...options.client, userId: accountId, grantId, secondFactor: options.secondFactor },
    lifetimeMs: lifetimeMsOf(clientId),
  });
  const ResourceServerModel = resourceServerClass(provider);
  const common = { client, accountId, grantId, gty: 'authorization_code' };
  const accessToken = new provider.AccessToken({ ...common, scope: apiScope });
  Object.assign(accessToken, {
    scope: apiScope,
    resourceServer: new ResourceServerModel(audience, resourceServer(audience)),
  });
  const refreshToken = new provider.RefreshToken({
    ...common,
    scope: `${oidcScopes} ${apiScope}`,
    resource: audience,
    rotations: 0,
    iiat: nowSeconds,
    authTime: nowSeconds,
  });
  return { access_token: await accessToken.save(), refresh_token: await refreshToken.save() };
}
