/** The ways out (AUTH-011 to AUTH-013, OP-06). */
import { paths } from '../paths.ts';
import { fetchAuthProp } from './auth-prop.ts';
import { tokenStorage } from './token-storage.ts';

/** The user menu's logout: through the external provider when there is one, else to the login page. */
export async function logout(): Promise<void> {
  tokenStorage.clear();
  const installation = await fetchAuthProp().catch(() => undefined);
  if (installation?.external) {
    const { createProvider } = await import('./provider.ts');
    await createProvider(installation).signOut();
    return;
  }
  location.assign(paths.login);
}
