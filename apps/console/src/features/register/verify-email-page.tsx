import { useEffect, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';

type Outcome =
  | { readonly kind: 'waiting' | 'verified' }
  | { readonly kind: 'failed'; readonly text: string };

/** One exchange per token and page load, also when React mounts twice. */
let requested: { readonly token: string; readonly outcome: Promise<Outcome> } | undefined;

function verify(token: string): Promise<Outcome> {
  if (requested?.token === token) return requested.outcome;
  const outcome = publicApi(routes.auth.verifyEmail, { body: { token } }).then(
    (): Outcome => ({ kind: 'verified' }),
    (error: unknown): Outcome => ({ kind: 'failed', text: errorText(error) }),
  );
  requested = { token, outcome };
  return outcome;
}

/** Where the link of the verification mail leads. */
export function VerifyEmailPage({ location }: PublicPageProps) {
  const token = new URLSearchParams(location.query).get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'waiting' });
  useEffect(() => {
    void verify(token).then(setOutcome);
  }, [token]);
  return (
    <FormPage title={publicText('verifyTitle')}>
      {outcome.kind === 'waiting' && <p role="status">{publicText('verifying')}</p>}
      {outcome.kind === 'verified' && (
        <p className="notice" role="status">
          {publicText('verified')}
        </p>
      )}
      {outcome.kind === 'failed' && (
        <p className="notice bad" role="alert">
          {outcome.text}
        </p>
      )}
      <p className="form-foot">
        <a className="button primary" href={paths.login}>
          {publicText('login')}
        </a>
      </p>
    </FormPage>
  );
}
