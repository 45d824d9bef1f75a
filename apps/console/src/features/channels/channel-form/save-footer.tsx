/** The bottom of the form: save, discard, what stands in the way, and the guard of unsaved input. */
import type { Channel } from '@interlude/contract';
import { useEffect } from 'react';
import { cannotDoText, errorText } from '../../../api/api-error.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { SaveBar } from '../../../components/save-bar/save-bar.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { text } from '../../../messages.ts';
import type { ChannelSave } from './use-channel-save.ts';
import { useFormProblems, useUnsaved } from './use-form-problems.ts';

interface SaveFooterProps {
  readonly save: ChannelSave;
  readonly isNew: boolean;
  readonly onSaved: (channel: Channel) => void;
}

export function SaveFooter({ save, onSaved }: SaveFooterProps) {
  const unsaved = useUnsaved();
  const problems = useFormProblems();
  const { saved, forgetSaved } = save;
  // The form has to be clean before its page is left, else the guard would ask.
  useEffect(() => {
    if (saved === undefined || unsaved) return;
    forgetSaved();
    onSaved(saved);
  }, [saved, unsaved, onSaved, forgetSaved]);
  return (
    <>
      <SaveBar
        item="channel"
        dirty={unsaved || save.isNew}
        saving={save.saving}
        invalidFields={problems.size}
        problem={save.failure && failureText(save.isNew, save.failure)}
        conflict={save.conflict}
        onDiscard={save.discard}
        onTakeStored={() => void save.takeStored()}
        onSaveOver={() => void save.saveOver()}
      />
      <UnsavedGuard dirty={unsaved} />
    </>
  );
}

function failureText(isNew: boolean, error: unknown): string {
  const known = Object.keys(serverFieldErrors(error)).length > 0;
  const message = known
    ? errorText(error)
    : cannotDoText(isNew ? 'create' : 'update', 'channel', error);
  return text('saveFailed', { message });
}
