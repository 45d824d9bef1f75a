/** Use of a limit, with its forecast behind it, and a mark where the company is warned. */
import type { LimitUse } from '@interlude/contract';
import { t } from '../../texts/t.ts';
import { countText, dayText } from './billing-days.ts';

interface LimitMeterProps {
  readonly label: string;
  readonly use: LimitUse;
  /** The consequence of reaching the limit. */
  readonly note: string;
  readonly showsForecast?: boolean;
}

const warnedShare = 0.8;
const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;

export function LimitMeter({ label, use, note, showsForecast = false }: LimitMeterProps) {
  const { used, limit, share, forecast, reachedOn } = use;
  const state = share >= 1 ? 'full' : share >= warnedShare ? 'near' : 'free';
  const usage =
    limit === 0
      ? countText(used)
      : t('{used} of {limit}', { used: countText(used), limit: countText(limit) });
  return (
    <div className="limit-use" data-state={state}>
      <div className="limit-head">
        <span>{label}</span>
        <span className="num">
          {usage}
          {limit > 0 && <span className="dimmed"> · {Math.floor(share * 100)} %</span>}
        </span>
      </div>
      {limit > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: <meter> has no place for forecast and mark
        <div
          className="limit-bar"
          role="meter"
          aria-label={label}
          aria-valuenow={Math.min(used, limit)}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuetext={usage}
        >
          {showsForecast && (
            <span className="limit-forecast" style={{ width: percent(forecast / limit) }} />
          )}
          <span className="limit-used" style={{ width: percent(share) }} />
          <span className="limit-mark" style={{ left: percent(warnedShare) }} />
        </div>
      )}
      <p className="dimmed">
        {showsForecast &&
          t('{forecast} expected at the end of the term. ', { forecast: countText(forecast) })}
        {reachedOn !== null &&
          share < 1 &&
          t('Reached on {reachedOn}. ', { reachedOn: dayText(reachedOn) })}
        {note}
      </p>
    </div>
  );
}
