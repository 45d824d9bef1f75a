/** For tests of single sections: a form over a channel, and its values. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { type ChannelFormValues, channelUpdate, newChannelValues } from './channel-form-values.ts';

export interface ShownForm {
  values(): ChannelFormValues;
  /** Whether the values are valid; errors appear at their fields. */
  check(): Promise<boolean>;
}

interface FormOfProps {
  readonly values: Partial<ChannelFormValues>;
  readonly onForm: (form: ShownForm) => void;
  readonly children: ReactNode;
}

export function FormOf({ values, onForm, children }: FormOfProps) {
  const form = useForm<ChannelFormValues>({
    resolver: zodResolver(channelUpdate) as never,
    defaultValues: {
      ...newChannelValues(),
      name: 'News',
      sourceManifestUrl: 'https://origin.example/live.m3u8',
      ...values,
    },
  });
  onForm(shownForm(form));
  return <FormProvider {...form}>{children}</FormProvider>;
}

function shownForm(form: UseFormReturn<ChannelFormValues>): ShownForm {
  return { values: () => form.getValues(), check: () => form.trigger() };
}
