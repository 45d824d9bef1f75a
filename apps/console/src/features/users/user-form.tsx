/** Name and role of a user; a refused save restores the stored values (USR-006, USR-007, USR-011). */
import type { User } from '@interlude/contract';
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { t } from '../../texts/t.ts';
import { roleChoices, type UserFormValues, userChange, userFormValues } from './user-records.ts';

interface UserFormProps {
  readonly user: User;
  /** The user's own record: the name is changed by its owner alone. */
  readonly own: boolean;
  readonly saving: boolean;
  /** Reports the result itself; rejects when the server refuses the save. */
  readonly save: (change: ReturnType<typeof userChange>) => Promise<unknown>;
  /** Sections between the fields and the save bar. */
  readonly children?: ReactNode;
}

export function UserForm({ user, own, saving, save, children }: UserFormProps) {
  const stored = userFormValues(user);
  const [values, setValues] = useState<UserFormValues>(stored);
  const [problem, setProblem] = useState<string>();
  const change = userChange(stored, values);
  const choices = roleChoices(stored.role);
  const restore = () => {
    setValues(stored);
    setProblem(undefined);
  };
  const submit = async () => {
    if (change.nickname === '') return setProblem(t('I should not be empty!'));
    await save(change).catch(restore);
  };
  return (
    <SettingsForm
      label={t('User')}
      dirty={Object.keys(change).length > 0}
      saving={saving}
      onSave={() => void submit()}
      onDiscard={restore}
    >
      <SettingsSection title={t('Details')}>
        <div className="settings-fields">
          <TextInput
            label={t('Name')}
            autoComplete="off"
            maxLength={100}
            readOnly={!own}
            {...(!own && { description: t('Users change their name in their own profile.') })}
            value={values.nickname}
            error={problem}
            onChange={(event) => {
              setValues({ ...values, nickname: event.currentTarget.value });
              setProblem(undefined);
            }}
          />
          <TextInput label={t('Email')} value={user.email} readOnly />
          <Select
            label={t('Role')}
            placeholder={t('No role yet')}
            {...(values.role === null && {
              description: t('A user without a role cannot use the console.'),
            })}
            data={choices}
            value={values.role}
            onChange={(chosen) => {
              const role = choices.find(({ value }) => value === chosen)?.value ?? null;
              setValues({ ...values, role });
            }}
          />
        </div>
      </SettingsSection>
      {children}
    </SettingsForm>
  );
}
