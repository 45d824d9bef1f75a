import { useEffect, useState } from 'react';
import type { AuthProp } from '../../api/auth-prop.ts';
import type { Provider } from '../../api/provider.ts';
import { type TokenStorage, tokenStorage } from '../../api/token-storage.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import type { PublicPageProps } from '../../app/public/public-router.ts';

let running: Promise<string> | undefined;

async function finish(installation: AuthProp): Promise<string> {
  const { createProvider } = await import('../../api/provider.ts');
  return finishSignIn(createProvider(installation), tokenStorage);
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
      <FormPage title="Signing in">
        <p role="status">One moment…</p>
      </FormPage>
    );
  }
  return (
    <FormPage title="Signing in failed">
      <p className="notice bad" role="alert">
        {problem}
      </p>
      <button
        type="button"
        className="button primary wide"
        onClick={() => leaveFailedSignIn(localStorage, (path) => location.assign(path))}
      >
        Ok
      </button>
    </FormPage>
  );
}

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
