/** Renders the open question of `dialogs.ts`; mounted once in the app. */
import { Button } from '@mantine/core';
import { useStore } from '../../app/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { questions } from './dialogs.ts';

export function DialogHost() {
  const question = useStore(questions)[0];
  if (question === undefined) return null;
  const { kind, title, text, okLabel, cancelLabel, dangerous, answer } = question;
  const isQuestion = kind === 'confirm';
  return (
    <Dialog
      key={question.id}
      opened
      role="alertdialog"
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          {isQuestion && (
            <Button variant="default" onClick={() => answer(false)}>
              {cancelLabel}
            </Button>
          )}
          <Button
            {...(dangerous && { color: 'red.8' })}
            data-autofocus
            onClick={() => answer(true)}
          >
            {okLabel}
          </Button>
        </>
      }
    >
      <p style={{ margin: 0, color: 'var(--dimmed)', whiteSpace: 'pre-line' }}>{text}</p>
    </Dialog>
  );
}
