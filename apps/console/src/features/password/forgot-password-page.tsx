import { type FormEvent, useState } from 'react';
import { sendPasswordReset } from '../../api/account-mails.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { TextField } from '../../ui/text-field.tsx';

/** Requests the mail with which a person sets a new password (OP-72). */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ message: string; failed: boolean }>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await sendPasswordReset(email);
      setOutcome({ message: text('passwordResetSent'), failed: false });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setOutcome({ message: text('passwordResetFailed', { error: reason }), failed: true });
    }
    setBusy(false);
  };
  return (
    <FormPage title={publicText('forgotTitle')} text={publicText('forgotText')}>
      <form onSubmit={(event) => void submit(event)} aria-label={publicText('forgotTitle')}>
        <TextField
          label={publicText('email')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onText={setEmail}
        />
        {outcome && (
          <p className={outcome.failed ? 'notice bad' : 'notice'} role="status">
            {outcome.message}
          </p>
        )}
        <button type="submit" className="button primary wide" disabled={busy}>
          {publicText(busy ? 'sending' : 'sendMail')}
        </button>
      </form>
      <p className="form-foot">
        <a href={paths.login}>{publicText('backToLoginPage')}</a>
      </p>
    </FormPage>
  );
}
