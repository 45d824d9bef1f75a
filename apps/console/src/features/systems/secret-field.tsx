/**
 * A secret setting: shown as dots, the stored value is never shown (SYS-006, OP-30). Until it is edited, and when it is
 * emptied again, the form holds the server's placeholder.
 */
import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../texts/t.ts';

interface SecretFieldProps {
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly error: string | undefined;
  /** The stored value: the placeholder, or ''. */
  readonly stored: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** The help is below the input, so that the inputs of a row align. */
export const fieldOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

const dots = '••••••••••••';

export function SecretField(props: SecretFieldProps) {
  const { label, help, required, error, stored, value, onChange, onBlur } = props;
  const isSet = stored !== '';
  const kept = isSet && value === stored;
  const [removed, setRemoved] = useState(false);
  const willGo = isSet && value === '' && removed;
  const noteId = useId();
  const remove = (gone: boolean) => {
    setRemoved(gone);
    onChange(gone ? '' : stored);
  };
  return (
    <div className="secret-field">
      <PasswordInput
        label={label}
        withAsterisk={required}
        description={help || undefined}
        inputWrapperOrder={fieldOrder}
        placeholder={kept ? dots : ''}
        autoComplete="new-password"
        spellCheck={false}
        aria-describedby={noteId}
        error={error}
        value={kept ? '' : value}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setRemoved(false);
          onChange(typed === '' ? stored : typed);
        }}
        onBlur={onBlur}
        visibilityToggleButtonProps={{
          'aria-label': t('Show or hide {label}', { label }),
          tabIndex: 0,
        }}
      />
      <p className="secret-note" id={noteId} data-set={kept || undefined}>
        {noteText({ isSet, kept, willGo })}
        {isSet && !required && kept && (
          <NoteButton onClick={() => remove(true)}>{t('Remove')}</NoteButton>
        )}
        {willGo && <NoteButton onClick={() => remove(false)}>{t('Keep')}</NoteButton>}
      </p>
    </div>
  );
}

function noteText({ isSet, kept, willGo }: Record<'isSet' | 'kept' | 'willGo', boolean>): string {
  if (kept) return t('Set. Type to replace it.');
  if (willGo) return t('Will be removed when you save.');
  return isSet ? t('Will be replaced when you save.') : t('Not set.');
}

function NoteButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="transparent" size="compact-xs" onClick={onClick}>
      {children}
    </Button>
  );
}
