/**
 * Sign-in through an external OpenID Connect provider: redirect with PKCE, then a silent fetch of the
 * token for the API (PUB-024, AUTH-013). Loaded only where OIDC_ISSUER is set.
 */
import { apiScope } from '@interlude/contract';
import { UserManager, type UserManagerSettings } from 'oidc-client-ts';
import { paths } from '../paths.ts';
import type { AuthProp } from './auth-prop.ts';
import type { Tokens } from './token-storage.ts';

export type ProviderProp = Pick<AuthProp, 'domain' | 'clientId' | 'audience'>;

export interface Provider {
  /** Leaves for the provider; it comes back to `signedIn` and then goes to `returnTo`. */
  signIn(returnTo: string): Promise<void>;
  /** Ends the redirect and fetches the token silently. */
  finishSignIn(): Promise<Tokens & { readonly returnTo: string }>;
  finishSilent(): Promise<void>;
  /** Ends the session at the provider and comes back to the origin, with the client id. */
  signOut(): Promise<void>;
}

/** The parameters of the authorization request. */
export function providerSettings(provider: ProviderProp, origin: string): UserManagerSettings {
  return {
    authority: provider.domain,
    client_id: provider.clientId,
    redirect_uri: `${origin}${paths.signedIn}`,
    silent_redirect_uri: `${origin}${paths.silent}`,
    post_logout_redirect_uri: origin,
    scope: `openid profile email offline_access ${apiScope}`,
    ...(provider.audience !== '' && { extraQueryParams: { audience: provider.audience } }),
  };
}

export function createProvider(
  provider: ProviderProp,
  manager = new UserManager(providerSettings(provider, location.origin)),
): Provider {
  return {
    signIn: (returnTo) => manager.signinRedirect({ state: { returnTo } }),
    finishSignIn: async () => {
      const signedIn = await manager.signinRedirectCallback();
      const user = await manager.signinSilent({ scope: providerScope });
      const fresh = user ?? signedIn;
      return {
        token: fresh.access_token,
        refreshToken: fresh.refresh_token,
        returnTo: returnTarget(signedIn.state),
      };
    },
    finishSilent: () => manager.signinSilentCallback(),
    signOut: () =>
      manager.signoutRedirect({
        post_logout_redirect_uri: location.origin,
        extraQueryParams: { client_id: provider.clientId },
      }),
  };
}

const providerScope = `openid ${apiScope}`;

/** The path stored during the redirect; other origins are ignored. */
export function returnTarget(state: unknown): string {
  const target =
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof target === 'string' && /^\/(?!\/)/.test(target) ? target : paths.dashboard;
}
