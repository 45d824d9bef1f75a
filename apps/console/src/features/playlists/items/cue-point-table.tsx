/** Where ads go in an item (PLY-013, PLY-014). */
import { maxCuePoints } from '@interlude/contract';
import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  type CuePointValues,
  type ItemValues,
  newCuePoint,
  type Problems,
} from '../playlist-values.ts';

interface CuePointTableProps {
  readonly item: ItemValues;
  readonly problems: Problems;
  readonly onChange: (changed: Partial<ItemValues>) => void;
}

export function CuePointTable({ item, problems, onChange }: CuePointTableProps) {
  const { cuePoints, spliceType } = item;
  const set = (next: readonly CuePointValues[]) => onChange({ cuePoints: next });
  return (
    <div className="cue-points">
      {cuePoints.length > 0 && (
        <table aria-label="Cue points">
          <thead>
            <tr>
              <th scope="col">ID</th>
              <th scope="col">Splice Time</th>
              <th scope="col">Max Duration (sec.)</th>
              <th scope="col">Max Ads</th>
              <th scope="col">
                <span className="sr-only">Delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {cuePoints.map((point, index) => (
              <CuePointRow
                key={point.key}
                point={point}
                index={index}
                unit={spliceType === 'percent' ? '%' : 's'}
                problemOf={(field) => problems[`cuePoints.${index}.${field}`]}
                onChange={(changed) =>
                  set(cuePoints.map((one) => (one === point ? { ...one, ...changed } : one)))
                }
                onRemove={() => set(cuePoints.filter((one) => one !== point))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={13} />}
        disabled={cuePoints.length >= maxCuePoints}
        onClick={() => set([...cuePoints, newCuePoint()])}
      >
        Add cue point
      </Button>
    </div>
  );
}

interface CuePointRowProps {
  readonly point: CuePointValues;
  readonly index: number;
  readonly unit: string;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (changed: Partial<CuePointValues>) => void;
  readonly onRemove: () => void;
}

const typedNumber = (typed: string | number) => (typeof typed === 'number' ? typed : '');

function CuePointRow({ point, index, unit, problemOf, onChange, onRemove }: CuePointRowProps) {
  const number = index + 1;
  return (
    <tr>
      <td className="num">{number}</td>
      <td>
        <NumberInput
          aria-label={`Splice Time of cue point ${number}`}
          suffix={` ${unit}`}
          clampBehavior="none"
          min={0}
          error={problemOf('spliceTime')}
          value={point.spliceTime}
          onChange={(typed) => onChange({ spliceTime: typedNumber(typed) })}
        />
      </td>
      <td>
        <NumberInput
          aria-label={`Max Duration of cue point ${number}`}
          clampBehavior="none"
          min={1}
          error={problemOf('maxDuration')}
          value={point.maxDuration}
          onChange={(typed) => onChange({ maxDuration: typedNumber(typed) })}
        />
      </td>
      <td>
        <NumberInput
          aria-label={`Max Ads of cue point ${number}`}
          clampBehavior="none"
          allowDecimal={false}
          min={1}
          error={problemOf('maxAds')}
          value={point.maxAds}
          onChange={(typed) => onChange({ maxAds: typedNumber(typed) })}
        />
      </td>
      <td>
        <ActionIcon aria-label={`Delete cue point ${number}`} onClick={onRemove}>
          <IconTrash size={15} stroke={1.7} />
        </ActionIcon>
      </td>
    </tr>
  );
}
