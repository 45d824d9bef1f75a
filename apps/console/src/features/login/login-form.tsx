import type { FormEvent } from 'react';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { LoginFailure } from './login-failure.ts';

interface LoginFormProps {
  readonly values: { readonly email: string; readonly password: string };
  readonly onEmail: (email: string) => void;
  readonly onPassword: (password: string) => void;
  readonly onSubmit: (event: FormEvent) => void;
  readonly busy: boolean;
  readonly failure: LoginFailure | undefined;
}

export function LoginForm(props: LoginFormProps) {
  const { values, onEmail, onPassword, onSubmit, busy, failure } = props;
  return (
    <form onSubmit={onSubmit} aria-label={publicText('login')}>
      <TextField
        label={publicText('email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={values.email}
        onText={onEmail}
      />
      <TextField
        label={publicText('password')}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={values.password}
        onText={onPassword}
        aside={<a href={paths.forgotPassword}>{publicText('forgotPassword')}</a>}
      />
      {failure && <FailureNote failure={failure} />}
      <button type="submit" className="button primary wide" disabled={busy}>
        {publicText(busy ? 'loggingIn' : 'login')}
      </button>
    </form>
  );
}

export function FailureNote({ failure }: { failure: LoginFailure }) {
  return (
    <p className="notice bad" role="alert">
      {failure.lead !== undefined && <strong>{failure.lead}</strong>}
      {failure.lead !== undefined && ' '}
      <span>{failure.message}</span>
    </p>
  );
}
