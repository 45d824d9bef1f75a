/** Opens the dialog that schedules a mail of the page; it is loaded at the first click. */
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { t } from '../../../texts/t.ts';
import type { ResolvedReport } from '../card-settings.ts';
import type { ReportView } from '../use-report-view.ts';
import type { MailedPage } from './mail-values.ts';

const NewMailDialog = lazy(async () => ({
  default: (await import('./new-mail-dialog.tsx')).NewMailDialog,
}));

interface MailButtonProps {
  readonly view: ReportView;
  /** All of the page; undefined while they are loading. */
  readonly reports: readonly ResolvedReport[] | undefined;
}

export function MailButton({ view, reports }: MailButtonProps) {
  const { user } = useSession();
  const [page, setPage] = useState<MailedPage>();
  const { periods, channelIds, savedView, settingsOf: settings } = view;
  const open = (shown: readonly ResolvedReport[]) =>
    setPage({
      name: savedView.opened?.name ?? t('Reports'),
      ...{ reports: shown, settings, periods, channelIds, userId: user.id },
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={14} stroke={1.7} />}
        aria-haspopup="dialog"
        disabled={reports === undefined}
        onClick={() => reports && open(reports)}
      >
        {t('Mail')}
      </Button>
      {page && (
        <Suspense>
          <NewMailDialog page={page} onClose={() => setPage(undefined)} />
        </Suspense>
      )}
    </>
  );
}
