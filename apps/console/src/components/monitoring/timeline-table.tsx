/** The timeline in words: the entries of the canvas, row by row, the newest first. */
import { useMemo } from 'react';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { clockText } from './timeline/describe.ts';
import type { TimelineModel } from './timeline/entries.ts';
import { type Item, itemKey } from './timeline/item.ts';
import { maxTimelineRows, timelineRows } from './timeline/timeline-rows.ts';

interface TimelineTableProps {
  readonly model: TimelineModel;
  readonly selected: Item | undefined;
  readonly onSelect: (item: Item) => void;
}

export function TimelineTable({ model, selected, onSelect }: TimelineTableProps) {
  const rows = useMemo(() => timelineRows(model), [model]);
  const selectedKey = selected && itemKey(selected);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="timeline-table" aria-label={t('Timeline as a table')} tabIndex={0}>
      <table>
        <caption className="sr-only">{t('The timeline as a table, the newest first')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('Where')}</th>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Duration')}</th>
            <th scope="col">{t('Remark')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, where, what, duration, remark, item }, place) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a run and its first segment are one item
              key={`${itemKey(item)} ${place}`}
              data-selected={itemKey(item) === selectedKey || undefined}
              data-where={where}
            >
              <td className="num">
                <button type="button" onClick={() => onSelect(item)}>
                  {clockText(atMs)}
                </button>
              </td>
              <td>{where}</td>
              <td>{what}</td>
              <td className="num">{duration}</td>
              <td className="timeline-remark">{remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === maxTimelineRows && (
        <p className="dimmed">
          {sentence('The newest {maxTimelineRows} rows.', { maxTimelineRows })}
        </p>
      )}
    </section>
  );
}
