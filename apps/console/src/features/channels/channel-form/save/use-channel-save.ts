/** The steps of a save: validate, confirm, send once, and settle with what somebody else saved meanwhile. */
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
  /** As it is stored, by the newest reading. */
  readonly channel: Channel | undefined;
  readonly onReload: (() => Promise<Channel | undefined>) | undefined;
  /** A save was refused by the form itself. */
  readonly onInvalid: (errors: object) => void;
}

export type ChannelSave = ReturnType<typeof useChannelSave>;

export function useChannelSave(options: ChannelSaveOptions) {
  const { form, jsonTexts, channel, onReload, onInvalid } = options;
  const [settled, setSettled] = useState(channel);
  /** What the form began with. */
  const stored = newestOf(settled, channel);
  const [theirs, setTheirs] = useState<Channel>();
  const [saved, setSaved] = useState<Channel>();
  const [profileQuestions] = useState(createProfileQuestions);
  const send = useSendChannel();
  const busy = useRef(false);

  /** The form is an edit of what is stored now. */
  const settle = (sent: ChannelFormValues, answer: Channel) => {
    const values = channelValues(answer);
    // What was typed while the save was on its way is not part of it, and stays.
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
      // Unread, the refusal stays on the screen, and the next save reads theirs again.
      const newest = await onReload?.().catch(() => undefined);
      // Enabled or disabled meanwhile, and otherwise as it was: there is nothing to settle.
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
  /** From now on the form is an edit of what they saved. */
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
  /** What the form began with. */
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

/** The newer reading, when it differs in nothing that is edited here: a channel may be enabled meanwhile. */
function newestOf(settled: Channel | undefined, read: Channel | undefined): Channel | undefined {
  if (settled === undefined || read === undefined || read.updatedAt <= settled.updatedAt) {
    return settled;
  }
  return sameSettings(read, settled) ? read : settled;
}

function sameSettings(one: Channel, other: Channel | undefined): boolean {
  return other !== undefined && sameJson(channelValues(one), channelValues(other));
}
