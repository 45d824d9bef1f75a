import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { FormSection, sections } from './section-list.tsx';

export function SourceSection() {
  const { register, formState } = useFormContext<ChannelFormValues>();
  return (
    <FormSection section={sections.source} hint="The stream that viewers would get without ads.">
      <TextInput
        className="wide"
        label="Source manifest URL"
        withAsterisk
        type="url"
        placeholder="https://origin.example.com/live/master.m3u8"
        error={formState.errors.sourceManifestUrl?.message}
        {...register('sourceManifestUrl')}
      />
    </FormSection>
  );
}
