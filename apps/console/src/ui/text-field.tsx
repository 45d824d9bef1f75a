/** A labelled input of the public pages: description, error, and a switch to show a password. */
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { publicText } from '../texts/public-texts.ts';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> {
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly error?: string | undefined;
  readonly description?: ReactNode;
  /** Right of the label, e.g. a link. */
  readonly aside?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, onText, error, description, aside, type, ...input } = props;
  const id = useId();
  const [visible, setVisible] = useState(false);
  const isPassword = type === 'password';
  const described = [error && `${id}-error`, description && `${id}-text`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type={isPassword && visible ? 'text' : type}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        {isPassword && (
          <button
            type="button"
            className="field-eye"
            aria-label={publicText(visible ? 'hidePassword' : 'showPassword')}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            {publicText(visible ? 'hide' : 'show')}
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {description !== undefined && (
        <div className="field-text" id={`${id}-text`}>
          {description}
        </div>
      )}
    </div>
  );
}
