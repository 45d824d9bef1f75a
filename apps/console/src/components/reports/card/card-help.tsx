import { ActionIcon } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../texts/t.ts';

const HelpPopup = lazy(async () => ({
  default: (await import('./help-popup.tsx')).HelpPopup,
}));

/** The help icon of a card; there is none without help texts (REP-007). */
export function CardHelp({ title, texts }: { title: string; texts: readonly string[] }) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (texts.length === 0) return null;
  return (
    <>
      <ActionIcon
        ref={button}
        aria-label={t('Help: {title}', { title })}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconHelpCircle size={16} stroke={1.7} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <HelpPopup {...{ anchor: button, title, texts }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
