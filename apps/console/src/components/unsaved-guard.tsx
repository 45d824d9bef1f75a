/** Asks before unsaved form input is lost: by links, Back or closing the tab. */
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { t } from '../texts/t.ts';
import { Dialog } from '../ui/dialog.tsx';

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    withResolver: true,
    enableBeforeUnload: dirty,
  });
  const keep = () => blocker.reset?.();
  return (
    <Dialog
      opened={blocker.status === 'blocked'}
      role="alertdialog"
      title={t('Discard unsaved changes?')}
      onClose={keep}
      actions={
        <>
          <Button variant="default" onClick={keep}>
            {t('Keep editing')}
          </Button>
          <Button color="red.8" onClick={() => blocker.proceed?.()}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      <p style={{ margin: 0, color: 'var(--dimmed)' }}>{t('Your changes have not been saved.')}</p>
    </Dialog>
  );
}
