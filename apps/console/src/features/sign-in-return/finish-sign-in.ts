/** The end of a sign-in at an external provider (PUB-024, PUB-025). */
import type { Provider } from '../../api/provider.ts';
import type { TokenStorage } from '../../api/token-storage.ts';

/** Stores the token that was fetched silently and gives the path to open. */
export async function finishSignIn(
  provider: Pick<Provider, 'finishSignIn'>,
  storage: TokenStorage,
): Promise<string> {
  const { returnTo, ...tokens } = await provider.finishSignIn();
  storage.store(tokens);
  return returnTo;
}

/** After the message was read: signed out, storage emptied, back at the origin. */
export function leaveFailedSignIn(
  storage: Pick<Storage, 'clear'>,
  open: (path: string) => void,
): void {
  storage.clear();
  open('/');
}
