import { type FormEvent, lazy, Suspense, useState } from 'react';
import { publicApi } from '../../api/api.ts';
import { takesRegistrations } from '../../api/auth-prop.ts';
import { logIn, type SecondFactorAsked } from '../../api/login.ts';
import { createPkce } from '../../api/pkce.ts';
import { tokenStorage } from '../../api/token-storage.ts';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { SplicePicture } from '../../ui/splice-picture.tsx';
import { type LoginFailure, loginFailure } from './login-failure.ts';
import { LoginForm } from './login-form.tsx';
import type { LoginTokens } from './second-factor-step.tsx';
import { VerificationOffer } from './verification-offer.tsx';

/** Loaded for people who have a second factor, or need one. */
const SecondFactorStep = lazy(async () => ({
  default: (await import('./second-factor-step.tsx')).SecondFactorStep,
}));

interface OpenStep {
  readonly asked: SecondFactorAsked;
  readonly done: (tokens: LoginTokens) => void;
}

/** The card comes in after this time (PUB-026). */
export const cardDelayMs = 100;

export function LoginPage({ location, installation, productName, onSignIn }: PublicPageProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginFailure>();
  const [offer, setOffer] = useState(false);
  const [step, setStep] = useState<OpenStep>();
  // The app leads here with `?second-factor` when a session was not renewed for lack of a second factor.
  const isSent = new URLSearchParams(location.query).has('second-factor');
  const notice = location.notice ?? (isSent ? publicText('factorNotice') : undefined);
  const secondFactor = (asked: SecondFactorAsked) =>
    new Promise<LoginTokens>((done) => setStep({ asked, done }));
  const leaveStep = (why?: string) => {
    setStep(undefined);
    setBusy(false);
    setPassword('');
    setFailure(why === undefined ? undefined : { message: why, offersVerification: false });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      // The app's code loads while the server checks the password; if it cannot, the app loads it again.
      void import('../../app/start-app.tsx').catch(() => undefined);
      await logIn(
        { email, password },
        { api: publicApi, storage: tokenStorage, createPkce, secondFactor },
      );
      globalThis.location.assign(paths.dashboard);
    } catch (error) {
      setStep(undefined);
      const mapped = loginFailure(error);
      setFailure(mapped);
      setOffer(mapped.offersVerification);
      setBusy(false);
    }
  };
  return (
    <div className="split">
      <section className="split-form">
        <div className="card-in" style={{ animationDelay: `${cardDelayMs}ms` }}>
          {step !== undefined ? (
            <Suspense fallback={<p role="status">{publicText('oneMoment')}</p>}>
              <SecondFactorStep asked={step.asked} onDone={step.done} onLeave={leaveStep} />
            </Suspense>
          ) : (
            <>
              <h1>{publicText('signInTo', { product: productName })}</h1>
              {notice !== undefined && (
                <p className="notice" role="status">
                  {notice}
                </p>
              )}
              <LoginForm
                values={{ email, password }}
                onEmail={setEmail}
                onPassword={setPassword}
                onSubmit={(event) => void submit(event)}
                busy={busy}
                failure={failure}
              />
              {installation?.external && (
                <button type="button" className="button wide" onClick={onSignIn}>
                  {publicText('withProvider')}
                </button>
              )}
              {takesRegistrations(installation) && (
                <p className="form-foot">
                  {publicText('newHere')}{' '}
                  <a href={paths.register}>{publicText('registerCompany')}</a>
                </p>
              )}
            </>
          )}
        </div>
      </section>
      <section className="split-picture" aria-hidden="true">
        <SplicePicture />
      </section>
      {offer && failure && (
        <VerificationOffer
          email={email}
          message={failure.message}
          onClose={() => setOffer(false)}
        />
      )}
    </div>
  );
}
