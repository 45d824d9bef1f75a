/** Puts a slate into the form's channel, and waits for the job that makes it. */
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { pause } from '../../../api/pause.ts';
import { confirm, showError } from '../../../components/confirm/dialogs.ts';
import { toast } from '../../../components/toast/toast.ts';
import { text } from '../../../messages.ts';
import { t } from '../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { encodeSlate, type SlateOutcome } from './encode-slate.ts';
import { hasProfile } from './slate-problems.ts';

export interface ChosenSlate {
  readonly titleId: string;
  readonly name: string;
}

export type SlateState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'requesting'; readonly slate: ChosenSlate }
  | {
      readonly kind: 'encoding';
      readonly slate: ChosenSlate;
      readonly jobId: string;
      readonly percent: number;
    };

const idle: SlateState = { kind: 'idle' };

/** @param channelId `new` for a channel that is not saved yet (OP-77) */
export function useSlateEncoding(channelId: string) {
  const { getValues, setValue } = useFormContext<ChannelFormValues>();
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setState(idle);
  };

  const run = async (slate: ChosenSlate, signal: AbortSignal) => {
    const outcome = await encodeSlate({
      put: () => {
        const { type, profile, http } = getValues();
        const { titleId, name } = slate;
        const body = { titleId, name, channelId, channelType: type, profile, http };
        return api(routes.channelAssets.put, { body: { ...body, titleType: 'ad-slate' }, signal });
      },
      readJob: (id) => api(routes.jobs.read, { params: { id }, signal }),
      pause: (durationMs) => pause(durationMs, signal),
      onJob: (jobId) => {
        toast.success(text('slateJobStarted'));
        setState({ kind: 'encoding', slate, jobId, percent: 0 });
      },
      onProgress: (percent) =>
        setState((now) => (now.kind === 'encoding' && !signal.aborted ? { ...now, percent } : now)),
    });
    signal.throwIfAborted();
    stop();
    if (outcome.kind !== 'ready') return outcome;
    setValue('adSlateManifestUrl', outcome.url, { shouldDirty: true, shouldValidate: true });
    if (outcome.encoded) toast.success(text('slateEncoded'));
    return outcome;
  };

  const put = (slate: ChosenSlate) => {
    if (!hasProfile(getValues('profile'))) {
      const advice = t('Please select a channel type or a profile first.');
      void showError({ title: text('slateNotCreated'), text: advice, okLabel: 'OK' });
      return;
    }
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'requesting', slate });
    run(slate, controller.signal).then(
      async (outcome) => {
        if (await endsInNewTry(outcome)) put(slate);
      },
      // No message if the user chose another slate or left the page.
      () => undefined,
    );
  };
  return { state, put, stop };
}

/** Shows a failure; true when the failed jobs were archived, so that the slate can be tried again. */
async function endsInNewTry(outcome: SlateOutcome): Promise<boolean> {
  if (outcome.kind === 'ready') return false;
  if (outcome.kind === 'failed') {
    await showError({ title: outcome.title, text: outcome.text, okLabel: 'OK' });
    return false;
  }
  const title = text('slateNotCreated');
  const wording = { title, text: outcome.text, okLabel: t('Archive and try again') };
  if (!(await confirm({ ...wording, dangerous: false }))) return false;
  try {
    for (const id of outcome.jobIds) {
      await api(routes.jobs.update, { params: { id }, body: { archived: true } });
    }
    return true;
  } catch (error) {
    await showError({ title, text: errorText(error), okLabel: 'OK' });
    return false;
  }
}
