/** One setting of the channel: input, what it does in the stream, what is wrong with it; the search finds it. */
import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  type PasswordInputProps,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ChannelFormValues, SettingName } from './channel-form-values.ts';
import { JsonSetting } from './json/json-setting.tsx';
import { SettingFrame } from './setting-frame.tsx';

interface SettingBasics {
  readonly name: SettingName;
  readonly label: string;
  /** What the stream will do, in a sentence or two. */
  readonly help: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  /** Over both columns; kinds url, textarea and json are always. */
  readonly wide?: boolean;
  readonly placeholder?: string;
  /** Called after the form has the value that was just entered: for settings that change others. */
  readonly onChanged?: (value: unknown) => void;
}

interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

interface NumberSetting extends SettingBasics {
  readonly kind: 'number';
  readonly min?: number;
  readonly max?: number;
  /** Shown after the number, e.g. `s`. */
  readonly unit?: string;
  /** Takes digits only. */
  readonly whole?: boolean;
  /** Emptied, the value is null. */
  readonly optional?: boolean;
}

interface JsonSettingProps extends SettingBasics {
  readonly kind: 'json';
  /** One or two lines instead of an editor: for short lists. */
  readonly compact?: boolean;
  /** Buttons beside Format. */
  readonly tools?: ReactNode;
}

export type SettingFieldProps =
  | (SettingBasics & { readonly kind?: 'text' | 'url' | 'textarea' | 'secret' | 'switch' })
  | (SettingBasics & {
      readonly kind: 'choice' | 'choices';
      readonly choices: readonly SettingChoice[];
    })
  | NumberSetting
  | JsonSettingProps;

export function SettingField(props: SettingFieldProps) {
  const { name, label, help, kind, wide = kind === 'url' || kind === 'textarea' } = props;
  return (
    <SettingFrame
      {...{ name, label, help }}
      wide={wide || (props.kind === 'json' && !props.compact)}
    >
      {props.kind === 'json' ? <JsonSetting {...props} /> : <Input {...props} />}
    </SettingFrame>
  );
}

/** Help stands below the input: the inputs of a row line up. */
const inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

function Input(props: Exclude<SettingFieldProps, JsonSettingProps>) {
  const { name, label, help, required = false, disabled = false, readOnly = false } = props;
  const { control } = useFormContext<ChannelFormValues>();
  const { field, fieldState } = useController({ name, control });
  const { onBlur, ref, value } = field;
  const change = (next: unknown) => {
    field.onChange(next);
    props.onChanged?.(next);
  };
  const shared = { disabled, error: fieldState.error?.message ?? null, onBlur, ref };
  if (props.kind === 'switch') {
    return <OnOff {...{ props, framed: shared, value, change }} />;
  }
  const framed = {
    ...shared,
    label,
    description: help,
    inputWrapperOrder,
    withAsterisk: required,
    placeholder: props.placeholder ?? '',
    readOnly,
  };
  if (props.kind === 'number') return <Amount {...{ props, framed, value, change }} />;
  if (props.kind === 'choice' || props.kind === 'choices') {
    return <Choice {...{ props, framed, value, change }} />;
  }
  const written = {
    ...framed,
    autoComplete: 'off',
    spellCheck: false,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  if (props.kind === 'textarea') {
    return <Textarea {...written} autosize minRows={2} maxRows={12} size="xs" />;
  }
  if (props.kind === 'secret') return <Secret {...written} label={label} />;
  return <TextInput {...written} type={props.kind === 'url' ? 'url' : 'text'} />;
}

/** Hidden from whoever looks on; no password of the browser's own is offered. */
function Secret({ label, ...written }: PasswordInputProps & { readonly label: string }) {
  return (
    <PasswordInput
      {...written}
      label={label}
      autoComplete="new-password"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
    />
  );
}

interface InputParts<Props> {
  readonly props: Props;
  readonly framed: object;
  readonly value: unknown;
  readonly change: (next: unknown) => void;
}

/** The help is apart from the label: it is no part of the switch's name. */
function OnOff({ props, framed, value, change }: InputParts<SettingBasics>) {
  const helpId = useId();
  return (
    <div className="setting-switch">
      <Switch
        {...framed}
        label={props.label}
        aria-describedby={helpId}
        checked={value === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <p id={helpId}>{props.help}</p>
    </div>
  );
}

function Amount({ props, framed, value, change }: InputParts<NumberSetting>) {
  const { min, max, unit, whole = false, optional = false } = props;
  return (
    <NumberInput
      {...framed}
      // Arrow keys step; the buttons for it are too small to be hit.
      hideControls
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      allowDecimal={!whole}
      allowNegative={min === undefined || min < 0}
      clampBehavior="none"
      suffix={unit === undefined ? '' : ` ${unit}`}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => change(next === '' && optional ? null : next)}
    />
  );
}

function Choice({
  props,
  framed,
  value,
  change,
}: InputParts<SettingBasics & { kind: 'choice' | 'choices'; choices: readonly SettingChoice[] }>) {
  const data = [...props.choices];
  return props.kind === 'choice' ? (
    <Select {...framed} data={data} value={String(value ?? '')} onChange={change} />
  ) : (
    <MultiSelect
      {...framed}
      size="xs"
      clearable
      data={data}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={change}
    />
  );
}
