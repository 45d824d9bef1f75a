import { type FormEvent, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { openPublicPage, type PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { NewPasswordField } from '../../ui/new-password-field.tsx';

/** Sets a new password with the token of the mail. */
export function ResetPasswordPage({ location }: PublicPageProps) {
  const token = new URLSearchParams(location.query).get('token') ?? '';
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await publicApi(routes.auth.resetPassword, { body: { token, password } });
      openPublicPage(paths.login, 'Your new password is set. You can log in with it now.');
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <FormPage title="Set a new password">
      <form onSubmit={(event) => void submit(event)} aria-label="Set a new password">
        <NewPasswordField required password={password} onPassword={setPassword} error={problem} />
        <button type="submit" className="button primary wide" disabled={busy || token === ''}>
          {busy ? 'Saving…' : 'Set password'}
        </button>
      </form>
      <p className="form-foot">
        {token === '' && 'The link is incomplete: it has no token. '}
        <a href={paths.forgotPassword}>Request a new mail</a>
      </p>
    </FormPage>
  );
}
