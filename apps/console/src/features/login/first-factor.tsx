/** Enrols the first second factor of a person whose company requires one, before tokens are issued. */
import { type FormEvent, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import type { SecondFactorAsked } from '../../api/login.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { publicText } from '../../texts/public-texts.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAttempt } from './use-attempt.ts';

interface FirstFactorProps {
  readonly asked: SecondFactorAsked;
  readonly onDone: (tokens: { access_token: string; refresh_token: string }) => void;
  readonly onLeave: (why?: string) => void;
}

interface Begun {
  readonly step: string;
  readonly secret: string;
  readonly uri: string;
}

type Finished = { access_token: string; refresh_token: string; recoveryCodes: readonly string[] };

export function FirstFactor({ asked, onDone, onLeave }: FirstFactorProps) {
  const { step, company, passkeys } = asked;
  const [begun, setBegun] = useState<Begun>();
  const [finished, setFinished] = useState<Finished>();
  const { busy, problem, attempt } = useAttempt((error) => {
    if (errorCodeOf(error) === 'STEP_EXPIRED') onLeave(errorText(error));
  });
  const begin = (kind: 'totp' | 'passkey') =>
    publicApi(routes.auth.beginEnrolment, { body: { step, kind } });
  const addApp = async () => setBegun((await begin('totp')).totp);
  const addPasskey = async () => {
    const { passkey } = await begin('passkey');
    if (passkey === undefined) return;
    const response = await makePasskey(passkey.options);
    await finish({ enrolment: passkey.step, response: response as never });
  };
  const finish = async (answer: { enrolment: string; code?: string; response?: never }) =>
    setFinished(await publicApi(routes.auth.finishEnrolment, { body: { step, ...answer } }));

  if (finished !== undefined) {
    return (
      <>
        <h1>{publicText('recoveryCodes')}</h1>
        <RecoveryCodes codes={finished.recoveryCodes} />
        <button type="button" className="button primary wide" onClick={() => onDone(finished)}>
          {publicText('recoveryKept')}
        </button>
      </>
    );
  }
  if (begun !== undefined) {
    return (
      <ScanApp
        begun={begun}
        busy={busy}
        problem={problem}
        onCode={(code) => void attempt(() => finish({ enrolment: begun.step, code }))}
      />
    );
  }
  return (
    <>
      <h1>{publicText('setUpFactor')}</h1>
      <p className="form-text">{publicText('factorRequired', { company })}</p>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <div className="factor-choice">
        <button
          type="button"
          className="button primary wide"
          disabled={busy}
          onClick={() => void attempt(addApp)}
        >
          {publicText('useApp')}
        </button>
        {passkeys && (
          <button
            type="button"
            className="button wide"
            disabled={busy}
            onClick={() => void attempt(addPasskey)}
          >
            {publicText('useAPasskey')}
          </button>
        )}
      </div>
      <p className="form-foot">
        <button type="button" className="link" onClick={() => onLeave()}>
          {publicText('backToLogin')}
        </button>
      </p>
    </>
  );
}

function ScanApp(props: {
  readonly begun: Begun;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onCode: (code: string) => void;
}) {
  const { begun, busy, problem, onCode } = props;
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <>
      <h1>{publicText('scanCode')}</h1>
      <p className="form-text">
        {publicText('scanText')} <code>{begun.secret}</code>
      </p>
      <QrCode text={begun.uri} label={publicText('qrCode')} />
      <form onSubmit={submit} aria-label={publicText('authenticatorApp')}>
        <TextField
          label={publicText('appCode')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          autoFocus
          value={code}
          onText={setCode}
          error={problem}
        />
        <button type="submit" className="button primary wide" disabled={busy}>
          {publicText(busy ? 'checking' : 'continue')}
        </button>
      </form>
    </>
  );
}
