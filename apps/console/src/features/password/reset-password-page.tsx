import { type FormEvent, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { openPublicPage, type PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
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
      openPublicPage(paths.login, publicText('passwordSet'));
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <FormPage title={publicText('newPasswordTitle')}>
      <form onSubmit={(event) => void submit(event)} aria-label={publicText('newPasswordTitle')}>
        <NewPasswordField required password={password} onPassword={setPassword} error={problem} />
        <button type="submit" className="button primary wide" disabled={busy || token === ''}>
          {publicText(busy ? 'saving' : 'setPassword')}
        </button>
      </form>
      <p className="form-foot">
        {token === '' && `${publicText('tokenMissing')} `}
        <a href={paths.forgotPassword}>{publicText('newMail')}</a>
      </p>
    </FormPage>
  );
}
