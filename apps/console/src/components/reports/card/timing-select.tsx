/** The choice of a card's period: the last 24 hours, 30 days, or the selected one (DASH-007, OP-43). */
import { type ReportTiming, reportTimings } from '@interlude/contract';
import { t } from '../../../texts/t.ts';

const names: Readonly<Record<ReportTiming, string>> = {
  '24h': 'Last 24 hours',
  '30d': 'Last 30 days',
  last: t('Selected period'),
};

interface TimingSelectProps {
  readonly timing: ReportTiming;
  readonly onChange: (timing: ReportTiming) => void;
}

export function TimingSelect({ timing, onChange }: TimingSelectProps) {
  return (
    <select
      className="card-select"
      aria-label={t('Timing')}
      value={timing}
      onChange={({ currentTarget }) => {
        const chosen = reportTimings.find((each) => each === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {reportTimings.map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </select>
  );
}
