import { type FormEvent, useState } from 'react';
import { takesRegistrations } from '../../api/auth-prop.ts';
import { FormPage } from '../../app/public/form-page.tsx';
import { openPublicPage, type PublicPageProps } from '../../app/public/public-router.ts';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  type RegisterProblem,
  type RegisterValues,
  register,
  registerFailure,
  registerProblem,
} from './register-form.ts';
import { TermsDialog } from './terms-dialog.tsx';

const empty: RegisterValues = { company: '', email: '', password: '', terms: false };

export function RegisterPage({ installation, productName }: PublicPageProps) {
  if (!takesRegistrations(installation)) return <RegistrationClosed />;
  return (
    <FormPage title={publicText('registerCompany')} text={publicText('registerText')}>
      <RegisterForm
        onRegister={register}
        onDone={() => openPublicPage(paths.login, text('registered', { product: productName }))}
      />
      <p className="form-foot">
        {publicText('registeredAlready')} <a href={paths.login}>{publicText('login')}</a>
      </p>
    </FormPage>
  );
}

function RegistrationClosed() {
  return (
    <FormPage title={publicText('registerCompany')}>
      <p className="notice" role="status">
        {publicText('registrationClosed')}
      </p>
      <p className="form-foot">
        {publicText('registeredAlready')} <a href={paths.login}>{publicText('login')}</a>
      </p>
    </FormPage>
  );
}

interface RegisterFormProps {
  readonly onRegister: (values: RegisterValues) => Promise<void>;
  readonly onDone: () => void;
}

export function RegisterForm({ onRegister, onDone }: RegisterFormProps) {
  const [values, setValues] = useState(empty);
  const [problem, setProblem] = useState<RegisterProblem>();
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<RegisterValues>) => setValues({ ...values, ...change });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = registerProblem(values);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await onRegister(values);
      onDone();
    } catch (error) {
      setProblem(registerFailure(error instanceof Error ? error.cause : error));
    }
    setBusy(false);
  };
  const errorOf = (field: RegisterProblem['field']) =>
    problem?.field === field ? problem.message : undefined;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={publicText('register')}>
      <TextField
        label={publicText('company')}
        autoComplete="organization"
        value={values.company}
        onText={(company) => set({ company })}
        error={errorOf('company')}
      />
      <TextField
        label={publicText('email')}
        type="email"
        autoComplete="username"
        value={values.email}
        onText={(email) => set({ email })}
        error={errorOf('email')}
      />
      <NewPasswordField
        label={publicText('password')}
        password={values.password}
        onPassword={(password) => set({ password })}
        error={errorOf('password')}
      />
      <TermsCheck
        accepted={values.terms}
        onAccept={(terms) => set({ terms })}
        error={errorOf('terms')}
      />
      {problem?.field === 'form' && (
        <p className="notice bad" role="alert">
          {problem.message}
        </p>
      )}
      <button type="submit" className="button primary wide" disabled={busy}>
        {publicText(busy ? 'registering' : 'getStarted')}
      </button>
    </form>
  );
}

interface TermsCheckProps {
  readonly accepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
  readonly error: string | undefined;
}

function TermsCheck({ accepted, onAccept, error }: TermsCheckProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className="field">
      <div className="check">
        <input
          id="terms"
          type="checkbox"
          checked={accepted}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'terms-error'}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
        <span>
          <label htmlFor="terms">{publicText('acceptThe')}</label>{' '}
          <button type="button" className="link" onClick={() => setOpened(true)}>
            {publicText('terms')}
          </button>
        </span>
      </div>
      {error !== undefined && (
        <p className="field-error" id="terms-error" role="alert">
          {error}
        </p>
      )}
      <TermsDialog opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}
