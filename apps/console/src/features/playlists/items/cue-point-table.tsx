/** The cue points of an item (PLY-013, PLY-014). */
import { maxCuePoints } from '@interlude/contract';
import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { settingId, showSettingAt } from '../../../components/problem-summary/show-setting.ts';
import { t } from '../../../texts/t.ts';
import {
  type CuePointValues,
  type ItemValues,
  newCuePoint,
  type Problems,
} from '../playlist-values.ts';

interface CuePointTableProps {
  readonly item: ItemValues;
  /** Path of the cue points in the values, e.g. `contents.3.cuePoints`. */
  readonly path: string;
  readonly problems: Problems;
  readonly onChange: (changed: Partial<ItemValues>) => void;
}

export function CuePointTable({ item, path, problems, onChange }: CuePointTableProps) {
  const { cuePoints, spliceType } = item;
  const table = useRef<HTMLTableElement>(null);
  const set = (next: readonly CuePointValues[]) => onChange({ cuePoints: next });
  const add = () => {
    flushSync(() => set([...cuePoints, newCuePoint()]));
    showSettingAt(`${path}.${cuePoints.length}.spliceTime`);
  };
  /** The focus moves to the next cue point, else to the last, else to the add button. */
  const remove = (removed: CuePointValues) => {
    const index = cuePoints.indexOf(removed);
    flushSync(() => set(cuePoints.filter((one) => one !== removed)));
    const left = table.current?.querySelectorAll<HTMLElement>('tbody button.cue-delete') ?? [];
    const next = left[Math.min(index, left.length - 1)];
    if (next === undefined) showSettingAt(path);
    else next.focus();
  };
  return (
    <div className="cue-points">
      {cuePoints.length > 0 && (
        <table ref={table} aria-label={t('Cue points')}>
          <thead>
            <tr>
              <th scope="col">{t('ID')}</th>
              <th scope="col">{t('Splice Time')}</th>
              <th scope="col">{t('Max Duration (sec.)')}</th>
              <th scope="col">{t('Max Ads')}</th>
              <th scope="col">
                <span className="sr-only">{t('Delete')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {cuePoints.map((point, index) => (
              <CuePointRow
                key={point.key}
                point={point}
                index={index}
                path={`${path}.${index}`}
                unit={spliceType === 'percent' ? '%' : 's'}
                problemOf={(field) => problems[`cuePoints.${index}.${field}`]}
                onChange={(changed) =>
                  set(cuePoints.map((one) => (one === point ? { ...one, ...changed } : one)))
                }
                onRemove={() => remove(point)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button
        id={settingId(path)}
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={13} />}
        disabled={cuePoints.length >= maxCuePoints}
        onClick={add}
      >
        {t('Add cue point')}
      </Button>
    </div>
  );
}

interface CuePointRowProps {
  readonly point: CuePointValues;
  readonly index: number;
  readonly path: string;
  readonly unit: string;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (changed: Partial<CuePointValues>) => void;
  readonly onRemove: () => void;
}

const typedNumber = (typed: string | number) => (typeof typed === 'number' ? typed : '');

function CuePointRow({
  point,
  index,
  path,
  unit,
  problemOf,
  onChange,
  onRemove,
}: CuePointRowProps) {
  const number = index + 1;
  return (
    <tr>
      <td className="num">{number}</td>
      <td>
        <NumberInput
          aria-label={t('Splice Time of cue point {number}', { number })}
          suffix={` ${unit}`}
          clampBehavior="none"
          min={0}
          id={settingId(`${path}.spliceTime`)}
          error={problemOf('spliceTime')}
          value={point.spliceTime}
          onChange={(typed) => onChange({ spliceTime: typedNumber(typed) })}
        />
      </td>
      <td>
        <NumberInput
          aria-label={t('Max Duration of cue point {number}', { number })}
          clampBehavior="none"
          min={1}
          id={settingId(`${path}.maxDuration`)}
          error={problemOf('maxDuration')}
          value={point.maxDuration}
          onChange={(typed) => onChange({ maxDuration: typedNumber(typed) })}
        />
      </td>
      <td>
        <NumberInput
          aria-label={t('Max Ads of cue point {number}', { number })}
          clampBehavior="none"
          min={1}
          id={settingId(`${path}.maxAds`)}
          error={problemOf('maxAds')}
          value={point.maxAds}
          onChange={(typed) => onChange({ maxAds: typedNumber(typed) })}
        />
      </td>
      <td>
        <ActionIcon
          className="cue-delete"
          aria-label={t('Delete cue point {number}', { number })}
          onClick={onRemove}
        >
          <IconTrash size={15} stroke={1.7} />
        </ActionIcon>
      </td>
    </tr>
  );
}
