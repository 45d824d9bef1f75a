/** The form of a system: name, type, category and the settings of its type (SYS-002 to SYS-012). */
import type { System, SystemSetting, SystemTypeName } from '@interlude/contract';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { SaveBar } from '../../components/save-bar/save-bar.tsx';
import { SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useShortcut } from '../../components/shortcuts/use-shortcut.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { BitmovinCheck } from './bitmovin-check.tsx';
import { SettingField } from './setting-field.tsx';
import { useSystemChoices, useSystemSettings } from './system-queries.ts';
import { TypeFields } from './type-fields.tsx';
import { type SystemEditor, useSystemEditor } from './use-system-editor.ts';
import './systems.css';

interface SystemFormProps {
  /** Missing for a new system. */
  readonly system?: System;
  readonly onSaved: (system: System) => void;
  /** Reads the stored system again after an edit conflict. */
  readonly onReload?: () => Promise<System | undefined>;
}

export function SystemForm({ system, onSaved, onReload }: SystemFormProps) {
  const editor = useSystemEditor({ system, onSaved, onReload });
  const { values, dirty } = editor;
  const choices = useSystemChoices();
  const schema = useSystemSettings(values.type);
  const { waiting, save } = useSaveOfLoaded(editor, schema);
  const submit = () => save('submit');
  useShortcut({ keys: 'mod+s', label: t('Save the system') }, submit);
  const problems = editor.problems(schema.data ?? []);
  return (
    <form
      className="settings-form system-form"
      aria-label={t('System')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SettingsSection title={t('Details')}>
        <div className="settings-fields">
          <TextInput
            className="wide"
            label={t('Name')}
            withAsterisk
            autoComplete="off"
            maxLength={200}
            error={problems['name']}
            value={values.name}
            onChange={(event) => editor.setName(event.currentTarget.value)}
            onBlur={() => editor.touch('name')}
          />
          <TypeFields
            type={values.type}
            choices={choices.data}
            locked={system?.builtIn === true}
            onType={editor.setType}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Settings')}>
        <SettingFields
          editor={editor}
          fields={schema.data}
          problems={problems}
          error={schema.error}
          onRetry={() => void schema.refetch()}
        />
        {values.type === 'bitmovin' && (
          <BitmovinCheck id={system?.id} settings={values.settings} saved={!dirty} />
        )}
      </SettingsSection>
      <SaveBar
        item="system"
        dirty={dirty || system === undefined}
        saving={editor.saving || waiting}
        invalidFields={Object.keys(problems).length}
        problem={editor.failure && text('saveFailed', { message: editor.failure })}
        conflict={editor.conflict}
        onDiscard={editor.discard}
        onTakeStored={() => void editor.takeStored()}
        onSaveOver={() => save('saveOver')}
      />
      <UnsavedGuard dirty={dirty && !editor.leaving} />
    </form>
  );
}

interface Asked {
  readonly how: 'submit' | 'saveOver';
  readonly type: SystemTypeName;
}

/**
 * Saves with the settings of the chosen type. While their schema loads, the save waits for it: it says which values are
 * required. The save is dropped when the schema cannot be loaded, which the form reports in place of the settings, and
 * when another type is chosen meanwhile.
 */
function useSaveOfLoaded(
  editor: SystemEditor,
  { data, error }: Pick<ReturnType<typeof useSystemSettings>, 'data' | 'error'>,
) {
  const { type } = editor.values;
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    if (asked === undefined) return;
    const isOfType = asked.type === type;
    if (isOfType && data === undefined && error === null) return;
    setAsked(undefined);
    if (isOfType && data !== undefined) void editor[asked.how](data);
  });
  return {
    waiting: asked !== undefined,
    save: (how: Asked['how']) => setAsked({ how, type }),
  };
}

interface SettingFieldsProps {
  readonly editor: SystemEditor;
  readonly fields: readonly SystemSetting[] | undefined;
  readonly problems: Readonly<Record<string, string>>;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function SettingFields({ editor, fields, problems, error, onRetry }: SettingFieldsProps) {
  if (fields === undefined) {
    return error === null ? <FieldsSkeleton /> : <FieldsFailure error={error} onRetry={onRetry} />;
  }
  if (fields.length === 0) return <p className="dimmed">{t('This type has no settings.')}</p>;
  return (
    <div className="settings-fields">
      {fields.map((setting) => (
        <SettingField
          // A secret field keeps state: each type and each reset has its own instance.
          key={`${editor.values.type} ${setting.name} ${editor.round}`}
          setting={setting}
          settings={editor.values.settings}
          stored={editor.storedSettings}
          error={problems[`settings.${setting.name}`]}
          onChange={(value) => editor.setSetting(setting.name, value)}
          onBlur={() => editor.touch(`settings.${setting.name}`)}
        />
      ))}
    </div>
  );
}

function FieldsSkeleton() {
  return (
    <div role="status" aria-label={t('Loading the settings')} className="fields-skeleton">
      {['40%', '100%', '40%', '100%'].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name
        <span key={line} className="skeleton" style={{ width }} />
      ))}
    </div>
  );
}

function FieldsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="note" role="alert">
      <p className="bad">{text('loadFailed', { message: errorText(error) })}</p>
      <Button variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  );
}
