/** One item: a summary line, and its fields when opened (PLY-011). */
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { PlaylistType } from '@interlude/contract';
import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { settingId } from '../../../components/problem-summary/show-setting.ts';
import { t } from '../../../texts/t.ts';
import type { ItemValues, Problems } from '../playlist-values.ts';
import { clockText } from '../schedule/schedule.ts';
import { CuePointTable } from './cue-point-table.tsx';
import { ItemFields } from './item-fields.tsx';

export interface ItemPanelProps {
  readonly item: ItemValues;
  readonly index: number;
  readonly type: PlaylistType;
  /** Start time, UTC. */
  readonly time: string;
  /** Problems by field of the item, e.g. `cuePoints.0.maxAds`. */
  readonly problems: Problems | undefined;
  readonly opened: boolean;
  readonly onToggle: (key: string) => void;
  readonly onChange: (key: string, changed: Partial<ItemValues>) => void;
  readonly onRemove: (key: string, index: number) => void;
}

const none: Problems = {};

export const ItemPanel = memo(
  function ItemPanel(props: ItemPanelProps) {
    const { item, index, type, opened, problems = none, onChange } = props;
    const {
      attributes,
      listeners,
      setNodeRef,
      setActivatorNodeRef,
      transform,
      transition,
      isDragging,
    } = useSortable({ id: item.key });
    const path = `contents.${index}`;
    const change = (changed: Partial<ItemValues>) => onChange(item.key, changed);
    return (
      <li
        ref={setNodeRef}
        className="playlist-item"
        aria-label={t('Item {index}', { index: index + 1 })}
        data-dragged={isDragging || undefined}
        data-wrong={problems !== none || undefined}
        style={{ transform: CSS.Translate.toString(transform), transition }}
      >
        <div className="item-line">
          <button
            type="button"
            className="item-grip"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t('Move item {index}', { index: index + 1 })}
          >
            <IconGripVertical size={15} stroke={1.7} />
          </button>
          <PanelButton {...props} />
          <ActionIcon
            aria-label={t('Delete item {index}', { index: index + 1 })}
            onClick={() => props.onRemove(item.key, index)}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </div>
        {opened && (
          <div className="item-body">
            <ItemFields {...{ item, path, type, problems }} onChange={change} />
            <CuePointTable {...{ item, problems }} path={`${path}.cuePoints`} onChange={change} />
          </div>
        )}
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.index === after.index &&
    before.type === after.type &&
    before.time === after.time &&
    before.problems === after.problems &&
    before.opened === after.opened,
);

function PanelButton({ item, index, time, opened, onToggle }: ItemPanelProps) {
  const { sourceType, url, duration, cuePoints } = item;
  return (
    <button
      type="button"
      className="item-summary"
      id={settingId(`contents.${index}`)}
      aria-expanded={opened}
      onClick={() => onToggle(item.key)}
    >
      <IconChevronRight size={14} className="item-chevron" />
      <span className="num item-number">{index + 1}</span>
      <span className="item-source">{sourceType}</span>
      <span className="mono item-url" title={url}>
        {sourceType === 'url' ? fileOf(url) : ''}
      </span>
      <span className="item-points dimmed">
        {cuePoints.length === 1
          ? t('1 cue point')
          : t('{count} cue points', { count: cuePoints.length })}
      </span>
      <span className="num item-time" data-unknown={time === '-' || undefined}>
        {time}
      </span>
      <span className="num item-duration">{duration === '' ? '-' : clockText(duration)}</span>
    </button>
  );
}

/** The end of the URL: most URLs begin alike. */
function fileOf(url: string): string {
  if (!URL.canParse(url)) return url;
  return new URL(url).pathname.split('/').slice(-2).join('/');
}
