/**
 * The steps of a save: validate, confirm, send once, and resolve a conflict with changes that another user saved
 * meanwhile.
 */
import type { Channel } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { errorCodeOf, errorText } from '../../../../api/api-error.ts';
import { serverFieldErrors } from '../../../../api/field-errors.ts';
import { useSession } from '../../../../app/session.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { text } from '../../../../messages.ts';
import { keptChannel, saveChannel } from '../../channel-queries.ts';
import { type ChannelFormValues, channelValues, forbiddenField } from '../channel-form-values.ts';
import type { JsonTexts } from '../json/json-texts.ts';
import { sameJson } from '../same-json.ts';
import { mergeValues } from './merge-values.ts';
import { confirmSave, createProfileQuestions } from './save-questions.ts';

interface ChannelSaveOptions {
  readonly form: UseFormReturn<ChannelFormValues>;
  readonly jsonTexts: JsonTexts;
  /** The stored channel by the newest reading. */
  readonly channel: Channel | undefined;
  readonly onReload: (() => Promise<Channel | undefined>) | undefined;
  /** Called instead of a save when the form's own validation fails. */
  readonly onInvalid: (errors: object) => void;
}

export type ChannelSave = ReturnType<typeof useChannelSave>;

export function useChannelSave(options: ChannelSaveOptions) {
  const { form, jsonTexts, channel, onReload, onInvalid } = options;
  const [settled, setSettled] = useState(channel);
  /** The stored channel from which the form began. */
  const stored = newestOf(settled, channel);
  const [theirs, setTheirs] = useState<Channel>();
  const [saved, setSaved] = useState<Channel>();
  const [profileQuestions] = useState(createProfileQuestions);
  const send = useSendChannel();
  const busy = useRef(false);

  /** Makes the stored channel the base of the form. */
  const settle = (sent: ChannelFormValues, answer: Channel) => {
    const values = channelValues(answer);
    // Input that was typed while the save was under way was not sent: it stays in the form.
    const { merged } = mergeValues(sent, form.getValues(), values);
    form.reset(values);
    if (!sameJson(merged, values)) form.reset(merged, { keepDefaultValues: true });
    setSettled(answer);
    setTheirs(undefined);
    setSaved(answer);
  };
  const sendOnce = async (sent: ChannelFormValues, base: Channel | undefined): Promise<void> => {
    try {
      settle(sent, await send.mutateAsync({ ...sent, id: base?.id, updatedAt: base?.updatedAt }));
      toast.success(text('saved'));
    } catch (error) {
      const kept = keptChannel(error);
      if (kept !== undefined) settle(sent, kept);
      if (kept !== undefined) return toast.error(text('saveFailed', { message: errorText(error) }));
      if (errorCodeOf(error) !== 'EDIT_CONFLICT') return showRefused(form, sent, error);
      // When the channel cannot be read, the refusal stays on the screen, and the next save reads it again.
      const newest = await onReload?.().catch(() => undefined);
      // The channel was only enabled or disabled meanwhile: there is no conflict.
      if (newest && sameSettings(newest, base)) return sendOnce(sent, newest);
      setTheirs(newest);
    }
  };
  const submit = async (base: Channel | undefined) => {
    if (busy.current) return;
    busy.current = true;
    try {
      jsonTexts.settleAll();
      await form.handleSubmit(async (values) => {
        const sent = structuredClone(values);
        if (await confirmSave(sent, base, profileQuestions)) await sendOnce(sent, base);
      }, onInvalid)();
    } finally {
      busy.current = false;
    }
  };
  /** Makes the other user's version the base of the form, with `values` as its input. */
  const beginWith = (newest: Channel, values: ChannelFormValues) => {
    setSettled(newest);
    setTheirs(undefined);
    send.reset();
    form.reset(channelValues(newest));
    form.reset(values, { keepDefaultValues: true });
    jsonTexts.restoreAll();
  };
  return {
    submit: () => submit(stored),
    saving: send.isPending,
    failure:
      theirs === undefined && !keptChannel(send.error) ? (send.error ?? undefined) : undefined,
    stored,
    saved,
    forgetSaved: () => setSaved(undefined),
    profileQuestions,
    discard: () => {
      setTheirs(undefined);
      send.reset();
      form.reset();
      jsonTexts.restoreAll();
    },
    conflict:
      theirs &&
      stored &&
      conflictOf({ form, stored, theirs, beginWith }, () => {
        setSettled(theirs);
        return submit(theirs);
      }),
  };
}

interface ConflictSides {
  readonly form: UseFormReturn<ChannelFormValues>;
  /** The stored channel from which the form began. */
  readonly stored: Channel;
  readonly theirs: Channel;
  readonly beginWith: (newest: Channel, values: ChannelFormValues) => void;
}

/** The ways out of a conflict. */
function conflictOf(
  { form, stored, theirs, beginWith }: ConflictSides,
  saveMine: () => Promise<void>,
) {
  const merge = () => mergeValues(channelValues(stored), form.getValues(), channelValues(theirs));
  return {
    theirs,
    merge,
    saveMine,
    mine: () => form.getValues(),
    keepBoth: () => beginWith(theirs, merge().merged),
    takeTheirs: () => beginWith(theirs, channelValues(theirs)),
  };
}

function useSendChannel() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveChannel,
    onSettled: (answer, error) => {
      const channel = answer ?? keptChannel(error);
      if (channel === undefined) return;
      queries.setQueryData([tenant, 'channels', 'item', channel.id], channel);
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'list'] });
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'summary'] });
    },
  });
}

function showRefused(
  form: UseFormReturn<ChannelFormValues>,
  sent: ChannelFormValues,
  error: unknown,
): void {
  const refused = forbiddenField(error, sent);
  if (refused !== undefined) form.setError(refused, { message: errorText(error) });
  for (const [path, message] of Object.entries(serverFieldErrors(error))) {
    form.setError(path as 'name', { message });
  }
}

/** The newer reading when its settings are the same, e.g. after the channel was enabled; else the settled channel. */
function newestOf(settled: Channel | undefined, read: Channel | undefined): Channel | undefined {
  if (settled === undefined || read === undefined || read.updatedAt <= settled.updatedAt) {
    return settled;
  }
  return sameSettings(read, settled) ? read : settled;
}

function sameSettings(one: Channel, other: Channel | undefined): boolean {
  return other !== undefined && sameJson(channelValues(one), channelValues(other));
}
