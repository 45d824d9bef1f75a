import {
  type ChannelMode,
  channelMode,
  type ManifestType,
  manifestType,
  withMode,
} from '@interlude/contract';
import { Radio, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { FormSection, sections } from './section-list.tsx';

export function DetailsSection() {
  const { register, control, formState } = useFormContext<ChannelFormValues>();
  const { errors } = formState;
  return (
    <FormSection section={sections.details}>
      <TextInput
        className="wide"
        label="Channel Name"
        withAsterisk
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <TypeChoice value={field.value ?? 'hls-live'} onChange={field.onChange} />
        )}
      />
      <TextInput
        className="wide"
        label="API key"
        description="Viewers send it as api-key. Empty: not asked."
        autoComplete="off"
        error={errors.apiKey?.message}
        {...register('apiKey')}
      />
    </FormSection>
  );
}

type ChannelType = NonNullable<ChannelFormValues['type']>;

interface TypeChoiceProps {
  readonly value: ChannelType;
  readonly onChange: (type: ChannelType) => void;
}

/** Stored as one word; each choice rewrites its own half of it (CHE-007, CHE-008). */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <>
      <Radio.Group
        label="Manifest"
        value={manifestType(value)}
        onChange={(chosen) => {
          const manifest: ManifestType = chosen === 'dash' ? 'dash' : 'hls';
          onChange(`${manifest}-${channelMode(value)}`);
        }}
      >
        <div className="radio-row">
          <Radio value="hls" label="HLS" />
          <Radio value="dash" label="DASH" />
        </div>
      </Radio.Group>
      <Radio.Group
        label="Mode"
        value={channelMode(value)}
        onChange={(chosen) => {
          const mode: ChannelMode = chosen === 'vod' ? 'vod' : 'live';
          onChange(withMode(value, mode));
        }}
      >
        <div className="radio-row">
          <Radio value="live" label="Live" />
          <Radio value="vod" label="VoD" />
        </div>
      </Radio.Group>
    </>
  );
}
