import type { User, UserRole } from '@interlude/contract';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import {
  hasProblems,
  isChanged,
  isPicture,
  type ProfileValues,
  profileProblems,
  profileValues,
  savesWholeUser,
  storedProfile,
} from './profile-values.ts';
import { SubscriptionEditor } from './subscription-editor.tsx';

interface ProfileFormProps {
  readonly user: User;
  readonly role: UserRole;
  readonly companies: readonly string[];
  readonly saving: boolean;
  /** Reports the result itself; rejects when the server refuses the save. */
  readonly save: (values: ProfileValues) => Promise<void>;
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
  const problems = judged ? all : { webhookUrls: [] };
  const change = (part: Partial<ProfileValues>) => setValues({ ...values, ...part });
  const submit = async () => {
    setJudged(true);
    if (hasProblems(all)) return;
    await save(values).then(
      () => {
        setValues(storedProfile(values));
        setJudged(false);
      },
      () => undefined,
    );
  };
  return (
    <SettingsForm
      label="Profile"
      dirty={isChanged(stored, values)}
      saving={saving}
      onSave={() => void submit()}
      onDiscard={() => {
        setValues(stored);
        setJudged(false);
      }}
    >
      <SettingsSection
        title="You"
        {...(!savesWholeUser(role) && {
          hint: 'Only an Admin of your company can change name and picture.',
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
        title="Notifications"
        hint="Topics, channels and scope: your own work, or that of the whole company."
      >
        <SubscriptionEditor
          subscriptions={values.subscriptions}
          urlProblems={problems.webhookUrls}
          onChange={(subscriptions) => change({ subscriptions })}
        />
      </SettingsSection>
    </SettingsForm>
  );
}

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
        label="Name"
        autoComplete="nickname"
        maxLength={100}
        readOnly={readOnly}
        value={values.nickname}
        error={problems.nickname}
        onChange={(event) => onChange({ nickname: event.currentTarget.value })}
      />
      <TextInput label="Email" value={user.email} readOnly />
      <TextInput
        className="wide"
        label="Picture"
        type="url"
        placeholder="https://"
        readOnly={readOnly}
        value={values.picture}
        error={problems.picture}
        {...(isPicture(user.picture) && {
          leftSection: <img className="profile-picture" src={user.picture} alt="" />,
        })}
        onChange={(event) => onChange({ picture: event.currentTarget.value })}
      />
      <TextInput label="Role" value={role} readOnly />
      <TextInput
        label={companies.length === 1 ? 'Company' : 'Companies'}
        value={companies.join(', ')}
        readOnly
      />
    </div>
  );
}
