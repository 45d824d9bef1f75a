/**
 * The login step after the password: shows the second factor, or enrols the first one where the company requires it.
 * Loaded when needed.
 */
import { type FormEvent, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import type { SecondFactorAsked } from '../../api/login.ts';
import { showPasskey } from '../../api/passkeys.ts';
import { publicText } from '../../texts/public-texts.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FirstFactor } from './first-factor.tsx';
import { useAttempt } from './use-attempt.ts';

export interface LoginTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface SecondFactorStepProps {
  readonly asked: SecondFactorAsked;
  readonly onDone: (tokens: LoginTokens) => void;
  /** Back to the password; `why` is the sentence about a step that has expired. */
  readonly onLeave: (why?: string) => void;
}

export function SecondFactorStep(props: SecondFactorStepProps) {
  return props.asked.kinds.length === 0 ? <FirstFactor {...props} /> : <ShowFactor {...props} />;
}

function ShowFactor({ asked, onDone, onLeave }: SecondFactorStepProps) {
  const { step, kinds, passkeys } = asked;
  const [code, setCode] = useState('');
  const { busy, problem, attempt } = useAttempt((error) => {
    if (errorCodeOf(error) === 'STEP_EXPIRED') onLeave(errorText(error));
  });
  const hasApp = kinds.includes('totp');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => onDone(await show({ code })));
  };
  const show = (proof: object) =>
    publicApi(routes.auth.showSecondFactor, { body: { step, ...proof } });
  const givePasskey = async () => {
    const begun = await publicApi(routes.auth.askForPasskey, { body: { step } });
    const response = await showPasskey(begun.options);
    onDone(await show({ passkey: { step: begun.step, response } }));
  };
  return (
    <>
      <h1>{publicText('secondFactor')}</h1>
      {kinds.includes('passkey') && passkeys && (
        <button
          type="button"
          className="button primary wide"
          disabled={busy}
          onClick={() => void attempt(givePasskey)}
        >
          {publicText('usePasskey')}
        </button>
      )}
      <form onSubmit={submit} aria-label={publicText('secondFactor')}>
        <TextField
          label={publicText(hasApp ? 'codeOrRecovery' : 'recoveryCode')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          autoFocus={hasApp}
          value={code}
          onText={setCode}
          error={problem}
        />
        <button
          type="submit"
          className={hasApp ? 'button primary wide' : 'button wide'}
          disabled={busy}
        >
          {publicText(busy ? 'checking' : 'continue')}
        </button>
      </form>
      <p className="form-foot">
        <button type="button" className="link" onClick={() => onLeave()}>
          {publicText('backToLogin')}
        </button>
      </p>
    </>
  );
}
