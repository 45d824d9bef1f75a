/** Settings whose switch or checkbox is no flag of the form: the opposite of a flag, or whether a part is there. */
import type { SettingPath } from '@interlude/contract';
import { Checkbox, Switch } from '@mantine/core';
import { useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { withHmac } from '../setting-changes.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { searchTexts, settingAt } from '../setting-texts.ts';

/** The checkbox says the opposite of the setting (CHE-050). */
export function GrowingPlaylist() {
  const { control } = useFormContext<ChannelFormValues>();
  const { field } = useController({ control, name: 'startAtDvrWindow' });
  return (
    <SettingToggle
      name="startAtDvrWindow"
      control="checkbox"
      on={field.value === false}
      onChange={(growing) => field.onChange(!growing)}
    />
  );
}

/** Off removes the settings of HMAC from the channel (CHE-034). */
export function UseHmac() {
  const { control, getValues, setValue } = useFormContext<ChannelFormValues>();
  const on = useWatch({ control, name: 'authentication.hmac' }) !== undefined;
  const change = (next: boolean) =>
    setValue('authentication', withHmac(getValues('authentication'), next), {
      shouldDirty: true,
      shouldValidate: true,
    });
  return <SettingToggle name="authentication.hmac" control="switch" on={on} onChange={change} />;
}

interface SettingToggleProps {
  readonly name: SettingPath;
  readonly control: 'switch' | 'checkbox';
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function SettingToggle({ name, control, on, onChange }: SettingToggleProps) {
  const helpId = useId();
  const setting = settingAt(name);
  const Input = control === 'switch' ? Switch : Checkbox;
  return (
    <SettingFrame name={name} texts={searchTexts(setting)} wide={control === 'switch'}>
      <div className="setting-switch">
        <Input
          label={setting.label}
          aria-describedby={helpId}
          checked={on}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <p id={helpId}>{setting.help}</p>
      </div>
    </SettingFrame>
  );
}
