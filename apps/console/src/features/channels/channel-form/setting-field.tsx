/** One setting of the channel, as its descriptor has it: input, help, error; the search finds it. */
import type { SettingInput, SettingPath } from '@interlude/contract';
import { inputOf } from '@interlude/contract';
import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  type PasswordInputProps,
  Select,
  Switch,
  TextInput,
} from '@mantine/core';
import { useId } from 'react';
import { type FieldPath, useController, useFormContext } from 'react-hook-form';
import { known, t } from '../../../texts/t.ts';
import type { ChannelFormValues } from './channel-form-values.ts';
import { JsonSetting } from './json/json-setting.tsx';
import { changesAfter } from './setting-changes.ts';
import { SettingFrame } from './setting-frame.tsx';
import { helpOf, searchTexts, settingAt } from './setting-texts.ts';

interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

export interface SettingFieldProps {
  readonly name: SettingPath & FieldPath<ChannelFormValues>;
  /** Instead of the descriptor's texts, where they depend on other settings. */
  readonly help?: string;
  readonly example?: string;
  readonly choices?: readonly SettingChoice[];
  readonly disabled?: boolean;
}

/** Settings over both columns, beside addresses and JSON, which always are. */
const wide: ReadonlySet<SettingPath> = new Set<SettingPath>([
  'name',
  'http',
  'sourceHeaders',
  'cohortsEnabled',
  'passThroughCaidSegmentation',
  'enablePreRoll',
  'preRoll.useDifferentAdServer',
  'segmentationConfiguration.scte35IsHexNotBase64',
  'enableServerSideBeacons',
  'hlsSuppressTags',
  'isUsingAdSlate',
  'profile.useAudioNormalization',
  'schedulerExternalId',
  'overwriteGroupId',
]);

const required: ReadonlySet<SettingPath> = new Set<SettingPath>(['name', 'sourceManifestUrl']);

export function SettingField(props: SettingFieldProps) {
  const { name } = props;
  const setting = settingAt(name);
  const input = inputOf(setting.schema, setting.control);
  const isWide = wide.has(name) || input.kind === 'url' || input.kind === 'json';
  const { label, choices = {}, unit, example } = setting;
  const text: FieldText = {
    label,
    help: helpOf(setting),
    example: example ?? '',
    unit,
    choices: Object.entries(choices).map(([value, each]) => ({ value, label: each })),
    ...props,
  };
  return (
    <SettingFrame name={name} texts={searchTexts(setting)} wide={isWide}>
      {input.kind === 'json' || input.kind === 'json-line' ? (
        <JsonSetting name={name} label={label} help={text.help} compact={input.kind !== 'json'} />
      ) : (
        <Input text={text} input={input} />
      )}
    </SettingFrame>
  );
}

interface FieldText {
  readonly name: SettingFieldProps['name'];
  readonly label: string;
  readonly help: string;
  readonly example: string;
  readonly unit: string | undefined;
  readonly choices: readonly SettingChoice[];
  readonly disabled?: boolean;
}

/** Help is below the input: the inputs of a row line up. */
const inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

/** Writes a value, and the values that follow from it. */
function useChange(name: SettingFieldProps['name']): (value: unknown) => void {
  const { getValues, setValue } = useFormContext<ChannelFormValues>();
  return (value) => {
    for (const [path, becomes] of changesAfter(name, value, getValues())) {
      setValue(path as SettingFieldProps['name'], becomes as never, {
        shouldDirty: true,
        shouldValidate: true,
      });
    }
  };
}

function Input({ text, input }: { text: FieldText; input: SettingInput }) {
  const { name, label, help, disabled = false } = text;
  const { control } = useFormContext<ChannelFormValues>();
  const { field, fieldState } = useController({ name, control });
  const changeOthers = useChange(name);
  const { onBlur, ref, value } = field;
  const change = (next: unknown) => {
    if (next === value) return;
    field.onChange(next);
    changeOthers(next);
  };
  const shared = {
    disabled,
    error: known(fieldState.error?.message ?? '') || null,
    onBlur,
    ref,
  };
  const parts = { text, value, change };
  if (input.kind === 'switch') return <OnOff {...parts} framed={shared} />;
  const framed = {
    ...shared,
    label,
    description: help,
    inputWrapperOrder,
    withAsterisk: required.has(name),
    placeholder: text.example,
  };
  if (input.kind === 'number') return <Amount {...parts} framed={framed} input={input} />;
  if (input.kind === 'choice' || input.kind === 'choices') {
    return <Choice {...parts} framed={framed} input={input} />;
  }
  const written = {
    ...framed,
    autoComplete: 'off',
    spellCheck: false,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  if (input.kind === 'secret') return <Secret {...written} label={label} />;
  return <TextInput {...written} type={input.kind === 'url' ? 'url' : 'text'} />;
}

/** Hidden from onlookers; the browser offers no password of its own. */
function Secret({ label, ...written }: PasswordInputProps & { readonly label: string }) {
  return (
    <PasswordInput
      {...written}
      label={label}
      autoComplete="new-password"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('Show {label}', { label }) }}
    />
  );
}

interface InputParts {
  readonly text: FieldText;
  readonly framed: object;
  readonly value: unknown;
  readonly change: (next: unknown) => void;
}

/** The help is apart from the label: it is no part of the switch's name. */
function OnOff({ text, framed, value, change }: InputParts) {
  const helpId = useId();
  return (
    <div className="setting-switch">
      <Switch
        {...framed}
        label={text.label}
        aria-describedby={helpId}
        checked={value === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <p id={helpId}>{text.help}</p>
    </div>
  );
}

type Of<Kind extends SettingInput['kind']> = Extract<SettingInput, { kind: Kind }>;

function Amount({ text, framed, value, change, input }: InputParts & { input: Of<'number'> }) {
  const { min, max, whole, nullable } = input;
  // OP-16: of a percentage digits alone are accepted while typing.
  const digitsOnly = whole && text.unit === '%';
  return (
    <NumberInput
      {...framed}
      // Arrow keys step; the buttons for it are too small to be hit.
      hideControls
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      // A sign or a point is taken, and refused by the schema: without it the input would be another number.
      allowDecimal={!digitsOnly}
      allowNegative={!digitsOnly}
      clampBehavior="none"
      suffix={text.unit === undefined ? '' : ` ${text.unit}`}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => change(next === '' && nullable ? null : next)}
    />
  );
}

function Choice({
  text,
  framed,
  value,
  change,
  input,
}: InputParts & { input: Of<'choice' | 'choices'> }) {
  const data =
    text.choices.length > 0
      ? [...text.choices]
      : input.values.map((each) => ({ value: each, label: each }));
  return input.kind === 'choice' ? (
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
