/** The field of a setting, by its schema (SYS-004). */
import type { SystemSetting } from '@interlude/contract';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { fieldOrder, SecretField } from './secret-field.tsx';
import { type SettingValue, type SettingValues, shownValue } from './system-values.ts';

interface SettingFieldProps {
  readonly setting: SystemSetting;
  readonly settings: SettingValues;
  /** The stored settings. */
  readonly stored: SettingValues;
  readonly error: string | undefined;
  readonly onChange: (value: SettingValue) => void;
  readonly onBlur: () => void;
}

export function SettingField(props: SettingFieldProps) {
  const { setting, settings, stored, error, onChange, onBlur } = props;
  const { name, label, help, kind, required = false } = setting;
  const value = shownValue(setting, settings);
  const shared = {
    label,
    description: help || undefined,
    inputWrapperOrder: fieldOrder,
    withAsterisk: required,
    error,
    onBlur,
  };
  switch (kind) {
    case 'secret':
      return (
        <SecretField
          {...{ label, help, required, error, onChange, onBlur }}
          stored={String(stored[name] ?? '')}
          value={String(value)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...(setting.choices ?? [])]}
          value={String(value) || null}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'boolean':
      return (
        <Switch
          label={label}
          description={help || undefined}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          className={kind === 'url' ? 'wide' : ''}
          type={kind === 'url' ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
