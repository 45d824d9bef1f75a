/** The button of saved views, which names the open one; its popup is loaded at the first click. */
import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '../../../texts/t.ts';
import { toast } from '../../toast/toast.ts';
import type { ResolvedReport } from '../card-settings.ts';
import type { ReportView } from '../use-report-view.ts';
import { isSameState } from './page-state.ts';
import './saved-views.css';

interface SavedViewsButtonProps {
  readonly view: ReportView;
  /** All reports of the page; undefined while they are loading. */
  readonly reports: readonly ResolvedReport[] | undefined;
}

const SavedViewsPopup = lazy(async () => ({
  default: (await import('./saved-views-popup.tsx')).SavedViewsPopup,
}));

export function SavedViewsButton({ view, reports }: SavedViewsButtonProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { opened: shown, close } = view.savedView;
  // Reported once the saved choices are known, with which the page goes on.
  const isMissing = view.ready && view.savedView.isMissing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address with a view that is gone
  useEffect(() => {
    if (!isMissing) return;
    toast.error(t('The view of this link does not exist any more.'));
    close();
  }, [isMissing]);
  const state = reports && view.stateOf(reports);
  const isChanged = shown !== undefined && state !== undefined && !isSameState(shown.state, state);
  const Icon = shown === undefined ? IconBookmark : IconBookmarkFilled;
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className="saved-views-button"
        leftSection={<Icon size={14} stroke={1.7} />}
        // The browser would put a space before the comma.
        aria-label={isChanged ? t('{name}, changed', { name: shown.name }) : undefined}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <span className="saved-views-name">{shown?.name ?? t('Views')}</span>
        {isChanged && <span className="dimmed">{t(', changed')}</span>}
      </Button>
      {opened && (
        <Suspense>
          <SavedViewsPopup
            {...{ anchor: button, view, state, isChanged }}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
