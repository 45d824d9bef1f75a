/** The button that shows both periods (PER-001) and opens the popup, whose code is loaded then. */
import {
  type Clock,
  compareRange,
  mainRange,
  type Periods,
  shownRange,
  storedPeriods,
} from '@interlude/reporting';
import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { periodState } from '../../app/ui-state.ts';
import { t } from '../../texts/t.ts';
import './period-selector.css';

export interface PeriodSelectorProps {
  readonly periods: Periods;
  readonly clock: Clock;
  /** The user error message from state (PER-021). */
  readonly error?: string | undefined;
  /** Ignores clicks and looks disabled (OP-46). */
  readonly disabled?: boolean;
  /** Of a card: smaller, without a frame. */
  readonly quiet?: boolean;
  readonly onApply: (periods: Periods) => Promise<void>;
  /** Reloads what is saved (PER-020). */
  readonly onCancel: () => void;
}

const PeriodPopup = lazy(async () => ({
  default: (await import('./period-popup.tsx')).PeriodPopup,
}));

export function PeriodSelector(props: PeriodSelectorProps) {
  const { periods, clock, error, disabled = false, quiet = false, onApply, onCancel } = props;
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const main = shownRange(mainRange(periods.main, clock));
  const compare = periods.compare.compareWith && shownRange(compareRange(periods, clock));
  return (
    <>
      <Button
        ref={button}
        variant={quiet ? 'subtle' : 'default'}
        {...(quiet && { color: 'gray' })}
        size={quiet ? 'compact-xs' : 'xs'}
        className="period-button num"
        data-quiet={quiet || undefined}
        leftSection={<IconCalendar size={14} stroke={1.7} />}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => {
          periodState.set(storedPeriods(periods));
          setOpened(true);
        }}
      >
        <span className="sr-only">{t('Period:')} </span>
        <span className="period-main">{main}</span>
        {compare && (
          <span className="period-compare">
            <span className="dimmed">{t('vs')}</span> {compare}
          </span>
        )}
      </Button>
      {opened && (
        <Suspense>
          <PeriodPopup
            {...{ anchor: button, clock, error, onApply }}
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
