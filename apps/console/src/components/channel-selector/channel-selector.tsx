/** The button of the channel selector (CHS-001); its popup is loaded at the first click. */
import { Button } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { selectionLabel } from './channel-selection.ts';

export interface ChannelSelectorProps {
  /** Ids; none means that all channels count. */
  readonly selected: readonly string[];
  readonly error?: string | undefined;
  readonly onApply: (selected: readonly string[]) => Promise<void>;
  /** Reloads what is saved (CHS-009). */
  readonly onCancel: () => void;
}

const ChannelPopup = lazy(async () => ({
  default: (await import('./channel-popup.tsx')).ChannelPopup,
}));

export function ChannelSelector({ selected, error, onApply, onCancel }: ChannelSelectorProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className="num"
        leftSection={<IconBroadcast size={14} stroke={1.7} />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {selectionLabel(selected.length)}
      </Button>
      {opened && (
        <Suspense>
          <ChannelPopup
            {...{ anchor: button, selected, error, onApply }}
            onApplied={() => setOpened(false)}
            onCancel={() => {
              setOpened(false);
              onCancel();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
