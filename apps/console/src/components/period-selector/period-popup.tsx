/** The popup of the period selector: calendars, the two periods, Cancel and Apply (PER-002 to PER-005, PER-019). */
import {
  type Clock,
  compareRange,
  compareTypes,
  dayAt,
  mainRange,
  mainTypes,
  type Periods,
  periodsOf,
  storedPeriods,
} from '@interlude/reporting';
import { Button, Checkbox } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useStore } from '../../app/store.ts';
import { periodState, windowSize } from '../../app/ui-state.ts';
import { t } from '../../texts/t.ts';
import { Popup } from '../../ui/popup.tsx';
import { Calendars } from './calendars.tsx';
import { PeriodBlock } from './period-block.tsx';
import {
  clickDay,
  type Edge,
  toggleCompare,
  withCompareType,
  withEdge,
  withMainType,
} from './period-draft.ts';
import './period-popup.css';
import { sentence } from '../../texts/sentence.tsx';
import { popupWidth } from './popup-width.ts';

interface PeriodPopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly clock: Clock;
  /** The user error message from state (PER-021). */
  readonly error: string | undefined;
  /** Rejects when saving fails: the popup stays open. */
  readonly onApply: (periods: Periods) => Promise<void>;
  readonly onCancel: () => void;
  readonly onApplied: () => void;
}

const edgeNames: Readonly<Record<Edge, string>> = {
  mainStart: t('the start of the period'),
  mainEnd: t('the end of the period'),
  compareStart: t('the start of the compare period'),
  compareEnd: t('the end of the compare period'),
};

export function PeriodPopup(props: PeriodPopupProps) {
  const { anchor, clock, error, onApply, onCancel, onApplied } = props;
  const stored = useStore(periodState);
  const { width: windowWidth } = useStore(windowSize);
  const [nextEdge, setNextEdge] = useState<Edge>('mainStart');
  const [saving, setSaving] = useState(false);
  const periods = periodsOf(stored, clock.zone);
  const { main, compare } = periods;
  const draft = { periods, nextEdge };
  const set = (next: Periods, edge: Edge = nextEdge) => {
    periodState.set(storedPeriods(next));
    setNextEdge(edge);
  };
  const ranges = { main: mainRange(main, clock), compare: compareRange(periods, clock) };
  const apply = () => {
    setSaving(true);
    onApply(periods)
      .then(onApplied)
      .catch(() => undefined)
      .finally(() => setSaving(false));
  };
  const width = popupWidth(windowWidth || globalThis.innerWidth);
  return (
    <Popup
      label={t('Select periods')}
      anchor={anchor}
      width={width}
      className="period-popup"
      onClose={onCancel}
    >
      <div className="period-layout" data-width={width}>
        <Calendars
          today={dayAt(clock.nowMs, clock.zone)}
          main={ranges.main}
          compare={compare.compareWith ? ranges.compare : undefined}
          onPick={(day) => {
            const next = clickDay(draft, day, clock);
            set(next.periods, next.nextEdge);
          }}
        />
        <div className="period-blocks">
          <PeriodBlock
            kind="main"
            heading={<span>{t('Period')}</span>}
            type={main.type}
            types={mainTypes}
            range={ranges.main}
            nextEdge={edgeOf(nextEdge, 'main')}
            onType={(type) => set(withMainType(periods, type, clock))}
            onDay={(edge, day) =>
              set(withEdge(periods, edge === 'start' ? 'mainStart' : 'mainEnd', day, clock))
            }
          />
          <PeriodBlock
            kind="compare"
            heading={
              <Checkbox
                label={t('compare with')}
                checked={compare.compareWith}
                onChange={() => {
                  const next = toggleCompare(draft);
                  set(next.periods, next.nextEdge);
                }}
              />
            }
            type={compare.type}
            types={compareTypes}
            range={ranges.compare}
            disabled={!compare.compareWith}
            nextEdge={edgeOf(nextEdge, 'compare')}
            onType={(type) => set(withCompareType(periods, type, clock))}
            onDay={(edge, day) =>
              set(withEdge(periods, edge === 'start' ? 'compareStart' : 'compareEnd', day, clock))
            }
          />
        </div>
      </div>
      <footer className="popup-foot">
        <p className="popup-note dimmed">
          {sentence('A click on a day sets {edgeNames}. Days in {zone}.', {
            edgeNames: edgeNames[nextEdge],
            zone: clock.zone,
          })}
        </p>
        {error !== undefined && (
          <p className="popup-note bad" role="alert">
            {error}
          </p>
        )}
        <div className="popup-buttons">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button onClick={apply} loading={saving}>
            {t('Apply')}
          </Button>
        </div>
      </footer>
    </Popup>
  );
}

function edgeOf(edge: Edge, kind: 'main' | 'compare'): 'start' | 'end' | undefined {
  if (!edge.startsWith(kind)) return;
  return edge.endsWith('Start') ? 'start' : 'end';
}
