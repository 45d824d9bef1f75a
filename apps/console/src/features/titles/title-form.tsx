/** Name, type and description of an asset; its state is read-only (AST-005 to AST-010). */
import type { Title } from '@interlude/contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useSettingsValues } from '../../components/settings-form/use-settings-values.ts';
import { t } from '../../texts/t.ts';
import { useSaveTitle } from './title-queries.ts';
import {
  newTitleState,
  type TitleProblems,
  type TitleValues,
  titleProblems,
  titleTypeChoices,
  titleTypeOf,
  titleValues,
} from './title-values.ts';

interface TitleFormProps {
  /** Left out for a new one. */
  readonly title?: Title;
  readonly onSaved: (title: Title) => void;
  readonly children?: ReactNode;
}

export function TitleForm({ title, onSaved, children }: TitleFormProps) {
  const form = useSettingsValues({ first: () => titleValues(title), check: titleProblems });
  const { values, problems } = form;
  const save = useSaveTitle(title, (saved) => {
    form.settle(titleValues(saved));
    onSaved(saved);
  });
  const submit = () => {
    const { type } = values;
    if (!form.isValid() || type === '') return;
    save.mutate(
      { values: { ...values, name: values.name.trim(), type }, over: false },
      { onError: form.refuse },
    );
  };
  return (
    <SettingsForm
      label={t('Asset')}
      dirty={form.dirty}
      saving={save.isPending}
      onSave={submit}
      onDiscard={form.discard}
    >
      <SettingsSection title={t('Metadata')}>
        <TitleFields
          values={values}
          problems={problems}
          state={title?.state ?? newTitleState}
          onChange={form.change}
        />
      </SettingsSection>
      {children}
    </SettingsForm>
  );
}

interface TitleFieldsProps {
  readonly values: TitleValues;
  readonly problems: TitleProblems;
  readonly state: string;
  readonly onChange: (changed: Partial<TitleValues>) => void;
}

function TitleFields({ values, problems, state, onChange }: TitleFieldsProps) {
  const error = (key: keyof TitleValues) =>
    problems[key] !== undefined && <span role="alert">{problems[key]}</span>;
  return (
    <div className="settings-fields">
      <TextInput
        className="wide"
        label={t('Name')}
        required
        maxLength={300}
        autoComplete="off"
        value={values.name}
        error={error('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('Type')}
        required
        placeholder={t('Choose a type')}
        data={titleTypeChoices}
        value={values.type === '' ? null : values.type}
        error={error('type')}
        onChange={(type) => onChange({ type: titleTypeOf(type) })}
      />
      <TextInput label={t('State')} value={state} readOnly />
      <TextInput
        label={t('Studio')}
        maxLength={300}
        value={values.studio}
        error={error('studio')}
        onChange={(event) => onChange({ studio: event.currentTarget.value })}
      />
      <TextInput
        label={t('Deliverer')}
        maxLength={300}
        value={values.deliverer}
        error={error('deliverer')}
        onChange={(event) => onChange({ deliverer: event.currentTarget.value })}
      />
      <Textarea
        className="wide"
        label={t('Synopsis')}
        rows={4}
        resize="vertical"
        maxLength={10_000}
        value={values.synopsis}
        error={error('synopsis')}
        onChange={(event) => onChange({ synopsis: event.currentTarget.value })}
      />
    </div>
  );
}
