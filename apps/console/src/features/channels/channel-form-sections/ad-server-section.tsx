import { adServerSystems } from '@interlude/contract';
import { Select, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { FormSection, sections } from './section-list.tsx';

/** The systems by the names that their makers use. */
const systemNames: Readonly<Record<(typeof adServerSystems)[number], string>> = {
  gva: 'Generic VAST (gva)',
  gam: 'Google Ad Manager (gam)',
  freewheel: 'FreeWheel (freewheel)',
  spotx: 'SpotX (spotx)',
  proxy: 'Proxy (proxy)',
};

const choices = adServerSystems.map((value) => ({ value, label: systemNames[value] }));

export function AdServerSection() {
  const { register, control, formState } = useFormContext<ChannelFormValues>();
  return (
    <FormSection
      section={sections.adServer}
      hint="Asked for every break of every viewer. Without an answer the viewer sees slate or content."
    >
      <Controller
        control={control}
        name="adSource.system"
        render={({ field }) => (
          <Select
            label="Ad server system"
            data={choices}
            value={field.value ?? 'gva'}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <TextInput
        className="wide"
        label="Ad server URL"
        description="Answers VAST. Macros are filled in for each request."
        type="url"
        placeholder="https://ads.example.com/vast"
        error={formState.errors.adSource?.url?.message}
        {...register('adSource.url')}
      />
    </FormSection>
  );
}
