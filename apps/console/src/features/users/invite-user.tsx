/** The sub-screen that invites a person by e-mail (USR-002 to USR-005). */
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

interface InviteUserProps {
  /** Resolves once the mail is on its way. */
  readonly invite: (email: string) => Promise<unknown>;
  readonly onLeave: () => void;
}

export function InviteUser({ invite, onLeave }: InviteUserProps) {
  const [email, setEmail] = useState('');
  const [invited, setInvited] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (address === '') return setProblem(text('emailRequired'));
    setBusy(true);
    setProblem(undefined);
    try {
      await invite(address);
      setInvited(address);
      toast.success(text('invited', { email: address }));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setEmail('');
    setInvited(undefined);
  };
  return (
    <form
      className="invite-form"
      aria-labelledby="invite-title"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="invite-title">{t('Invite User')}</h2>
      <p className="dimmed">
        {t(
          'The person receives a mail with a link and becomes a Viewer of this company by accepting.',
        )}
      </p>
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="off"
        autoFocus
        value={email}
        readOnly={invited !== undefined}
        error={problem && <span role="alert">{problem}</span>}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {invited !== undefined && (
        <p className="invite-done" role="status">
          {text('invited', { email: invited })}{' '}
          <button type="button" onClick={again}>
            {t('Invite another')}
          </button>
        </p>
      )}
      <div className="invite-actions">
        <Button type="submit" disabled={invited !== undefined || busy}>
          {busy ? t('Inviting…') : t('Invite')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {invited === undefined ? t('Cancel') : t('Back')}
        </Button>
      </div>
    </form>
  );
}
