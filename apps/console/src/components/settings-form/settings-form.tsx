/** The frame of a settings form: titled sections, and a bar with Save and Discard. */
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { t } from '../../texts/t.ts';
import { SaveRow } from '../save-row.tsx';
import { useShortcut } from '../shortcuts/use-shortcut.ts';
import { UnsavedGuard } from '../unsaved-guard.tsx';
import './settings-form.css';

interface SettingsFormProps {
  readonly label: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

export function SettingsForm(props: SettingsFormProps) {
  const { label, dirty, saving, onSave, onDiscard, children } = props;
  useShortcut({ keys: 'mod+s', label: t('Save') }, () => {
    if (dirty && !saving) onSave();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className="settings-form" aria-label={label} noValidate onSubmit={submit}>
      {children}
      <SaveRow className="settings-save" dirty={dirty} saving={saving} onDiscard={onDiscard} />
      <UnsavedGuard dirty={dirty} />
    </form>
  );
}

interface SettingsSectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** The URL hash of the section. */
  readonly id?: string;
  readonly children: ReactNode;
}

export function SettingsSection({ title, hint, id, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section className="settings-section" id={id} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {hint !== undefined && <p className="dimmed">{hint}</p>}
      {children}
    </section>
  );
}
