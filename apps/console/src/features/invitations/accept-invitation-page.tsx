/** Where the link of an invitation leads: shows the company, and joins it when the person agrees. */
import { type FormEvent, useEffect, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { openPublicPage, type PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
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
    <FormPage title="Accept invitation">
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && invitation === undefined && <p role="status">Loading…</p>}
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
      const { message } = await publicApi(routes.invitations.accept, { body });
      openPublicPage(paths.login, message);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Accept invitation">
      <p>
        <strong>{email}</strong> has been invited to <strong>{company}</strong>.
      </p>
      {needsPassword && (
        <p className="dimmed">
          Choose a password. If you have registered with this address yourself, enter that one.
        </p>
      )}
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
        {busy ? 'Joining…' : 'Accept invitation'}
      </button>
    </form>
  );
}
