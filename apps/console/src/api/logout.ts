/** The ways out (AUTH-011 to AUTH-013, OP-06). */
import { type ClientFetch, createClient } from '@interlude/contract';
import { paths } from '../paths.ts';
import { apiBaseUrl } from './api-base.ts';
import { fetchAuthProp } from './auth-prop.ts';
import { routes } from './contract-routes.ts';
import { tokenStorage } from './token-storage.ts';

/** The session ends with its tokens; the way out does not wait for it, nor for a server that is away. */
function endSession(token: string | undefined): void {
  if (token === undefined) return;
  const headers = () => ({ authorization: `Bearer ${token}` });
  const send: ClientFetch = (url, init) => fetch(url, { ...init, keepalive: true });
  const api = createClient({ baseUrl: apiBaseUrl(globalThis.location), fetch: send, headers });
  void api(routes.loginSessions.end, { params: { id: 'current' } }).catch(() => undefined);
}

/** The user menu's logout: through the external provider when there is one, else to the login page. */
export async function logout(): Promise<void> {
  // What is under way would be refused once the session has ended.
  globalThis.stop();
  endSession(tokenStorage.token());
  tokenStorage.clear();
  const installation = await fetchAuthProp().catch(() => undefined);
  if (installation?.external) {
    const { createProvider } = await import('./provider.ts');
    await createProvider(installation).signOut();
    return;
  }
  location.assign(paths.login);
}
