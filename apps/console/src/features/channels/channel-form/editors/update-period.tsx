/** Seconds between two reloads of the source: rounded and clamped on leaving the field (CHE-020, OP-17). */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { roundedPeriod } from '../setting-changes.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { searchTexts, settingAt } from '../setting-texts.ts';

const name = 'minimumSourceUpdatePeriod';

export function UpdatePeriod() {
  const { control } = useFormContext<ChannelFormValues>();
  const { label, help, ...setting } = settingAt(name);
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    const period = typed === undefined ? undefined : roundedPeriod(typed);
    if (period !== undefined) {
      field.onChange(period);
      setTyped(undefined);
    }
    field.onBlur();
  };
  const type = (text: string) => {
    setTyped(text);
    const period = roundedPeriod(text);
    // A text that is no number stays in the form, where the schema refuses it.
    field.onChange(period === undefined ? text : period);
  };
  return (
    <SettingFrame name={name} texts={searchTexts({ ...setting, label, help })}>
      <TextInput
        ref={field.ref}
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? String(field.value ?? '')}
        error={fieldState.error?.message ?? null}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
    </SettingFrame>
  );
}
