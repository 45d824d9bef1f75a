/** HOURS, DAYS, WEEKS: only DAYS can be clicked (REP-008, OP-45); a stored other interval is shown as the active one. */
import { reportIntervals } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import { type IntervalName, intervalName } from '../card-settings.ts';

interface IntervalSwitchProps {
  /** Milliseconds. */
  readonly interval: number;
  /** Ignores clicks and looks disabled (OP-46). */
  readonly disabled: boolean;
  readonly onChange: (interval: number) => void;
}

const names: readonly IntervalName[] = ['HOURS', 'DAYS', 'WEEKS'];

export function IntervalSwitch({ interval, disabled, onChange }: IntervalSwitchProps) {
  const active = intervalName(interval);
  return (
    <fieldset className="interval-switch">
      <legend className="sr-only">{t('Interval')}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === active}
          disabled={disabled || name !== 'DAYS'}
          onClick={() => onChange(reportIntervals.days)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
