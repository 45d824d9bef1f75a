/** Shares a card with people without sign-in, where the role may. */
import { operators } from '@interlude/contract';
import { ActionIcon } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { t } from '../../../texts/t.ts';
import type { CardSettings, ResolvedReport } from '../card-settings.ts';
import type { ReportView } from '../use-report-view.ts';

interface ShareButtonProps {
  readonly report: ResolvedReport;
  readonly view: ReportView;
  readonly settings: CardSettings;
}

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

export function ShareButton({ report, view, settings }: ShareButtonProps) {
  const [opened, setOpened] = useState(false);
  if (!operators.includes(useSession().user.role)) return null;
  return (
    <>
      <ActionIcon
        aria-label={t('Share: {title}', { title: report.definition.title })}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconShare2 size={16} stroke={1.7} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <ShareDialog {...{ report, view, settings }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
