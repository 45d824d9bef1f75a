/** Where the link of an invitation leads: shows the company, and joins it when the person agrees. */
import { type FormEvent, useEffect, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { openPublicPage, type PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { NewPasswordField } from '../../ui/new-password-field.tsx';

interface OpenInvitation {
  readonly company: string;
  readonly email: string;
  readonly needsPassword: boolean;
}

export function AcceptInvitationPage({ location }: PublicPageProps) {
  const token = new URLSearchParams(location.query).get('token') ?? '';
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    publicApi(routes.invitations.read, { body: { token } }).then(setInvitation, (error: unknown) =>
      setProblem(errorText(error)),
    );
  }, [token]);
  return (
    <FormPage title={publicText('invitationTitle')}>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && invitation === undefined && (
        <p role="status">{publicText('loading')}</p>
      )}
      {invitation && <AcceptForm token={token} invitation={invitation} />}
    </FormPage>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { company, email, needsPassword } = invitation;
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { token, ...(needsPassword && { password }) };
      await publicApi(routes.invitations.accept, { body });
      openPublicPage(paths.login, publicText('joined', { company }));
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={publicText('invitationTitle')}>
      <p>{publicText('invitedTo', { email, company })}</p>
      {needsPassword && <p className="dimmed">{publicText('choosePassword')}</p>}
      {needsPassword ? (
        <NewPasswordField required password={password} onPassword={setPassword} error={problem} />
      ) : (
        problem !== undefined && (
          <p className="notice bad" role="alert">
            {problem}
          </p>
        )
      )}
      <button type="submit" className="button primary wide" disabled={busy}>
        {publicText(busy ? 'joining' : 'acceptInvitation')}
      </button>
    </form>
  );
}
