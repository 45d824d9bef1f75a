/** A password that is being chosen, with the parts of the rule that it meets. */
import { publicText } from '../texts/public-texts.ts';
import { PasswordRules } from './password-rules.tsx';
import { TextField } from './text-field.tsx';

interface NewPasswordFieldProps {
  readonly label?: string;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly error: string | undefined;
  readonly required?: boolean;
}

export function NewPasswordField(props: NewPasswordFieldProps) {
  const {
    label = publicText('newPassword'),
    password,
    onPassword,
    error,
    required = false,
  } = props;
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required={required}
      value={password}
      onText={onPassword}
      error={error}
      description={<PasswordRules password={password} />}
    />
  );
}
