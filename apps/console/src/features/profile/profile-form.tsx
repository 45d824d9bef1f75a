import type { User, UserRole } from '@interlude/contract';
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { languageChoices, languageOf } from '../../components/language-choices.ts';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { t } from '../../texts/t.ts';
import {
  hasProblems,
  isChanged,
  isPicture,
  type ProfileValues,
  profileProblems,
  profileValues,
  savesWholeUser,
} from './profile-values.ts';
import { SubscriptionEditor } from './subscription-editor.tsx';
import { SubscriptionFoot } from './subscription-foot.tsx';
import { editableSubscription } from './subscription-form.ts';

interface ProfileFormProps {
  readonly user: User;
  readonly role: UserRole;
  readonly companies: readonly string[];
  readonly saving: boolean;
  /** Reports the result itself; gives the values as stored; rejects when the server refuses the save. */
  readonly save: (values: ProfileValues) => Promise<ProfileValues>;
  /** Sections between the user's data and the subscriptions. */
  readonly children?: ReactNode;
}

export function ProfileForm(props: ProfileFormProps) {
  const { user, role, companies, saving, save, children } = props;
  const stored = profileValues(user);
  const [values, setValues] = useState(stored);
  // Problems are shown from the first save on, not while typing.
  const [judged, setJudged] = useState(false);
  const all = profileProblems(values, role);
  const problems = judged ? all : { subscriptions: [] };
  const change = (part: Partial<ProfileValues>) => setValues({ ...values, ...part });
  const submit = async () => {
    setJudged(true);
    if (hasProblems(all)) return;
    await save(values).then(
      (saved) => {
        setValues(savedValues(saved));
        setJudged(false);
      },
      () => undefined,
    );
  };
  return (
    <SettingsForm
      label={t('Profile')}
      dirty={isChanged(stored, values)}
      saving={saving}
      onSave={() => void submit()}
      onDiscard={() => {
        setValues(stored);
        setJudged(false);
      }}
    >
      <SettingsSection
        title={t('You')}
        {...(!savesWholeUser(role) && {
          hint: t('Only an Admin of your company can change name and picture.'),
        })}
      >
        <OwnData
          user={user}
          role={role}
          companies={companies}
          values={values}
          problems={problems}
          onChange={change}
        />
      </SettingsSection>
      {children}
      <SettingsSection
        id="subscriptions"
        title={t('Notifications')}
        hint={t(
          'Topics, channels and scope: what you made or changed, or all of the company. What you subscribe to appears in Notifications, too.',
        )}
      >
        <SubscriptionEditor
          subscriptions={values.subscriptions}
          problems={problems.subscriptions}
          onChange={(subscriptions) => change({ subscriptions })}
          foot={({ id }) => (
            <SubscriptionFoot
              stored={user.app_metadata.subscriptions.find((each) => id !== '' && each.id === id)}
              email={user.email}
            />
          )}
        />
      </SettingsSection>
    </SettingsForm>
  );
}

/** The person has chosen no language: that of the company applies. */
const asCompany = { value: 'company', label: t('As the company') };

/** The saved values without the fields that only the server sets. */
const savedValues = (saved: ProfileValues): ProfileValues => ({
  ...saved,
  subscriptions: saved.subscriptions.map(editableSubscription),
});

interface OwnDataProps extends Pick<ProfileFormProps, 'user' | 'role' | 'companies'> {
  readonly values: ProfileValues;
  readonly problems: { readonly nickname?: string; readonly picture?: string };
  readonly onChange: (part: Partial<ProfileValues>) => void;
}

function OwnData({ user, role, companies, values, problems, onChange }: OwnDataProps) {
  const readOnly = !savesWholeUser(role);
  return (
    <div className="settings-fields">
      <TextInput
        label={t('Name')}
        autoComplete="nickname"
        maxLength={100}
        readOnly={readOnly}
        value={values.nickname}
        error={problems.nickname}
        onChange={(event) => onChange({ nickname: event.currentTarget.value })}
      />
      <TextInput label={t('Email')} value={user.email} readOnly />
      <TextInput
        className="wide"
        label={t('Picture')}
        type="url"
        placeholder={t('https://')}
        readOnly={readOnly}
        value={values.picture}
        error={problems.picture}
        {...(isPicture(user.picture) && {
          leftSection: <img className="profile-picture" src={user.picture} alt="" />,
        })}
        onChange={(event) => onChange({ picture: event.currentTarget.value })}
      />
      <Select
        label={t('Language')}
        description={t('Of the console and of mails to you.')}
        allowDeselect={false}
        value={values.language ?? asCompany.value}
        data={[asCompany, ...languageChoices]}
        onChange={(chosen) => onChange({ language: languageOf(chosen) ?? null })}
      />
      <TextInput label={t('Role')} value={role} readOnly />
      <TextInput
        label={companies.length === 1 ? t('Company') : t('Companies')}
        value={companies.join(', ')}
        readOnly
      />
    </div>
  );
}
