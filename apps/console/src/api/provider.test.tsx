import { User, UserManager } from 'oidc-client-ts';
import { describe, expect, it } from 'vitest';
import { createProvider, providerSettings, returnTarget } from './provider.ts';

const prop = { domain: 'https://id.example', clientId: 'console-7', audience: 'urn:api' };
const metadata = {
  issuer: prop.domain,
  authorization_endpoint: `${prop.domain}/authorize`,
  end_session_endpoint: `${prop.domain}/logout`,
};

/** The library's own manager: only the browser's navigation is recorded instead of made. */
function recordingManager() {
  const visited: URL[] = [];
  const navigator = {
    prepare: async () => ({
      navigate: async ({ url }: { url: string }) => {
        visited.push(new URL(url));
        return { url };
      },
      close: () => undefined,
    }),
    callback: async () => undefined,
  };
  const settings = { ...providerSettings(prop, location.origin), metadata };
  return { visited, manager: new UserManager(settings, navigator) };
}

describe('an external identity provider', () => {
  it('PUB-001 PUB-024 the authorization request names the scope of the API and returns to our origin', async () => {
    const { visited, manager } = recordingManager();
    await createProvider(prop, manager).signIn('/app/dashboard');
    const query = visited[0]?.searchParams;
    expect(visited[0]?.href).toMatch(/^https:\/\/id\.example\/authorize\?/);
    expect(query?.get('scope')?.split(' ')).toContain('read_write:all');
    expect(query?.get('client_id')).toBe('console-7');
    expect(query?.get('redirect_uri')).toBe(`${location.origin}/signed-in`);
    expect(query?.get('code_challenge_method')).toBe('S256');
    expect(query?.get('audience')).toBe('urn:api');
  });

  it('PUB-024 the token is fetched silently with scope read_write:all', async () => {
    const { manager } = recordingManager();
    const profile = { sub: 'u', iss: prop.domain, aud: 'console-7', exp: 1, iat: 0 };
    const signedIn = new User({
      access_token: 'first',
      token_type: 'Bearer',
      profile,
      userState: { returnTo: '/app/jobs' },
    });
    const requested: unknown[] = [];
    manager.signinRedirectCallback = async () => signedIn;
    manager.signinSilent = async (options) => {
      requested.push(options?.scope);
      return new User({
        access_token: 'silent',
        refresh_token: 'next',
        token_type: 'Bearer',
        profile,
      });
    };
    expect(await createProvider(prop, manager).finishSignIn()).toEqual({
      token: 'silent',
      refreshToken: 'next',
      returnTo: '/app/jobs',
    });
    expect(requested).toEqual(['openid read_write:all']);
  });

  it('PUB-024 only a path of our own is a return path', () => {
    expect(returnTarget({ returnTo: '/app/jobs' })).toBe('/app/jobs');
    for (const state of [{ returnTo: 'https://evil.example' }, { returnTo: '//evil' }, undefined]) {
      expect(returnTarget(state)).toBe('/app/dashboard');
    }
  });

  it('AUTH-013 logout passes the client id and returns to the origin', async () => {
    const { visited, manager } = recordingManager();
    await createProvider(prop, manager).signOut();
    expect(visited[0]?.href).toMatch(/^https:\/\/id\.example\/logout\?/);
    expect(visited[0]?.searchParams.get('client_id')).toBe('console-7');
    expect(visited[0]?.searchParams.get('post_logout_redirect_uri')).toBe(location.origin);
  });
});
