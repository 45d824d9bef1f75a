/** The items of a playlist as panels: add, open, sort, delete. */
import { maxPlaylistItems } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { settingId, showSettingAt } from '../../../components/problem-summary/show-setting.ts';
import { t } from '../../../texts/t.ts';
import {
  type ItemValues,
  newItem,
  type PlaylistValues,
  type Problems,
} from '../playlist-values.ts';
import { itemTime, scheduleItems } from '../schedule/schedule.ts';
import { ItemPanel } from './item-panel.tsx';
import { SortableItems } from './sortable-items.tsx';

interface ItemListProps {
  readonly values: PlaylistValues;
  readonly problems: Problems;
  /** Keys of the open panels. */
  readonly opened: ReadonlySet<string>;
  readonly onOpened: (change: (now: ReadonlySet<string>) => ReadonlySet<string>) => void;
  readonly onChange: (next: (items: readonly ItemValues[]) => readonly ItemValues[]) => void;
}

export function ItemList({ values, problems, opened, onOpened, onChange }: ItemListProps) {
  const { items } = values;
  const scheduled = scheduleItems(items);
  const byItem = useProblemsByItem(problems);
  const changeItem = useCallback(
    (key: string, changed: Partial<ItemValues>) =>
      onChange((all) => all.map((item) => (item.key === key ? { ...item, ...changed } : item))),
    // An updater function avoids a stale list of items.
    [onChange],
  );
  const toggle = useCallback((key: string) => onOpened((now) => toggled(now, key)), [onOpened]);
  const add = () => {
    const item = newItem();
    flushSync(() => {
      onChange((all) => [...all, item]);
      onOpened((now) => new Set([...now, item.key]));
    });
    showSettingAt(`contents.${items.length}.url`);
  };
  /** The focus moves to the next item, else to the last, else to the add button. */
  const remove = useCallback(
    (key: string, index: number) => {
      let last = -1;
      flushSync(() =>
        onChange((all) => {
          const left = all.filter((one) => one.key !== key);
          last = left.length - 1;
          return left;
        }),
      );
      showSettingAt(last < 0 ? 'contents' : `contents.${Math.min(index, last)}`);
    },
    [onChange],
  );
  return (
    <div className="playlist-items">
      <SortableItems items={items} onChange={onChange}>
        <ol>
          {items.map((item, index) => (
            <ItemPanel
              key={item.key}
              item={item}
              index={index}
              type={values.type}
              time={itemTime(values, scheduled[index]?.offset ?? 0)}
              problems={byItem.get(index)}
              opened={opened.has(item.key)}
              onToggle={toggle}
              onChange={changeItem}
              onRemove={remove}
            />
          ))}
        </ol>
      </SortableItems>
      {items.length === 0 && <p className="dimmed">{t('No items yet.')}</p>}
      {problems['contents'] !== undefined && <p className="bad">{problems['contents']}</p>}
      <Button
        id={settingId('contents')}
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={items.length >= maxPlaylistItems}
        onClick={add}
      >
        {t('Add item')}
      </Button>
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Problems by item: `contents.3.url` becomes `url` of 3. The same objects while nothing changes. */
function useProblemsByItem(problems: Problems): ReadonlyMap<number, Problems> {
  const kept = useRef(new Map<number, { text: string; problems: Problems }>());
  return useMemo(() => {
    const found = new Map<number, Record<string, string>>();
    for (const [path, message] of Object.entries(problems)) {
      const [, index, field] = /^contents\.(\d+)\.(.+)$/.exec(path) ?? [];
      if (index === undefined || field === undefined) continue;
      found.set(Number(index), { ...found.get(Number(index)), [field]: message });
    }
    const entries = [...found].map(([index, own]) => {
      const text = JSON.stringify(own);
      const known = kept.current.get(index);
      const entry = known?.text === text ? known : { text, problems: own };
      return [index, entry] as const;
    });
    kept.current = new Map(entries);
    return new Map(entries.map(([index, entry]) => [index, entry.problems]));
  }, [problems]);
}
