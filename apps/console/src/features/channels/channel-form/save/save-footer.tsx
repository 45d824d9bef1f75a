/** The bottom of the form: save, discard, conflicts and problems, and the guard of unsaved input. */
import type { Channel } from '@interlude/contract';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { cannotDoText, errorText } from '../../../../api/api-error.ts';
import { serverFieldErrors } from '../../../../api/field-errors.ts';
import { ProblemSummary } from '../../../../components/problem-summary/problem-summary.tsx';
import { SaveBar } from '../../../../components/save-bar/save-bar.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { text } from '../../../../messages.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { useFormTools } from '../form-tools.ts';
import { useFormProblems, useUnsaved } from '../use-form-problems.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import type { ChannelSave } from './use-channel-save.ts';
import { useFooterHeight } from './use-footer-height.ts';

interface SaveFooterProps {
  readonly save: ChannelSave;
  readonly onSaved: (channel: Channel) => void;
}

export function SaveFooter({ save, onSaved }: SaveFooterProps) {
  const { control } = useFormContext<ChannelFormValues>();
  const { submitCount } = useFormState({ control });
  const unsaved = useUnsaved();
  const problems = useFormProblems();
  const { showSetting } = useFormTools();
  const { saved, forgetSaved, conflict, failure } = save;
  const isNew = save.stored === undefined;
  const footer = useRef<HTMLDivElement>(null);
  useFooterHeight(footer);
  // The page is left only when the form has no unsaved input: the guard would ask.
  useEffect(() => {
    if (saved === undefined || unsaved) return;
    forgetSaved();
    onSaved(saved);
  }, [saved, unsaved, onSaved, forgetSaved]);
  const summed = submitCount > 0 && problems.size > 0;
  const said = summed && Object.keys(serverFieldErrors(failure)).length > 0;
  return (
    <div ref={footer} className="channel-footer" tabIndex={-1}>
      {conflict !== undefined && <ConflictPanel conflict={conflict} saving={save.saving} />}
      {summed && <ProblemSummary problems={problems} onShow={showSetting} />}
      <SaveBar
        item="channel"
        dirty={unsaved || isNew}
        saving={save.saving}
        invalidFields={problems.size}
        problem={failure && !said ? failureText(isNew, failure) : undefined}
        conflict={false}
        onDiscard={save.discard}
        onTakeStored={nothing}
        onSaveOver={nothing}
      />
      <ProfileDialog questions={save.profileQuestions} />
      <UnsavedGuard dirty={unsaved} />
    </div>
  );
}

/** Unused: conflicts are resolved in ConflictPanel. */
const nothing = () => undefined;

function failureText(isNew: boolean, error: unknown): string {
  const known = Object.keys(serverFieldErrors(error)).length > 0;
  const message = known
    ? errorText(error)
    : cannotDoText(isNew ? 'create' : 'update', 'channel', error);
  return text('saveFailed', { message });
}
