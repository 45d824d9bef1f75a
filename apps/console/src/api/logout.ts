/** Logout, with and without an external identity provider (AUTH-011 to AUTH-013, OP-06). */
import { paths } from '../paths.ts';
import { stopRequests } from './api.ts';
import { apiBaseUrl } from './api-base.ts';
import { fetchAuthProp } from './auth-prop.ts';
import { routes } from './contract-routes.ts';
import { tokenStorage } from './token-storage.ts';

/** Ends the login session at the server. The logout does not wait for the answer, and ignores a failure. */
function endSession(token: string | undefined): void {
  if (token === undefined) return;
  const { method, path } = routes.loginSessions.end;
  const url = apiBaseUrl(location) + path.replace(':id', 'current');
  const headers = { authorization: `Bearer ${token}` };
  void fetch(url, { method, headers, keepalive: true }).catch(() => undefined);
}

/** The user menu's logout: through the external provider when there is one, else to the login page. */
export async function logout(): Promise<void> {
  stopRequests();
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
