import { type ClientFetch, createClient } from '@interlude/contract/api';
import { useEffect, useState } from 'react';
import { apiBaseUrl } from '../../api/api-base.ts';
import type { AuthProp } from '../../api/auth-prop.ts';
import { routes } from '../../api/contract-routes.ts';
import type { Provider } from '../../api/provider.ts';
import { type TokenStorage, tokenStorage } from '../../api/token-storage.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { publicText } from '../../texts/public-texts.ts';

let running: Promise<string> | undefined;

async function finish(installation: AuthProp): Promise<string> {
  const { createProvider } = await import('../../api/provider.ts');
  return finishSignIn(createProvider(installation), tokenStorage, (token) => {
    const headers = () => ({ authorization: `Bearer ${token}` });
    const send: ClientFetch = (url, init) => fetch(url, init);
    const api = createClient({ baseUrl: apiBaseUrl(globalThis.location), fetch: send, headers });
    return api(routes.users.readMembership, {});
  });
}

/** Where the external provider sends the browser back to. */
export function SignedInPage({ installation }: PublicPageProps) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (installation === undefined) return;
    running ??= finish(installation);
    running.then(
      (path) => location.replace(path),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [installation]);
  if (problem === undefined) {
    return (
      <FormPage title={publicText('signingIn')}>
        <p role="status">{publicText('oneMoment')}</p>
      </FormPage>
    );
  }
  return (
    <FormPage title={publicText('signingInFailed')}>
      <p className="notice bad" role="alert">
        {problem}
      </p>
      <button
        type="button"
        className="button primary wide"
        onClick={() => leaveFailedSignIn(localStorage, (path) => location.assign(path))}
      >
        {publicText('ok')}
      </button>
    </FormPage>
  );
}

/** Stores the token that was fetched silently, and the user's claims by this installation. @returns the path to open */
export async function finishSignIn(
  provider: Pick<Provider, 'finishSignIn'>,
  storage: TokenStorage,
  readMembership: (token: string) => Promise<object>,
): Promise<string> {
  const { returnTo, ...tokens } = await provider.finishSignIn();
  const member = await readMembership(tokens.token);
  storage.store(tokens);
  storage.storeMember(JSON.stringify(member));
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
