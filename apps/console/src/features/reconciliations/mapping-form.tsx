/** Assigns the columns of a file to fields, beside the first values of each. */
import {
  type FileTimeFormat,
  fileTimeFormats,
  type Reconciliation,
  type ReconciliationMapping,
} from '@interlude/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { t } from '../../texts/t.ts';

const formatNames: Record<FileTimeFormat, string> = {
  iso: '2026-11-23 14:00',
  dayFirst: '23.11.2026 14:00',
  monthFirst: '11/23/2026 2:00 PM',
  epochSeconds: t('Seconds since 1970'),
  epochMs: t('Milliseconds since 1970'),
};

const columnFields = [
  ['creative', t('Creative')],
  ['time', t('Date or time')],
  ['hour', t('Hour')],
  ['impressions', t('Impressions')],
] as const;

/** A mapping that is not complete: fields without a column are missing or undefined. */
type Named = {
  readonly [Key in keyof ReconciliationMapping]?: ReconciliationMapping[Key] | undefined;
};

/** The distinct values of a column in the first rows. */
function firstValues(rows: readonly (readonly string[])[], column: number): string {
  const values = new Set(rows.map((row) => row[column] ?? '').filter((value) => value !== ''));
  return values.size === 0 ? '–' : [...values].join(' · ');
}

interface MappingFormProps {
  readonly file: Pick<Reconciliation, 'preview' | 'mapping'>;
  readonly isStarting: boolean;
  readonly onStart: (mapping: ReconciliationMapping) => void;
}

export function MappingForm({ file, isStarting, onStart }: MappingFormProps) {
  const { columns, rows, guess } = file.preview;
  const [mapping, setMapping] = useState<Named>(file.mapping ?? guess);
  const names = columns.map((name, index) => name || t('Column {index}', { index: index + 1 }));
  const data = names.map((label, index) => ({ value: String(index), label }));
  const { creative, time, impressions, timeFormat, timeZone = '', hour = null } = mapping;
  const whole =
    creative !== undefined &&
    time !== undefined &&
    impressions !== undefined &&
    timeFormat !== undefined &&
    timeZone !== ''
      ? { creative, time, impressions, timeFormat, timeZone, hour }
      : undefined;
  const pick = (label: string, of: 'creative' | 'time' | 'impressions') => (
    <NativeSelect
      size="xs"
      label={label}
      data={
        mapping[of] === undefined ? [{ value: '', label: t('Choose a column') }, ...data] : data
      }
      value={mapping[of] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setMapping({ ...mapping, [of]: value === '' ? undefined : Number(value) })
      }
    />
  );
  const usedAs = (index: number) =>
    columnFields
      .filter(([field]) => mapping[field] === index)
      .map(([, label]) => label)
      .join(', ');
  return (
    <form
      className="mapping-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (whole) onStart(whole);
      }}
    >
      <div className="mapping-fields">
        {pick(t('Creative'), 'creative')}
        {pick(t('Date or time'), 'time')}
        <NativeSelect
          size="xs"
          label={t('Hour')}
          data={[{ value: '', label: t('Part of the time') }, ...data]}
          value={hour ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setMapping({ ...mapping, hour: value === '' ? null : Number(value) })
          }
        />
        {pick(t('Impressions'), 'impressions')}
        <NativeSelect
          size="xs"
          label={t('Times look like')}
          data={[
            ...(timeFormat === undefined ? [{ value: '', label: t('Choose a format') }] : []),
            ...fileTimeFormats.map((value) => ({ value, label: formatNames[value] })),
          ]}
          value={timeFormat ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setMapping({ ...mapping, timeFormat: fileTimeFormats.find((one) => one === value) })
          }
        />
        <TextInput
          label={t('Time zone of the file')}
          list="time-zones"
          value={timeZone}
          onChange={({ currentTarget: { value } }) => setMapping({ ...mapping, timeZone: value })}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <Button type="submit" disabled={!whole} loading={isStarting}>
        {t('Compare')}
      </Button>
      <FactTable
        label={t('Columns of the file')}
        showLabel
        columns={[
          { header: t('Column') },
          { header: t('Used as'), className: 'keep' },
          { header: t('First values') },
        ]}
        rows={names.map((name, index) => ({
          cells: [name, usedAs(index), firstValues(rows, index)],
          mark: usedAs(index) === '' ? undefined : 'used',
        }))}
      />
    </form>
  );
}
