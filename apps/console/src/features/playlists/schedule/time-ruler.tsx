/** The totals of a playlist, and a ruler with its items and cue points. */

import { t } from '../../../texts/t.ts';
import type { PlaylistValues } from '../playlist-values.ts';
import { clockText, itemTime, rulerTicks, scheduleItems, totalsOf } from './schedule.ts';

export function TimeRuler({ values }: { values: PlaylistValues }) {
  const { items } = values;
  const totals = totalsOf(items);
  if (items.length === 0) return null;
  return (
    <div className="playlist-times">
      <dl className="playlist-totals">
        <Total name={t('Items')} value={String(items.length)} />
        <Total name={t('Duration')} value={clockText(totals.duration)} />
        <Total name={t('Cue points')} value={String(totals.cuePoints)} />
        <Total name={t('Maximum breaks')} value={clockText(totals.breaks)} />
        {values.type === 'vod2live' && !values.loops && (
          <Total name={t('End without breaks')} value={itemTime(values, totals.duration)} />
        )}
      </dl>
      {totals.duration > 0 && <Ruler values={values} duration={totals.duration} />}
    </div>
  );
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** Percent of the ruler. */
const share = (part: number, whole: number) => `${(100 * part) / whole}%`;

function Ruler({ values, duration }: { values: PlaylistValues; duration: number }) {
  const scheduled = scheduleItems(values.items);
  const points = scheduled.flatMap(({ key, cuePoints }) =>
    cuePoints.map((at, index) => ({ id: `${key} ${index}`, at })),
  );
  const label = t('{count} items in {duration}, cue points at {join}', {
    count: scheduled.length,
    duration: clockText(duration),
    join: points.map(({ at }) => clockText(at)).join(', ') || t('no time'),
  });
  return (
    <div className="playlist-ruler" role="img" aria-label={label}>
      <div className="ruler-items">
        {scheduled.map((item, index) => (
          <span
            key={item.key}
            style={{ width: share(item.duration, duration) }}
            title={t('{index}: {offset} to {clockText}', {
              index: index + 1,
              offset: clockText(item.offset),
              clockText: clockText(item.offset + item.duration),
            })}
          >
            <span>{index + 1}</span>
          </span>
        ))}
        {points.map(({ id, at }) => (
          <i
            key={id}
            style={{ left: share(at, duration) }}
            title={t('Cue point at {at}', { at: clockText(at) })}
          />
        ))}
      </div>
      <div className="ruler-axis num">
        {rulerTicks(duration).map((at) => (
          <span
            key={at}
            data-end={at > duration * 0.9 || undefined}
            style={{ left: share(at, duration) }}
          >
            {clockText(at)}
          </span>
        ))}
      </div>
    </div>
  );
}
