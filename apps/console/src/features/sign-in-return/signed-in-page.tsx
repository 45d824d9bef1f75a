import { useEffect, useState } from 'react';
import type { AuthProp } from '../../api/auth-prop.ts';
import { tokenStorage } from '../../api/token-storage.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import type { PublicPageProps } from '../../app/public/public-page.ts';
import { finishSignIn, leaveFailedSignIn } from './finish-sign-in.ts';

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
