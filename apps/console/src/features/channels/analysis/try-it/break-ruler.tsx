/**
 * The time line of the source as it was read, with its breaks and ignored markers. The rows below say the same in
 * words.
 */
import type { SourceBreaks } from '@interlude/contract';
import { t } from '../../../../texts/t.ts';
import { lengthText } from '../analysis-facts.ts';
import { rulerMarks, rulerSeconds, rulerTicks } from './ruler-marks.ts';

export function BreakRuler({ found }: { found: SourceBreaks }) {
  const seconds = rulerSeconds(found);
  return (
    <div
      className="break-ruler"
      role="img"
      aria-label={t('{seconds} of the source, {count} breaks', {
        seconds: lengthText(seconds),
        count: found.breaks.length,
      })}
    >
      <div className="break-ruler-line">
        <span
          className="break-ruler-read"
          style={{ width: `${(found.windowSeconds / seconds) * 100}%` }}
        />
        {rulerMarks(found).map(({ key, kind, title, left, width }) => (
          <span
            key={key}
            data-kind={kind}
            title={title}
            style={{ left: `${left}%`, width: `${width}%` }}
          />
        ))}
      </div>
      <div className="break-ruler-ticks num">
        {rulerTicks(seconds).map((tick) => (
          <span key={tick} style={{ left: `${(tick / seconds) * 100}%` }}>
            {lengthText(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
