/** The steps of a save: check, ask, send once, settle with what somebody else saved meanwhile. */
import type { Channel } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { errorCodeOf, errorText } from '../../../api/api-error.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { useSession } from '../../../app/session.ts';
import { toast } from '../../../components/toast/toast.ts';
import { text } from '../../../messages.ts';
import { saveChannel } from '../channel-queries.ts';
import { type ChannelFormValues, channelValues, forbiddenField } from './channel-form-values.ts';
import type { JsonTexts } from './json-texts.ts';
import { sameJson } from './same-json.ts';

interface ChannelSaveOptions {
  readonly form: UseFormReturn<ChannelFormValues>;
  readonly jsonTexts: JsonTexts;
  readonly channel: Channel | undefined;
  readonly onReload: (() => Promise<Channel | undefined>) | undefined;
}

export type ChannelSave = ReturnType<typeof useChannelSave>;

export function useChannelSave({ form, jsonTexts, channel, onReload }: ChannelSaveOptions) {
  /** The stored channel that the form began with, or that it was saved as. */
  const [stored, setStored] = useState(channel);
  const [saved, setSaved] = useState<Channel>();
  const send = useSendChannel();
  const busy = useRef(false);

  const settle = (sent: ChannelFormValues, answer: Channel) => {
    const values = channelValues(answer);
    // What was typed while the save was on its way is not part of it, and stays.
    const typedOn = !sameJson(sent, form.getValues());
    form.reset(values, { keepValues: typedOn });
    setStored(answer);
    setSaved(answer);
    toast.success(text('saved'));
  };
  const refuse = (sent: ChannelFormValues, error: unknown) => {
    const refused = forbiddenField(error, sent);
    if (refused !== undefined) form.setError(refused, { message: errorText(error) });
    for (const [path, message] of Object.entries(serverFieldErrors(error))) {
      form.setError(path as 'name', { message });
    }
  };
  const sendOnce = async (sent: ChannelFormValues, base = stored) => {
    try {
      settle(sent, await send.mutateAsync({ ...sent, id: base?.id, updatedAt: base?.updatedAt }));
    } catch (error) {
      refuse(sent, error);
    }
  };
  const submit = async (base = stored) => {
    if (busy.current) return;
    busy.current = true;
    jsonTexts.settleAll();
    await form.handleSubmit((values) => sendOnce(structuredClone(values), base))();
    busy.current = false;
  };
  const conflict = errorCodeOf(send.error) === 'EDIT_CONFLICT';
  return {
    submit: () => submit(),
    saving: send.isPending,
    failure: conflict ? undefined : (send.error ?? undefined),
    conflict,
    isNew: stored === undefined,
    saved,
    forgetSaved: () => setSaved(undefined),
    discard: () => {
      form.reset();
      jsonTexts.restoreAll();
      send.reset();
    },
    takeStored: async () => {
      const newest = await onReload?.();
      if (newest === undefined) return;
      setStored(newest);
      form.reset(channelValues(newest));
      jsonTexts.restoreAll();
      send.reset();
    },
    saveOver: async () => {
      const newest = await onReload?.();
      if (newest === undefined) return;
      setStored(newest);
      await submit(newest);
    },
  };
}

function useSendChannel() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveChannel,
    onSuccess: (channel) => {
      queries.setQueryData([tenant, 'channels', 'item', channel.id], channel);
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'list'] });
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'summary'] });
    },
  });
}
