/** The upload of a slate's file into the form's channel (SLATE-005, SLATE-019, SLATE-021). */
import type { SlateUpload } from '@interlude/contract/api';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { showError } from '../../../components/confirm/dialogs.ts';
import { toast } from '../../../components/toast/toast.ts';
import { useUpload } from '../../../components/upload/use-upload.ts';
import { text } from '../../../messages.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { mayPass } from './send-in-chunks.ts';
import { sendSlate } from './send-slate.ts';
import { slateFileProblem, uploadProblemText } from './slate-problems.ts';
import type { UploadStage } from './upload-events.ts';

interface SlateUploadOptions {
  readonly channelId: string;
  readonly onUploaded: (upload: SlateUpload, file: File) => void;
}

/** A file, and the id of its upload at the server, with which another try goes on. */
interface Sending {
  readonly file: File;
  readonly uploadId: string;
}

export function useSlateUpload({ channelId, onUploaded }: SlateUploadOptions) {
  const { getValues } = useFormContext<ChannelFormValues>();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [stage, setStage] = useState<UploadStage>();
  const sending = useRef<Sending>(undefined);
  const upload = useUpload<SlateUpload>({
    onDone: (answer) => {
      const sent = sending.current?.file;
      forget();
      toast.success(text('slateUploaded'));
      if (sent !== undefined) onUploaded(answer, sent);
    },
    onFailed: (error) => {
      // After a failure that does not pass, another try needs a new upload; otherwise it goes on where this one ended.
      if (!mayPass(error)) sending.current = undefined;
      void showError({
        title: text('uploadErrorTitle'),
        text: uploadProblemText(error),
        okLabel: 'OK',
      });
    },
  });
  const forget = () => {
    sending.current = undefined;
    setFile(undefined);
    setProblem(undefined);
    upload.reset();
  };
  const start = (chosen: File) => {
    const { type = 'hls-live', profile, http = false } = getValues();
    const begun = sending.current?.file === chosen ? sending.current : undefined;
    const now = begun ?? { file: chosen, uploadId: newUploadId() };
    sending.current = now;
    setStage(undefined);
    const facts = { channelId, channelType: type, profile, http };
    upload.start(sendSlate({ ...now, facts, isBegun: begun !== undefined, onStage: setStage }));
  };
  const choose = (chosen: File | undefined) => {
    forget();
    const found = chosen && slateFileProblem(chosen, getValues('profile'));
    if (chosen === undefined) return;
    if (found === undefined) {
      setFile(chosen);
      start(chosen);
      return;
    }
    setProblem(found);
    void showError({ title: text('uploadErrorTitle'), text: found, okLabel: 'OK' });
  };
  return { file, problem, stage, state: upload.state, cancel: upload.cancel, choose, start };
}

/** `crypto.randomUUID` exists in secure contexts only; a plain http host in a local network has none. */
function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
