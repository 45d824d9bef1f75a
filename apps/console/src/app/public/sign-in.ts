/** The login button: the external provider when there is one, else the own login page (OP-01). */
import type { AuthProp } from '../../api/auth-prop.ts';
import { paths } from '../../paths.ts';
import { openPublicPage } from './public-router.ts';

export async function signIn(installation: AuthProp | undefined): Promise<void> {
  if (!installation?.external) return openPublicPage(paths.login);
  const { createProvider } = await import('../../api/provider.ts');
  await createProvider(installation).signIn(paths.dashboard);
}
