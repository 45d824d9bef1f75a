/** Another profile may mean other encodings: both are shown before it is saved (CHE-024). */
import { Button } from '@mantine/core';
import { useStore } from '../../../../app/store.ts';
import { JsonDiff } from '../../../../components/json-diff/json-diff.tsx';
import { text } from '../../../../messages.ts';
import { t } from '../../../../texts/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { ProfileQuestionStore } from './save-questions.ts';

export function ProfileDialog({ questions }: { questions: ProfileQuestionStore }) {
  const question = useStore(questions);
  if (question === undefined) return null;
  const { before, after, answer } = question;
  return (
    <Dialog
      opened
      role="alertdialog"
      title={t('Save the changed profile?')}
      width={980}
      onClose={() => answer(false)}
      actions={
        <>
          <Button variant="default" onClick={() => answer(false)}>
            {t('Cancel')}
          </Button>
          <Button data-autofocus onClick={() => answer(true)}>
            {t('Save profile')}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{text('profileChanged')}</p>
      <JsonDiff
        before={{ label: t('Old profile'), value: before }}
        after={{ label: t('New profile'), value: after }}
      />
    </Dialog>
  );
}
