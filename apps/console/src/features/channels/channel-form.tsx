/** The form of a channel: sections, section list, save bar, refused saves (CHE-005, CHE-040 to CHE-043). */

import { zodResolver } from '@hookform/resolvers/zod';
import type { Channel } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { cannotDoText, errorCodeOf, errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useSession } from '../../app/session.ts';
import { SaveBar } from '../../components/save-bar/save-bar.tsx';
import { useShortcut } from '../../components/shortcuts/use-shortcut.ts';
import { toast } from '../../components/toast/toast.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { text } from '../../messages.ts';
import './channel-form.css';
import { AdServerSection } from './channel-form-sections/ad-server-section.tsx';
import { DetailsSection } from './channel-form-sections/details-section.tsx';
import { SectionList } from './channel-form-sections/section-list.tsx';
import { SourceSection } from './channel-form-sections/source-section.tsx';
import {
  type ChannelFormValues,
  channelUpdate,
  forbiddenField,
  type SavedChannelValues,
} from './channel-form-values.ts';
import { saveChannel } from './channel-queries.ts';

interface ChannelFormProps {
  /** Missing for a new channel. */
  readonly id?: string;
  readonly values: ChannelFormValues;
  readonly onSaved: (channel: Channel) => void;
  /** Reads the stored channel anew, for a save that was refused because of it. */
  readonly onReload?: () => Promise<ChannelFormValues | undefined>;
}

export function ChannelForm({ id, values, onSaved, onReload }: ChannelFormProps) {
  const form = useForm<ChannelFormValues, unknown, SavedChannelValues>({
    resolver: zodResolver(channelUpdate),
    defaultValues: values,
    mode: 'onBlur',
    reValidateMode: 'onChange',
  });
  const { isDirty, errors } = form.formState;
  const save = useSaveChannel(id);
  const [saved, setSaved] = useState<Channel>();
  // The form has to be clean before its page is left, else the guard would ask.
  useEffect(() => {
    if (saved === undefined || isDirty) return;
    setSaved(undefined);
    onSaved(saved);
  }, [saved, isDirty, onSaved]);
  const submit = form.handleSubmit((checked) =>
    save.mutate(checked, {
      onSuccess: (channel) => {
        const { updatedAt } = channel;
        form.reset({ ...form.getValues(), updatedAt });
        setSaved(channel);
        toast.success(text('saved'));
      },
      onError: (error) => {
        const refused = forbiddenField(error, checked);
        if (refused !== undefined) form.setError(refused, { message: errorText(error) });
        for (const [path, message] of Object.entries(serverFieldErrors(error))) {
          form.setError(path as 'name', { message });
        }
      },
    }),
  );
  useShortcut({ keys: 'mod+s', label: 'Save the channel' }, () => void submit());
  const conflict = errorCodeOf(save.error) === 'EDIT_CONFLICT';
  const takeStored = async () => {
    const stored = await onReload?.();
    if (stored !== undefined) form.reset(stored);
    save.reset();
  };
  const saveOver = async () => {
    const stored = await onReload?.();
    if (stored?.updatedAt !== undefined) form.setValue('updatedAt', stored.updatedAt);
    await submit();
  };
  return (
    <FormProvider {...form}>
      <form
        className="channel-form"
        aria-label="Channel"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <SectionList errors={errors} />
        <div className="channel-sections">
          <DetailsSection />
          <SourceSection />
          <AdServerSection />
          <SaveBar
            item="channel"
            dirty={isDirty || id === undefined}
            saving={save.isPending}
            invalidFields={Object.keys(errors).length}
            problem={save.error && !conflict ? saveProblem(id, save.error) : undefined}
            conflict={conflict}
            onDiscard={() => form.reset()}
            onTakeStored={() => void takeStored()}
            onSaveOver={() => void saveOver()}
          />
        </div>
      </form>
      <UnsavedGuard dirty={isDirty && saved === undefined} />
    </FormProvider>
  );
}

function useSaveChannel(id: string | undefined) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (checked: SavedChannelValues) => saveChannel({ ...checked, id }),
    onSuccess: (channel) => {
      queries.setQueryData([tenant, 'channels', 'item', channel.id], channel);
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'list'] });
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'summary'] });
    },
  });
}

function saveProblem(id: string | undefined, error: unknown): string {
  const known = Object.keys(serverFieldErrors(error)).length > 0;
  const message = known
    ? errorText(error)
    : cannotDoText(id === undefined ? 'create' : 'update', 'channel', error);
  return text('saveFailed', { message });
}
